import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LineSplitter } from './line-splitter.ts';

function split(chunks: readonly Uint8Array[], longest = 1_000): (string | undefined)[] {
  const splitter = new LineSplitter(longest);
  const lines = [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  return lines.map(({ bytes }) => bytes && Buffer.from(bytes).toString('latin1'));
}

const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

describe('LineSplitter', () => {
  test('joins a line that arrives in pieces', () => {
    expect(split([text('ab'), text('c\nd'), text('e')])).toEqual(['abc', 'de']);
  });

  test('takes both kinds of line ends', () => {
    expect(split([text('a\r\nb\n\n'), text('c\r'), text('\n')])).toEqual(['a', 'b', '', 'c']);
  });

  test('reports a line over the limit and goes on after it', () => {
    expect(split([text('1234'), text('56789'), text('0\nab\n')], 5)).toEqual([undefined, 'ab']);
  });

  test('reports a last line over the limit', () => {
    expect(split([text('123456')], 5)).toEqual([undefined]);
  });

  test('takes a line of exactly the limit', () => {
    expect(split([text('12345\n')], 5)).toEqual(['12345']);
  });

  test('gives the same lines however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (chunks) => {
        expect(split(chunks, 8)).toEqual(split([Buffer.concat(chunks)], 8));
      }),
    );
  });
});
