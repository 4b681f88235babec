import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';

import { wordChanges, type Range } from './word-changes.ts';

const partsOf = (text: string, ranges: readonly Range[]): readonly string[] =>
  ranges.map(({ from, to }) => text.slice(from, to));

test.each([
  ['const rose = "red";', 'const rose = "white";', ['red'], ['white']],
  ['return a + b;', 'return a + b + c;', [], [' + c']],
  ['the old red rose of it', 'the new white rose of it', ['old', 'red'], ['new', 'white']],
  ['одна старая роза', 'одна новая роза', ['старая'], ['новая']],
  ['same', 'same', [], []],
])('%j and %j differ in words', (removed, added, before, after) => {
  const changes = wordChanges(removed, added);
  expect(partsOf(removed, changes?.removed ?? [])).toEqual(before);
  expect(partsOf(added, changes?.added ?? [])).toEqual(after);
});

test('lines that have nothing to do with each other are not compared', () => {
  expect(wordChanges('import { rose } from "garden";', '// Nothing grows here.')).toBeUndefined();
  expect(wordChanges('a '.repeat(500), 'b '.repeat(500))).toBeUndefined();
  expect(wordChanges('long, '.repeat(99) + 'a b '.repeat(60), 'long, '.repeat(99) + 'c d '.repeat(60))).toBeUndefined();
});

test('what is left without the changed words is the same in both lines', () => {
  const text = string({ unit: 'grapheme', maxLength: 40 });
  const without = (line: string, ranges: readonly Range[]): string =>
    ranges.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), line);
  assert(
    property(text, text, text, (start, middle, end) => {
      const [removed, added] = [`${start} ${end}`, `${start} ${middle} ${end}`];
      const changes = wordChanges(removed, added);
      if (changes === undefined) return;
      expect(without(removed, changes.removed)).toBe(without(added, changes.added));
    }),
  );
});
