import { expect, test } from 'vitest';

import { LineSplitter } from './line-splitter.ts';

/** The lines of these parts, with whether they are UTF-8. */
function linesOf(...parts: readonly Uint8Array[]): readonly (readonly [string, boolean])[] {
  const lines: (readonly [string, boolean])[] = [];
  const splitter = new LineSplitter((line, isUtf8) => void lines.push([line, isUtf8]));
  for (const part of parts) splitter.push(part);
  splitter.end();
  return lines;
}

test('cuts bytes into lines, wherever the parts end', () => {
  const bytes = Buffer.from('one\ngrün 😀\n\nlast');
  const expected = [
    ['one', true],
    ['grün 😀', true],
    ['', true],
    ['last', true],
  ];
  expect(linesOf(bytes)).toEqual(expected);
  expect(linesOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test('says which lines are not UTF-8', () => {
  expect(linesOf(Buffer.from('a\nhell\u00F6\nb\n', 'latin1'))).toEqual([
    ['a', true],
    ['hell\uFFFD', false],
    ['b', true],
  ]);
});

test('gives out the beginning of a line that is too long, once, and goes on with the next line', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => void lines.push(line), 5000);
  for (let part = 0; part < 100; part += 1) splitter.push(Buffer.from('x'.repeat(400)));
  splitter.push(Buffer.from('xx\nnext\n'));
  splitter.end();
  expect(lines).toEqual(['x'.repeat(400), 'next']);
});
