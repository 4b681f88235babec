import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { textFrame } from './text-frame.ts';

/** Reads frames as the specification describes them. */
function read(bytes: Buffer): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    expect(bytes[at]).toBe(0x81);
    const isLong = bytes[at + 1] === 126;
    const size = isLong ? bytes.readUInt16BE(at + 2) : bytes.readUInt8(at + 1);
    expect(size).toBeGreaterThanOrEqual(isLong ? 126 : 0);
    at += isLong ? 4 : 2;
    texts.push(bytes.toString('utf8', at, at + size));
    at += size;
  }
  return texts;
}

const frames = (texts: readonly string[]): Buffer => Buffer.from(texts.map(textFrame).join(''), 'latin1');

test('any texts are read as they were, whatever their lengths in characters and bytes', () => {
  const lengths = [0, 1, 31, 32, 41, 42, 62, 63, 125, 126, 127, 255, 256, 10_922, 21_845];
  for (const letter of ['x', 'ü', '花', '🌼']) {
    const texts = lengths.map((length) => letter.repeat(length / letter.length));
    expect(read(frames(texts))).toEqual(texts);
  }
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), (texts) => {
      expect(read(frames(texts))).toEqual(texts);
    }),
  );
});

test('a half of a pair of surrogates becomes a replacement character, as everywhere', () => {
  expect(read(frames(['a\u{d800}b']))).toEqual(['a\u{fffd}b']);
});

test('a long text has no such frame', () => {
  expect(textFrame('x'.repeat(21_845))).toHaveLength(21_849);
  expect(textFrame('花'.repeat(21_845))).toHaveLength(65_539);
  expect(textFrame('x'.repeat(21_846))).toBeUndefined();
});
