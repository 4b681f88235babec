import { assert, array, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';

import { hunkLines } from './hunk-lines.ts';
import { patchLines } from './patch-lines.ts';

const shown = (patch: string): readonly string[] => hunkLines(patchLines(patch)).map(({ text }) => text);

/** A patch with a whole file of numbered lines, in which some are replaced. */
function wholeFile(count: number, ...replaced: readonly number[]): string {
  const lines = Array.from({ length: count }, (_, index) =>
    replaced.includes(index + 1) ? `-line ${index + 1}\n+LINE ${index + 1}\n` : ` line ${index + 1}\n`,
  );
  return `@@ -1,${count} +1,${count} @@ whole file\n${lines.join('')}`;
}

test('a change deep in a whole file is shown with three lines around it, and its place', () => {
  expect(shown(wholeFile(131, 101))).toEqual([
    '@@ -98,7 +98,7 @@',
    ' line 98',
    ' line 99',
    ' line 100',
    '-line 101',
    '+LINE 101',
    ' line 102',
    ' line 103',
    ' line 104',
  ]);
});

test('more lines around the changes are kept when they are asked for', () => {
  const lines = (context: number): number => hunkLines(patchLines(wholeFile(131, 101)), context).length;
  expect([lines(0), lines(3), lines(10), lines(Infinity)]).toEqual([3, 9, 23, 133]);
});

test('changes far from each other are separate hunks, near ones are one', () => {
  const heads = (patch: string): readonly string[] => shown(patch).filter((line) => line.startsWith('@@'));
  expect(heads(wholeFile(60, 1, 30, 60))).toEqual(['@@ -1,4 +1,4 @@', '@@ -27,7 +27,7 @@', '@@ -57,4 +57,4 @@']);
  expect(heads(wholeFile(60, 20, 27))).toEqual(['@@ -17,14 +17,14 @@']);
  expect(heads(wholeFile(60, 20, 28))).toEqual(['@@ -17,7 +17,7 @@', '@@ -25,7 +25,7 @@']);
});

test('hunks that are short already stay as they are, without the mark for programs', () => {
  expect(shown('@@ -1,2 +1,1 @@ whole file\n-a\n b\n')).toEqual(['@@ -1,2 +1,1 @@', '-a', ' b']);
  expect(shown('@@ -0,0 +1,2 @@\n+a\n+b\n')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b']);
  expect(shown('@@ -4,2 +4,2 @@ function cut()\n-a\n+b\n c\n')[0]).toBe('@@ -4,2 +4,2 @@ function cut()');
});

test('a missing line end is told with its line', () => {
  const marker = String.raw`\ No newline at end of file`;
  expect(
    shown(`@@ -1,3 +1,3 @@\n a\n b\n-c\n${marker}\n+d\n${marker}\n`).filter((line) => line === marker),
  ).toHaveLength(2);
  expect(shown(`@@ -1,9 +1,9 @@\n-a\n+A\n${' x\n'.repeat(8)}${marker}\n`)).not.toContain(marker);
});

test('no changed line is ever left out, and the heads count their lines', () => {
  assert(
    property(array(constantFrom(' ', ' ', ' ', ' ', '+', '-')), (signs) => {
      const [before, after] = ['+', '-'].map((other) => signs.filter((sign) => sign !== other).length);
      const patch = `@@ -5,${before} +5,${after} @@\n${signs.map((sign, index) => `${sign}${index}\n`).join('')}`;
      const lines = shown(patch);
      const changes = signs.flatMap((sign, index) => (sign === ' ' ? [] : [`${sign}${index}`]));
      expect(lines.filter((line) => /^[+-]/u.test(line))).toEqual(changes);
      for (const [index, line] of lines.entries()) {
        const [, old, oldCount, next, newCount] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/u.exec(line) ?? [];
        if (old === undefined || changes.length === 0) continue;
        const end = lines.findIndex((each, place) => place > index && each.startsWith('@@'));
        const body = lines.slice(index + 1, end === -1 ? undefined : end);
        expect([oldCount, newCount]).toEqual(
          ['+', '-'].map((other) => String(body.filter((each) => !each.startsWith(other)).length)),
        );
        const first = Number(body[0]?.slice(1));
        const shift = (other: string, count: string | undefined): number =>
          5 + signs.slice(0, first).filter((sign) => sign !== other).length - (count === '0' ? 1 : 0);
        const [wantedOld, wantedNew] = [shift('+', oldCount), shift('-', newCount)];
        if (body.length < signs.length) expect([Number(old), Number(next)]).toEqual([wantedOld, wantedNew]);
      }
    }),
  );
});
