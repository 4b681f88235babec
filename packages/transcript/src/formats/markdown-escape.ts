/** Markdown from text of other programs, which cannot affect the Markdown around it. */

/** Escapes a text as one line of plain text. */
export function plain(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~&!$]/gu, String.raw`\$&`);
}

/** Formats a text as inline code. */
export function code(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/u.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Formats a text as a code block; the fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const lines = withPlainNewlines(text).replace(/\n$/u, '');
  return `${fence}${language}\n${lines}\n${fence}`;
}

/** Formats Markdown as a quotation, which closes everything that it leaves open. */
export function quoted(markdown: string): string {
  return withPlainNewlines(markdown)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** Returns Markdown unchanged if it closes everything that it opens, otherwise as a quotation. */
export function contained(markdown: string): string {
  const text = withPlainNewlines(markdown);
  return isClosed(text) ? text : quoted(text);
}

/** Formats a link if the scheme is safe to follow, otherwise the name and the address. */
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

/** HTML blocks that continue until their end marker, whatever comes in between (CommonMark 4.6, kinds 1 to 5). */
const openHtml = /<(?:!--|\?|![a-z]|!\[CDATA\[|script|pre|style|textarea)/iu;

/** How far a fence may be indented depends on the list around it, so both cases must be closed. */
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
