import { expect, test } from 'vitest';

import { CollectedBytes } from './collected-bytes.ts';

const kibibyte = 1024;

/** Numbers that repeat with a period that no size of a part divides. */
const bytesOf = (size: number, start = 0): Uint8Array => Uint8Array.from({ length: size }, (_, n) => (start + n) % 251);

function collect(sizes: readonly number[]): { collected: CollectedBytes; whole: Uint8Array } {
  const collected = new CollectedBytes();
  let size = 0;
  for (const part of sizes) {
    collected.add(bytesOf(part, size));
    size += part;
  }
  return { collected, whole: bytesOf(size) };
}

const shapes: readonly (readonly [string, readonly number[]])[] = [
  ['nothing', []],
  ['one byte', [1]],
  ['one large part', [64 * kibibyte]],
  ['bytes one at a time', Array.from({ length: 300_000 }, () => 1)],
  ['parts of seven bytes', Array.from({ length: 50_000 }, () => 7)],
  ['a byte between large parts', Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 1 : 4 * kibibyte))],
  ['a byte between parts that just miss a block', Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 1 : 65_536))],
  ['parts that grow', Array.from({ length: 900 }, (_, n) => n)],
  ['empty parts between others', [0, 3, 0, 5000, 0, 0, 2]],
];

test.each(shapes)('%s: are taken as they came, and cost about their size', (_name, sizes) => {
  const { collected, whole } = collect(sizes);
  expect(collected.size).toBe(whole.length);
  expect(collected.retainedBytes).toBeLessThanOrEqual(2.5 * whole.length + kibibyte);
  expect(Buffer.compare(collected.first(10_000), whole.subarray(0, 10_000))).toBe(0);
  expect(Buffer.compare(collected.take(), whole)).toBe(0);
  expect([collected.size, collected.retainedBytes, collected.take().length]).toEqual([0, 0, 0]);
});

test('a small part of a large buffer does not keep the buffer', () => {
  const collected = new CollectedBytes();
  const pool = Buffer.alloc(kibibyte * kibibyte);
  for (let n = 0; n < 10; n += 1) collected.add(pool.subarray(n * 5000, n * 5000 + 5000));
  expect(collected.retainedBytes).toBeLessThan(150_000);
});

test('parts are few, however small they come', () => {
  const { collected } = collect(Array.from({ length: 1_000_000 }, () => 1));
  expect(collected.retainedBytes).toBeLessThan(1_100_000);
});

test('a part may be written to again if it was small', () => {
  const collected = new CollectedBytes();
  const part = Uint8Array.of(1, 2, 3);
  collected.add(part);
  part.fill(9);
  expect([...collected.take()]).toEqual([1, 2, 3]);
});
