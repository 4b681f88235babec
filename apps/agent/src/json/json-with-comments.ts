/** JSON with comments and trailing commas. Lines keep their numbers. */
import { textEnd } from './json-source.ts';

/** The text as plain JSON: comments and trailing commas are replaced by spaces. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const blank = (start: number, end: number): void => {
    kept.push(text.slice(from, start), blankLines(text.slice(start, end)));
    from = end;
  };
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at);
    if (text.startsWith('/', at) && end > at + 1) blank(at, end);
    if (text[at] === ',' && /[}\]]/u.test(text[nextToken(text, end)] ?? '')) blank(at, end);
    at = end;
  }
  return kept.join('') + text.slice(from);
}

/** Replaces everything but line breaks with spaces. A regular expression would overflow its stack on a long line. */
const blankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');

/** The end of the token at `at`: a string, a comment, or one character. */
function tokenEnd(text: string, at: number): number {
  if (text[at] === '"') {
    const end = textEnd(text, at);
    // A string that continues on the next line has no end.
    return end === undefined || text.slice(at, end).includes('\n') ? at + 1 : end;
  }
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end === -1 ? at + 1 : end + 2;
  }
  return at + 1;
}

/** The offset of the next character that is neither space nor comment. */
function nextToken(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (/\s/u.test(text[at] ?? '')) at += 1;
    const end = tokenEnd(text, at);
    if (!text.startsWith('/', at) || end === at + 1) return at;
    at = end;
  }
}
