/** Finds a string in bytes, decoding only the lines that contain it. */
import { excerpt, type LineMatch } from './line-match.ts';

const newline = 10;

/** The lines of `bytes` that contain `needle`, up to `maxMatches`; `shown` characters of each. */
export function findLiteral(
  bytes: Buffer,
  needle: Buffer,
  { maxMatches, shown }: { maxMatches: number; shown: number },
): LineMatch[] {
  const matches: LineMatch[] = [];
  let line = 1;
  let counted = 0;
  for (let found = bytes.indexOf(needle); found !== -1 && matches.length < maxMatches;) {
    for (
      let next = bytes.indexOf(newline, counted);
      next !== -1 && next < found;
      next = bytes.indexOf(newline, counted)
    ) {
      line += 1;
      counted = next + 1;
    }
    const lineBreak = bytes.indexOf(newline, found);
    const end = lineBreak === -1 ? bytes.length : lineBreak;
    const text = bytes.toString('utf8', counted, end).replace(/\r$/u, '');
    const index = bytes.toString('utf8', counted, found).length;
    matches.push({ line, column: index + 1, text: excerpt(text, index, shown) });
    found = bytes.indexOf(needle, end);
  }
  return matches;
}
