import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { hunkAt, hunksBetween, plainText, withEditsOutside, withHunk, withoutHunk } from './hunks.ts';

const before = 'red\nstays\nyellow\n';
const after = 'white\nstays\nblue\nnew\n';

test('neighbouring changed lines are one hunk, with its place in both texts', () => {
  expect(hunksBetween(before, after)).toEqual([
    { oldStart: 0, oldLines: ['red\n'], newStart: 0, newLines: ['white\n'] },
    { oldStart: 2, oldLines: ['yellow\n'], newStart: 2, newLines: ['blue\n', 'new\n'] },
  ]);
  expect(hunksBetween(before, before)).toEqual([]);
});

test('accepting the last hunk leaves the first one, and rejecting it puts the old lines back', () => {
  const [first, last] = hunksBetween(before, after);
  if (first === undefined || last === undefined) throw new Error('There are two hunks.');
  expect(withHunk(before, last)).toBe('red\nstays\nblue\nnew\n');
  expect(withoutHunk(after, last)).toBe('white\nstays\nyellow\n');
  expect(hunkAt([first, last], 3)).toBe(last);
  expect(hunkAt([first, last], 1)).toBe(first);
  expect(hunkAt([], 0)).toBeUndefined();
});

test('edits outside the hunks are made in the old text too, and those that touch a hunk belong to it', () => {
  const [old, changed] = ['red\na\nb\nc\nyellow\n', 'white\nnew\na\nb\nc\nblue\n'];
  const now = 'white\nnew\na\nmine\nc\nblue\n';
  expect(withEditsOutside(old, changed, now)).toBe('red\na\nmine\nc\nyellow\n');
  expect(withEditsOutside(old, changed, 'white!\nnew\na\nb\nc\nblue\n')).toBe(old);
  expect(withEditsOutside('', changed, now)).toBe('');
});

test('line breaks of Windows are compared like others', () => {
  expect(hunksBetween(plainText('a\r\nb\r\n'), plainText('a\nc\n'))).toMatchObject([{ newStart: 1 }]);
});

test('a very long text is one hunk, so that the editor does not stand still', () => {
  const [long, other] = ['a\nx\na\n', 'b\nx\nb\n'];
  expect([hunksBetween(long, other).length, hunksBetween(long, other, 10).length]).toEqual([2, 1]);
});

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`));

test('whatever is accepted and rejected in whatever order, both texts end as the decisions say', () => {
  fc.assert(
    fc.property(texts, texts, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (old, changed, decisions) => {
      let [kept, now] = [old, changed];
      for (const isAccepted of decisions) {
        const [hunk] = hunksBetween(kept, now);
        if (hunk === undefined) break;
        const count = hunksBetween(kept, now).length;
        if (isAccepted) kept = withHunk(kept, hunk);
        else now = withoutHunk(now, hunk);
        expect(hunksBetween(kept, now).length).toBeLessThanOrEqual(count);
      }
      expect(kept).toBe(now);
      if (decisions.every(Boolean)) expect(kept).toBe(changed);
      if (!decisions.some(Boolean)) expect(now).toBe(old);
    }),
    { numRuns: 60 },
  );
});

test('an edit of the user makes no hunk more, unless it touches one', () => {
  fc.assert(
    fc.property(texts, texts, texts, (old, changed, now) => {
      const kept = withEditsOutside(old, changed, now);
      if (old === changed) expect(kept).toBe(now);
      if (changed === now) expect(kept).toBe(old);
    }),
    { numRuns: 60 },
  );
});
