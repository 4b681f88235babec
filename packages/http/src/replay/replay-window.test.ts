import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { memoryWindow } from './replay-window.ts';

const fill = (count: number, bytes = Infinity): ReturnType<typeof memoryWindow> => {
  const window = memoryWindow(bytes);
  for (let n = 1; n <= count; n += 1) window.append(`m${n}`);
  return window;
};

describe('a replay window in memory', () => {
  test('numbers messages from 1 and gives those after a number', () => {
    const window = fill(4);
    expect([...(window.after(0) ?? [])]).toEqual(['m1', 'm2', 'm3', 'm4']);
    expect([...(window.after(3) ?? [])]).toEqual(['m4']);
    expect([...(window.after(4) ?? [])]).toEqual([]);
  });

  test('does not know what was never added', () => {
    expect(fill(4).after(5)).toBeUndefined();
    expect(fill(4).after(-1)).toBeUndefined();
  });

  test('says that messages are gone instead of leaving them out', () => {
    const window = fill(4);
    window.trim(2);
    expect(window.after(1)).toBeUndefined();
    expect([...(window.after(2) ?? [])]).toEqual(['m3', 'm4']);
    expect([window.first, window.last]).toEqual([3, 4]);
  });

  test('keeps the newest message, however large', () => {
    const window = memoryWindow(10);
    window.append('small');
    window.append('x'.repeat(100));
    expect([...(window.after(1) ?? [])]).toEqual(['x'.repeat(100)]);
    expect(window.after(0)).toBeUndefined();
  });

  test('is empty, and goes on counting, after everything was trimmed', () => {
    const window = fill(3000);
    window.trim(5000);
    expect([window.bytes, window.first, window.last]).toEqual([0, 3001, 3000]);
    expect(window.append('next')).toBe(3001);
    expect([...(window.after(3000) ?? [])]).toEqual(['next']);
  });

  test('gives a long history back as it was, from any place', () => {
    const window = memoryWindow(Infinity);
    const texts = Array.from({ length: 2000 }, (_, n) => `${n} ${'Gärten 花园 '.repeat(n % 90)}`);
    for (const text of texts) window.append(text);
    window.trim(777);
    for (let n = 777; n <= texts.length; n += 101) expect([...(window.after(n) ?? [])]).toEqual(texts.slice(n));
    expect(window.bytes).toBe(texts.slice(777).join('').length);
  });

  test('gives back a mark of the byte order, and a message of any size', () => {
    const window = memoryWindow(Infinity);
    const texts = ['\u{feff}{}', 'x'.repeat(900_000), '', 'ü'.repeat(500_000), 'z'];
    for (const text of texts) window.append(text);
    expect([...(window.after(0) ?? [])]).toEqual(texts);
    window.trim(1);
    expect(window.bytes).toBe(1_400_001);
    window.trim(4);
    expect([window.bytes, window.first]).toEqual([1, 5]);
  });

  test('stops where it was trimmed while it is read', () => {
    const window = memoryWindow(Infinity);
    for (let n = 0; n < 2000; n += 1) window.append('x'.repeat(1000));
    let read = 0;
    for (const _text of window.after(0) ?? []) {
      read += 1;
      if (read === 500) window.trim(1500);
    }
    expect(read).toBe(500);
  });

  test('keeps what a reader still waits for, whatever its size', () => {
    const window = memoryWindow(10);
    window.append('x'.repeat(30), 0);
    window.append('y', 0);
    expect([...(window.after(0) ?? [])]).toEqual(['x'.repeat(30), 'y']);
    window.append('z', 1);
    expect(window.first).toBe(2);
  });

  test('agrees with a plain list under any use', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), size: fc.nat(40) }),
      fc.record({ kind: fc.constant('trim' as const), size: fc.nat(120) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 300 }), (steps, limit) => {
        const window = memoryWindow(limit);
        let kept: string[] = [];
        let last = 0;
        for (const { kind, size } of steps) {
          if (kind === 'append') {
            last += 1;
            kept.push('x'.repeat(size));
            window.append('x'.repeat(size));
            while (kept.join('').length > limit && kept.length > 1) kept.shift();
          } else {
            const first = last - kept.length + 1;
            kept = kept.slice(Math.max(0, Math.min(size, last) - first + 1));
            window.trim(size);
          }
          const first = last - kept.length + 1;
          expect([window.first, window.last, window.bytes]).toEqual([first, last, kept.join('').length]);
          expect([...(window.after(first - 1) ?? ['wrong'])]).toEqual(kept);
        }
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});
