/**
 * Finds the text that an edit replaces: exactly, then with another indentation, then line by line without leading
 * and trailing space.
 *
 * If it matches several places, none is chosen.
 */

/** How the text was found. */
type MatchKind = 'exact' | 'trimmed lines' | 'other indentation';

export interface TextMatch {
  readonly kind: MatchKind;
  readonly start: number;
  readonly end: number;
  /** The new text, adapted to the place. */
  readonly replacement: string;
}

export type MatchResult =
  | { readonly matches: readonly [TextMatch, ...TextMatch[]] }
  | { readonly problem: 'missing' | 'ambiguous'; readonly count: number };

/** All places of `wanted` in `text`, by the first way that finds any. Several are a problem unless `all` is set. */
export function matchText(text: string, wanted: string, replacement: string, all: boolean): MatchResult {
  for (const find of [exact, otherIndentation, trimmedLines]) {
    const [first, ...others] = find(text, wanted, replacement);
    if (first === undefined) continue;
    if (others.length > 0 && !all) return { problem: 'ambiguous', count: others.length + 1 };
    return { matches: [first, ...others] };
  }
  return { problem: 'missing', count: 0 };
}

/** The text with every match replaced. */
export function replaceMatches(text: string, matches: readonly TextMatch[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, replacement } of matches) {
    result += text.slice(position, start) + replacement;
    position = end;
  }
  return result + text.slice(position);
}

function exact(text: string, wanted: string, replacement: string): readonly TextMatch[] {
  const matches: TextMatch[] = [];
  for (let start = text.indexOf(wanted); start !== -1; start = text.indexOf(wanted, start + wanted.length)) {
    matches.push({ kind: 'exact', start, end: start + wanted.length, replacement });
  }
  return matches;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** The end of the line, before its line break. */
  readonly end: number;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
    lines.push({ text: bare, start, end: start + bare.length });
    start += line.length + 1;
  }
  return lines;
}

/** The wanted lines; a line break at the end is not another line. */
function wantedLines(wanted: string): readonly string[] {
  return wanted.replace(/\r?\n$/u, '').split(/\r?\n/u);
}

/** Whole lines that are equal except for leading and trailing space. */
function trimmedLines(text: string, wanted: string, replacement: string): readonly TextMatch[] {
  return runsLike(text, wantedLines(wanted), () => true).map(({ start, end }) => ({
    kind: 'trimmed lines',
    start,
    end,
    replacement: withoutLastEnd(replacement),
  }));
}

/** Whole lines that are equal without their common indentation; the new text gets the indentation of the place. */
function otherIndentation(text: string, wanted: string, replacement: string): readonly TextMatch[] {
  const pattern = wantedLines(wanted);
  const bare = dedent(pattern);
  const bareReplacement = dedent(withoutLastEnd(replacement).split('\n'));
  return runsLike(text, pattern, (lines) => same(dedent(lines), bare)).map(({ start, end, lines }) => ({
    kind: 'other indentation',
    start,
    end,
    replacement: indent(bareReplacement, indentationOf(lines)),
  }));
}

/** Adjacent lines. */
interface Run {
  readonly start: number;
  /** The end of the last line, before its line break. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** All runs of lines that differ from the pattern only in space and for which `fits` returns true, without overlaps. */
function runsLike(
  text: string,
  pattern: readonly string[],
  fits: (lines: readonly string[]) => boolean,
): readonly Run[] {
  const bare = pattern.map((line) => line.trim());
  if (bare.every((line) => line === '')) return [];
  const all = linesOf(text);
  const found: Run[] = [];
  let next = 0;
  for (const index of occurrences(
    all.map((line) => line.text.trim()),
    bare,
  )) {
    if (index < next) continue;
    const run = all.slice(index, index + bare.length);
    const [first, last, lines] = [run[0], run.at(-1), run.map((line) => line.text)];
    if (first === undefined || last === undefined || !fits(lines)) continue;
    found.push({ start: first.start, end: last.end, lines });
    next = index + bare.length;
  }
  return found;
}

/** The positions of `pattern` in `lines`. Linear, by the algorithm of Knuth, Morris and Pratt. */
function* occurrences(lines: readonly string[], pattern: readonly string[]): Generator<number, void> {
  const borders = bordersOf(pattern);
  let matched = 0;
  for (const [index, line] of lines.entries()) {
    while (matched > 0 && pattern[matched] !== line) matched = borders[matched - 1] ?? 0;
    if (pattern[matched] === line) matched += 1;
    if (matched < pattern.length) continue;
    yield index - matched + 1;
    matched = borders[matched - 1] ?? 0;
  }
}

/** The prefix table: for each prefix of the pattern, the length of its longest proper border. */
function bordersOf(pattern: readonly string[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    while (length > 0 && pattern[index] !== pattern[length]) length = borders[length - 1] ?? 0;
    if (pattern[index] === pattern[length]) length += 1;
    borders.push(length);
  }
  return borders;
}

const withoutLastEnd = (text: string): string => text.replace(/\r?\n$/u, '');

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((line, index) => line === right[index]);

/** The common indentation of all lines that are not empty. */
function indentationOf(lines: readonly string[]): string {
  const indentations = lines.filter((line) => line.trim() !== '').map((line) => /^[\t ]*/u.exec(line)?.[0] ?? '');
  const [first = '', ...others] = indentations;
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

function dedent(lines: readonly string[]): readonly string[] {
  const { length } = indentationOf(lines);
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(length).trimEnd()));
}

const indent = (lines: readonly string[], indentation: string): string =>
  lines.map((line) => (line === '' ? '' : indentation + line)).join('\n');
