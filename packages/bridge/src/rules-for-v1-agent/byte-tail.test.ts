import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ByteTail } from './byte-tail.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('ByteTail', () => {
  test('keeps everything up to its limit', () => {
    const tail = new ByteTail(5);
    tail.push(bytesOf('abc'));
    tail.push(bytesOf('de'));
    expect(tail.text()).toBe('abcde');
    expect(tail.isTruncated).toBe(false);
  });

  test('cuts off the beginning, at a character', () => {
    const tail = new ByteTail(5);
    tail.push(bytesOf('aéé'));
    tail.push(bytesOf('x'));
    expect(tail.text()).toBe('ééx');
    tail.push(bytesOf('y'));
    expect(tail.text()).toBe('éxy');
    expect(tail.isTruncated).toBe(true);
  });

  test('leaves out a character whose end has not come', () => {
    const tail = new ByteTail(100);
    const euro = bytesOf('€');
    tail.push(bytesOf('1'));
    tail.push(euro.subarray(0, 2));
    expect(tail.text()).toBe('1');
    tail.push(euro.subarray(2));
    expect(tail.text()).toBe('1€');
  });

  test('keeps nothing when nothing is to be kept', () => {
    const tail = new ByteTail(0);
    tail.push(bytesOf('abc'));
    expect(tail.text()).toBe('');
    expect(tail.isTruncated).toBe(true);
  });

  test('keeps what was pushed, whatever becomes of the buffer', () => {
    for (const buffer of [bytesOf('abc'), Buffer.from('abc')]) {
      const tail = new ByteTail(10);
      tail.push(buffer);
      buffer.fill(0);
      expect(tail.text()).toBe('abc');
    }
  });

  test('is the end of all that was pushed, however it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 40 }),
        fc.integer({ min: 0, max: 50 }),
        (pieces, limit) => {
          const tail = new ByteTail(limit);
          for (const piece of pieces) tail.push(piece);
          const all = pieces.flatMap((piece) => [...piece]);
          expect([...tail.bytes()]).toEqual(all.slice(Math.max(0, all.length - limit)));
          expect(tail.isTruncated).toBe(all.length > limit);
        },
      ),
    );
  });
});
