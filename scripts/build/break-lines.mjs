/**
 * Breaks the one long line of minified code, so that Node, which prints the line of an uncaught error above its message, prints a short one.
 *
 * A line ends only where a statement, a member, an argument or the like begins right after punctuation: there a line break means nothing to
 * JavaScript. What follows in the map moves with it.
 */
import { parseAst } from 'rolldown/parseAst';

/** A line that is longer than this ends at the next place that allows it. */
const enough = 160;

/** `code` and the `mappings` of its source map, with lines of a readable length. */
export function breakLines(code, mappings) {
  const cuts = chooseCuts(code);
  return { code: pieces(code, cuts).join('\n'), mappings: moveMappings(mappings, columnsByLine(code, cuts)) };
}

function chooseCuts(code) {
  const places = [];
  collectPlaces(parseAst(code), code, places);
  const cuts = [];
  let lineStart = 0;
  for (const place of places.toSorted((left, right) => left - right)) {
    lineStart = Math.max(lineStart, code.lastIndexOf('\n', place - 1) + 1);
    if (place - lineStart < enough) continue;
    cuts.push(place);
    lineStart = place;
  }
  return cuts;
}

/** Where the members of lists begin: statements, properties, arguments. A piece of a template is none, a line break would be part of its text. */
function collectPlaces(node, code, places) {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const each of value) {
        if (!isNode(each) || each.type === 'TemplateElement') continue;
        if (',;{}(['.includes(code[each.start - 1] ?? ' ')) places.push(each.start);
        collectPlaces(each, code, places);
      }
    } else if (isNode(value)) collectPlaces(value, code, places);
  }
}

const isNode = (value) => typeof value?.type === 'string';

function pieces(text, cuts) {
  return [0, ...cuts].map((start, index) => text.slice(start, cuts[index]));
}

/** The columns of the cuts, for each line of the code as it was. */
function columnsByLine(code, cuts) {
  let start = 0;
  return code.split('\n').map((line) => {
    const end = start + line.length;
    const columns = cuts.filter((cut) => cut >= start && cut <= end).map((cut) => cut - start);
    start = end + 1;
    return columns;
  });
}

/** Segments count their column from the one before them in their line, and their other fields from the one before them in the map: those stay. */
function moveMappings(mappings, columns) {
  return mappings
    .split(';')
    .map((line, index) => moveLine(line, columns[index] ?? []))
    .join(';');
}

function moveLine(line, cuts) {
  const lines = [[]];
  let column = 0;
  let before = 0;
  for (const segment of line === '' ? [] : line.split(',')) {
    const { value, rest } = readNumber(segment);
    column += value;
    while (cuts[lines.length - 1] <= column) {
      before = cuts[lines.length - 1];
      lines.push([]);
    }
    lines.at(-1).push(writeNumber(column - before) + rest);
    before = column;
  }
  while (lines.length <= cuts.length) lines.push([]);
  return lines.map((segments) => segments.join(',')).join(';');
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first number of a segment; five bits a digit, the lowest first, the sixth bit says that another digit follows. */
function readNumber(segment) {
  let bits = 0;
  let index = 0;
  for (let shift = 0, more = true; more; shift += 5, index += 1) {
    const digit = digits.indexOf(segment[index]);
    bits |= (digit & 31) << shift;
    more = digit >= 32;
  }
  return { value: bits & 1 ? -(bits >> 1) : bits >> 1, rest: segment.slice(index) };
}

/** A column within its line, which never goes back. */
function writeNumber(value) {
  let text = '';
  for (let bits = value << 1, more = true; more; bits >>= 5) {
    more = bits > 31;
    text += digits[(bits & 31) | (more ? 32 : 0)];
  }
  return text;
}
