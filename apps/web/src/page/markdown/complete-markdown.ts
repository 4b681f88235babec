/**
 * The end of a Markdown text that is still being written, as if its unfinished parts were complete.
 *
 * Without this, `**bold` is first shown with its stars and then without them, a table as lines of bars, and the line
 * before the first `-` of a list as a heading. Only what is drawn is changed, never the text.
 */

/** Marks at the end of which it is not known yet what they will be. */
const undecidedLine = /(?:^|\n)[ \t]*(?:#{1,6}|`{1,2}|~{1,2}|[-=]{1,2}|\*{1,2}|\+|\d{1,9}[.)]?|\|)[ \t]*$/u;
const tableRow = /^[ \t]*\|.*$/u;
const partOfDelimiter = /^[ \t]*\|?[ \t:|-]*$/u;

/** Completes the last block of a text; `raw` is the block as it was written so far. */
export function completeMarkdown(raw: string, type: string): string {
  if (type === 'code' || type === 'html' || type === 'def') return raw;
  const text = raw.replace(/\n+$/u, '').replace(undecidedLine, '');
  return completeInline(completeTable(text));
}

/** The header of a table is shown as a table before the line below it is there. */
function completeTable(text: string): string {
  const lines = text.split('\n');
  const start = lines.findLastIndex((line) => !tableRow.test(line)) + 1;
  const [header, delimiter, ...rows] = lines.slice(start);
  if (header === undefined || rows.length > 0 || !tableRow.test(header)) return text;
  if (delimiter !== undefined && !partOfDelimiter.test(delimiter)) return text;
  const cells = header.trim().replace(/^\|/u, '').replace(/\|$/u, '').split('|').length;
  const isComplete = header.trim().length > 1 && header.trimEnd().endsWith('|');
  const closed = isComplete ? header : `${header}|`;
  return [...lines.slice(0, start), closed, `|${'---|'.repeat(cells)}`].join('\n');
}

/** Closes code, emphasis and links that are open at the end. */
function completeInline(text: string): string {
  const lineStart = text.lastIndexOf('\n\n') + 1;
  const head = text.slice(0, lineStart);
  const tail = text.slice(lineStart);
  const code = openCode(tail);
  if (code !== undefined) {
    const body = tail.slice(code.start + code.mark.length);
    if (body.replaceAll('`', '') === '') return `${head}${tail.slice(0, code.start)}`.trimEnd();
    return `${head}${tail.replace(/`+$/u, '')}${code.mark}`;
  }
  const linked = completeLink(tail);
  return `${head}${closeEmphasis(linked)}`;
}

interface Open {
  readonly mark: string;
  readonly start: number;
}

/** The code span that is open at the end of a text. */
function openCode(text: string): Open | undefined {
  let open: Open | undefined;
  for (const { 0: mark, index } of text.matchAll(/(?<!\\)`+/gu)) {
    if (open === undefined) open = { mark, start: index };
    else if (open.mark.length === mark.length) open = undefined;
  }
  return open;
}

/** `[text](addr`, `[text]` and `[text` at the end are shown as their text; so is an image. */
function completeLink(text: string): string {
  const unclosed = /!?\[(?<words>[^[\]\n]*)(?:\](?:\((?:[^()\n]|\([^()\n]*\))*)?)?$/u.exec(text);
  if (unclosed === null || text.charAt(unclosed.index - 1) === '\\') return text;
  const { words = '' } = unclosed.groups ?? {};
  // A box of a task.
  if (/^[ xX]?$/u.test(words) && /(?:^|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]+$/u.test(text.slice(0, unclosed.index))) {
    return text.slice(0, unclosed.index);
  }
  return `${text.slice(0, unclosed.index)}${words}`;
}

const codeSpans = /(?<!\\)(?<mark>`+)[^`](?:.|\n)*?(?<!`)\k<mark>(?!`)/gu;

function closeEmphasis(text: string): string {
  const masked = text
    .replaceAll(codeSpans, (span) => 'x'.repeat(span.length))
    .replaceAll(/\\./gu, 'xx')
    .replaceAll(/(?<=\]\()[^)\n]*/gu, (address) => 'x'.repeat(address.length));
  const open: Open[] = [];
  for (const { 0: mark, index } of masked.matchAll(/\*{1,3}|_{1,3}|~~/gu)) {
    const before = masked.charAt(index - 1);
    const after = masked.charAt(index + mark.length);
    const isWord = /[\p{L}\p{N}]/u;
    const canClose = before !== '' && !/\s/u.test(before);
    const canOpen = after !== '' && !/\s/u.test(after);
    // An underscore inside of a word is part of the word.
    if (mark.startsWith('_') && isWord.test(before) && isWord.test(after)) continue;
    const last = open.at(-1);
    if (canClose && last?.mark === mark) open.pop();
    else if (canOpen && !(mark.startsWith('_') && isWord.test(before))) open.push({ mark, start: index });
  }
  const dangling = /(?<mark>\*{1,3}|_{1,3}|~{1,2})$/u.exec(masked);
  let body = text;
  const last = open.at(-1);
  if (dangling !== null) {
    const { mark = '' } = dangling.groups ?? {};
    const closesPart = last !== undefined && last.mark.startsWith(mark.charAt(0)) && mark.length < last.mark.length;
    const isOpening = !/\S/u.test(masked.charAt(dangling.index - 1));
    if (closesPart || isOpening) body = text.slice(0, dangling.index);
  }
  const marks = open
    .filter(({ start, mark }) => start + mark.length < body.length)
    .toReversed()
    .map(({ mark }) => mark);
  if (marks.length === 0) return body === text ? text : body.trimEnd();
  const end = body.trimEnd();
  return `${end}${marks.join('')}`;
}
