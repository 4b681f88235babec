import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Text } from './text.ts';
import { readDiff, writeDiff } from './unified-diff.ts';

describe('a diff', () => {
  test('shows what changed between three lines of what did not', () => {
    const before = Text.from('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    const after = Text.from('1\n2\n3\n4\nfive\n6\n7\n8\n9\n');
    expect(writeDiff('a.txt', before, after)).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8',
    );
  });

  test('of equal texts is none', () => {
    expect(writeDiff('a', Text.from('x'), Text.from('x'))).toBeUndefined();
  });

  test('says that the last line has no end', () => {
    expect(writeDiff('a', Text.from('x'), Text.from('y'))).toBe(
      '--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file',
    );
  });

  test('is read as it was written', () => {
    const line = fc.constantFrom('a', 'b', '-- c', '++ d');
    const lines = fc.array(line, { maxLength: 12 }).map((all) => all.map((each) => `${each}\n`));
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const diff = writeDiff('f', Text.from(left.join('')), Text.from(right.join('')));
        const now = left.map((each) => each.trimEnd());
        for (const { line: at, removed, added } of readDiff(diff ?? '').toReversed()) {
          expect(now.slice(at, at + removed.length)).toEqual(removed);
          now.splice(at, removed.length, ...added);
        }
        expect(now).toEqual(right.map((each) => each.trimEnd()));
      }),
    );
  });

  test('without headers, with wrong counts and with several hunks is read all the same', () => {
    expect(readDiff('-a\n+b')).toEqual([{ line: 0, removed: ['a'], added: ['b'] }]);
    expect(readDiff('--- a/f\n+++ b/f\n@@ -3,0 +3,1 @@\n+    let x = 42;')).toEqual([
      { line: 3, removed: [], added: ['    let x = 42;'] },
    ]);
    expect(readDiff('@@ -9,7 +9,99 @@\n x\n-a\n+b\n@@ -20 +20 @@\n-c\n\\ No newline at end of file')).toEqual([
      { line: 9, removed: ['a'], added: ['b'] },
      { line: 19, removed: ['c'], added: [] },
    ]);
  });

  test('of lines that start with two signs is not taken for the names of files', () => {
    expect(readDiff('--- a/q.sql\n+++ b/q.sql\n@@ -4,4 +4,3 @@\n a\n--- comment\n b\n-c\n+d')).toEqual([
      { line: 4, removed: ['-- comment'], added: [] },
      { line: 6, removed: ['c'], added: ['d'] },
    ]);
    expect(readDiff('@@ -1,2 +1,2 @@\n--- a\n+++ b\n x\n@@ -9 +9 @@\n--- c\n+++ d\n@@ -20 +20 @@\n-e\n+f')).toEqual([
      { line: 0, removed: ['-- a'], added: ['++ b'] },
      { line: 8, removed: ['-- c'], added: ['++ d'] },
      { line: 19, removed: ['e'], added: ['f'] },
    ]);
  });

  test('of several files has their names between the hunks, also after wrong counts', () => {
    const second = '--- a/g\n+++ b/g\n@@ -5 +5 @@\n-c\n+d';
    for (const count of ['1', '1,7', '1,0']) {
      expect(readDiff(`--- a/f\n+++ b/f\n@@ -${count} +1 @@\n-a\n+b\n${second}`)).toMatchObject([
        { removed: ['a'], added: ['b'] },
        { line: 4, removed: ['c'], added: ['d'] },
      ]);
    }
  });
});
