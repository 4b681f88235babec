import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { text } from '../convert/arbitraries.test-support.ts';
import { readGitPatch, readSections, writeGitPatch, type PatchedFile } from './git-patch.ts';
import { readPlainPatch } from './unified-patch.ts';

const path = fc.constantFrom(
  '/a',
  '/a b',
  'a/x',
  'b/y z',
  '/a ',
  ' /a',
  '/"a"',
  '/t\tb',
  '/ü',
  '/dev/null',
  '/a\vb',
  '/a\r',
);
const change = fc
  .record({ path, oldText: fc.option(text, { nil: undefined }), newText: fc.option(text, { nil: undefined }) })
  .filter(({ oldText, newText }) => oldText !== newText);

/** Lines that are left out, doubled, put elsewhere or written over. */
const spoiling = fc.array(
  fc.record({
    at: fc.nat({ max: 40 }),
    to: fc.nat({ max: 40 }),
    how: fc.constantFrom('leave out', 'double', 'move', 'replace'),
    line: fc.constantFrom(
      '',
      ' ',
      '-a',
      '+a',
      'a',
      '\\ No newline at end of file',
      '@@ -1,1 +1,1 @@',
      '@@ -1 +1 @@',
      '@@ -1,1 +1,1 @@ whole file',
      '@@ -2,1 +2,1 @@ whole file',
      'index abcd..ef01',
      'index 1234567..89abcde 100755',
      'new file mode 100755',
      '--- "/a"',
      '+++ /dev/null',
      'rename from /a',
      'Binary files differ',
    ),
  }),
  { maxLength: 3 },
);

function spoil(patch: string, steps: typeof spoiling extends fc.Arbitrary<infer S> ? S : never): string {
  const lines = patch.split('\n');
  for (const { at, to, how, line } of steps) {
    const place = at % lines.length;
    const [old = ''] = lines.slice(place, place + 1);
    if (how === 'double') lines.splice(place, 0, old);
    else lines.splice(place, 1, ...(how === 'replace' ? [line] : []));
    if (how === 'move') lines.splice(to % (lines.length + 1), 0, old);
  }
  return lines.join('\n');
}

const gist = (files: readonly PatchedFile[], oldText: string): unknown =>
  files.map((file) => ({ ...file, apply: file.apply(oldText) }));

describe('a plain patch', () => {
  test('is read as the library reads it, also when something is wrong with it', () => {
    fc.assert(
      fc.property(change, spoiling, (made, steps) => {
        const patch = spoil(writeGitPatch(made), steps);
        const oldText = made.oldText ?? '';
        expect(gist(readGitPatch(patch), oldText)).toEqual(gist(readSections(patch), oldText));
      }),
      { numRuns: 1000 },
    );
  });

  test('is every patch that is written here for a file with a usual name', () => {
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        fc.pre(oldText !== newText);
        expect(readPlainPatch(writeGitPatch({ path: '/work/a file.ts', oldText, newText }))).toMatchObject({
          name: '/work/a file.ts',
          oldText,
          newText,
        });
      }),
    );
  });

  test('with two files, two hunks or a quoted name is not plain', () => {
    const one = writeGitPatch({ path: '/one', oldText: 'a', newText: 'b' });
    expect(readPlainPatch(one)).toBeDefined();
    expect(readPlainPatch(one + one)).toBeUndefined();
    expect(readPlainPatch(`${one}@@ -3,1 +3,1 @@\n-c\n+d\n`)).toBeUndefined();
    expect(readPlainPatch(writeGitPatch({ path: '/"one"', oldText: 'a', newText: 'b' }))).toBeUndefined();
  });

  test('is told from a hostile one in no time', () => {
    for (const hostile of [
      'diff --git '.repeat(100_000),
      `diff --git a a\n--- ${' '.repeat(1_000_000)}x\n+++ x\n@@ `,
    ]) {
      expect(readPlainPatch(hostile)).toBeUndefined();
      expect(readPlainPatch(`${hostile}\n@@ -1,1 +1,1 @@\n-a\n+b\n`)).toBeUndefined();
    }
  });
});
