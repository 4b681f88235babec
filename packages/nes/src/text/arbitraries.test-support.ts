/** Texts with everything that makes counting hard. */
import * as fc from 'fast-check';

import type { TextPosition, Span } from './text-position.ts';
import type { Text } from './text.ts';

const pieces = [
  'a',
  'b ',
  'é',
  'e\u0301',
  'ß',
  '漢',
  '\u{1F600}',
  '\u{1F469}\u200D\u{1F4BB}',
  '\uD800',
  '\uDC00',
  '\u2028',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '',
];

/** Letters of all sizes, lone surrogates, and all line ends. */
export const texts: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { maxLength: 24 })
  .map((some) => some.join(''));

/** One line without an end. */
export const lines: fc.Arbitrary<string> = texts.map((text) => text.replaceAll(/[\r\n]/gu, ''));

/** Whether the column is not inside a character. */
export const isBoundary = (line: string, column: number): boolean =>
  !/^[\uDC00-\uDFFF]$/.test(line[column] ?? '') || !/^[\uD800-\uDBFF]$/.test(line[column - 1] ?? '');

/** A place in `text` that two numbers choose, also inside a character. */
function anyPlace(text: Text, [line, column]: readonly [number, number]): TextPosition {
  const at = line % text.lineCount;
  return { line: at, column: column % (text.line(at).length + 1) };
}

/** A span in `text` that four numbers choose, without half a character. */
export function chosenSpan(text: Text, chosen: readonly [number, number, number, number]): Span {
  const outside = ({ line, column }: TextPosition): TextPosition => ({
    line,
    column: isBoundary(text.line(line), column) ? column : column - 1,
  });
  const { start, end } = anySpan(text, chosen);
  return { start: outside(start), end: outside(end) };
}

/** A span in `text` that four numbers choose; its edges may be inside characters. */
export function anySpan(text: Text, [a, b, c, d]: readonly [number, number, number, number]): Span {
  const [left, right] = [anyPlace(text, [a, b]), anyPlace(text, [c, d])];
  const isOrdered = left.line < right.line || (left.line === right.line && left.column <= right.column);
  return isOrdered ? { start: left, end: right } : { start: right, end: left };
}

/** Numbers to choose places with. */
export const numbers: fc.Arbitrary<[number, number, number, number]> = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());
