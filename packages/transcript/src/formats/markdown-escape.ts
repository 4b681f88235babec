/** Pieces of Markdown in which a text from elsewhere cannot break out of its place. */

/** One line in which nothing means anything but itself. */
export function plain(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~&!$]/gu, String.raw`\$&`);
}

/** A text as code within a line. */
export function code(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/u.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A text as a block of code; the fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const lines = withPlainNewlines(text).replace(/\n$/u, '');
  return `${fence}${language}\n${lines}\n${fence}`;
}

/** Markdown as a quotation, which ends whatever is left open in it. */
export function quoted(markdown: string): string {
  return withPlainNewlines(markdown)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Markdown as it is where it ends by itself, and as a quotation where it may leave something open. */
export function contained(markdown: string): string {
  const text = withPlainNewlines(markdown);
  return isClosed(text) ? text : quoted(text);
}

/** A link where the address is of a kind that is safe to follow; otherwise its name and address. */
export function link(name: string, address: string): string {
  if (!/^(?:https?|file|mailto):[^\s<>\\]+$/iu.test(address)) return `${plain(name)} (${code(address)})`;
  return `[${plain(name)}](<${address}>)`;
}

const withPlainNewlines = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/gu, ' ').trim();

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
}

/** Blocks of HTML that go on until their end is found, whatever comes in between (CommonMark 4.6, kinds 1 to 5). */
const openHtml = /<(?:!--|\?|![a-z]|!\[CDATA\[|script|pre|style|textarea)/iu;

/** Where a fence may be indented depends on the list around it; a text counts as closed when it is so with and without one. */
function isClosed(text: string): boolean {
  if (openHtml.test(text)) return false;
  return (
    endsOutside(text, /^ {0,3}(`{3,}|~{3,})(.*)$/u) && endsOutside(text, /^[\s>*+-]*(?:\d+[.)]\s+)?(`{3,}|~{3,})(.*)$/u)
  );
}

function endsOutside(text: string, fence: RegExp): boolean {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, marks, rest = ''] = fence.exec(line) ?? [];
    if (marks === undefined) continue;
    if (open === undefined) {
      if (!(marks.startsWith('`') && rest.includes('`'))) open = marks;
    } else if (marks.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open === undefined;
}
