import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { OutputBuffer } from './output-buffer.ts';

function printed(limit: number, ...chunks: readonly (string | Uint8Array)[]): OutputBuffer {
  const output = new OutputBuffer(limit);
  for (const chunk of chunks) output.push(Buffer.from(chunk));
  return output;
}

describe('the output of a command', () => {
  test('is cut at the beginning, at a character, at every limit (TERM-03)', () => {
    const text = 'aé€🌷z\r\nÄ🌷🌷';
    const size = Buffer.byteLength(text);
    for (let limit = 0; limit <= size + 1; limit += 1) {
      const output = printed(limit, text);
      const kept = output.text(true);
      expect(text.endsWith(kept)).toBe(true);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(limit);
      // Not more than a character less than there is room for.
      expect(Math.min(limit, size) - Buffer.byteLength(kept)).toBeLessThan(4);
      expect(output.isTruncated).toBe(limit < size);
    }
  });

  test('does not depend on the pieces in which it comes', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.constantFrom('\u001B[31m', '\u001B]0;title\u0007', '🌷'),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, fc.nat(80), fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (parts, limit, sizes) => {
        const bytes = Buffer.from(parts.join(''));
        const whole = printed(limit, bytes);
        const output = new OutputBuffer(limit);
        for (let start = 0; start < bytes.length;) {
          const size = sizes.next().value as number;
          output.push(bytes.subarray(start, start + size));
          start += size;
        }
        expect(output.text(true)).toBe(whole.text(true));
        expect(parts.join('').endsWith(whole.text(true))).toBe(true);
        expect(Buffer.byteLength(whole.text(true))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '\u001B[1;31m',
    '\u001B[?25h',
    '\u001B]8;;https://example.org\u0007',
    '\u001B]0;t\u001B\\',
    '\u001B(B',
    '\u001BM',
  ])('does not begin in the middle of the escape sequence %j', (sequence) => {
    const text = `before${sequence}after`;
    for (let limit = 'after'.length; limit < text.length; limit += 1) {
      const kept = printed(limit, text).text(true);
      const isWhole = limit >= `${sequence}after`.length;
      if (!isWhole) expect(kept).toBe('after');
      else expect(kept).toBe(text.slice(text.length - limit));
    }
  });

  test('keeps text behind a sequence that never ends', () => {
    expect(printed(10, `\u001B]0;${'x'.repeat(1000)}`).text(true)).toBe('x'.repeat(10));
    expect(printed(5, `\u001B[${'x'.repeat(100)}`).text(true)).toBe('xxxxx');
  });

  test('does not show half a character before the rest has come', () => {
    const tulip = Buffer.from('a🌷');
    for (let size = 1; size < 5; size += 1) {
      const output = printed(100, tulip.subarray(0, size));
      expect(output.text(false)).toBe('a');
      output.push(tulip.subarray(size));
      expect(output.text(false)).toBe('a🌷');
    }
    expect(printed(100, tulip.subarray(0, 3)).text(true)).toBe('a\u{FFFD}');
  });

  test('stays within the limit when it is no text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(100), fc.boolean(), (bytes, limit, isFinal) => {
        expect(Buffer.byteLength(printed(limit, bytes).text(isFinal))).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test('is read on from a position, as far as it is kept', () => {
    const output = printed(10, '0123456789');
    expect(output.read(4)).toEqual({ bytes: Buffer.from('456789'), start: 4 });
    output.push(Buffer.from('abcde'));
    expect(output.read(0)).toEqual({ bytes: Buffer.from('56789abcde'), start: 5 });
    expect(output.read(15)).toEqual({ bytes: Buffer.alloc(0), start: 15 });
  });

  test('is the same whether it is read on piece by piece or at once', () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9000 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.nat(60_000), (parts, limit) => {
        const output = new OutputBuffer(limit);
        const all = Buffer.concat(parts);
        let position = 0;
        for (const part of parts) {
          output.push(part);
          const { bytes, start } = output.read(position);
          expect(bytes.equals(all.subarray(start, output.end))).toBe(true);
          expect(start).toBe(Math.max(position, output.end - limit));
          position = output.end;
        }
        expect(output.read(0).bytes.equals(all.subarray(Math.max(0, all.length - limit)))).toBe(true);
      }),
    );
  });

  test('keeps the newest of very much', () => {
    const output = new OutputBuffer(1000);
    const piece = Buffer.alloc(64 * 1024, 'x');
    for (let index = 0; index < 1000; index += 1) output.push(piece);
    expect(output.end).toBe(64 * 1024 * 1000);
    expect(output.text(true)).toHaveLength(1000);
  });
});
