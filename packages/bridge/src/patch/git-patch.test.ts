import { createHash } from 'node:crypto';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { text } from '../convert/arbitraries.test-support.ts';
import { blobId, portableBlobId } from './git-blob.ts';
import { readGitPatch, writeGitPatch } from './git-patch.ts';

const path = '/work/a file.ts';

describe.each([
  ['blobId', blobId],
  ['portableBlobId, which every runtime can do,', portableBlobId],
])('%s', (_, nameOf) => {
  test('is what git names the content', () => {
    expect(nameOf('')).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (content) => {
        const hash = createHash('sha1')
          .update(`blob ${Buffer.byteLength(content)}\0`)
          .update(content)
          .digest('hex');
        expect(nameOf(content)).toBe(hash);
      }),
    );
  });
});

test('both ways to name a content agree, also about what is no text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (content) => {
        expect(portableBlobId(content)).toBe(blobId(content));
      },
    ),
  );
});

describe('a git patch', () => {
  test('gives both texts back', () => {
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        fc.pre(oldText !== newText);
        const [file, ...others] = readGitPatch(writeGitPatch({ path, oldText, newText }));
        expect(others).toEqual([]);
        expect(file?.path).toBe(path);
        expect(file?.change).toEqual({ path, oldText, newText });
        expect(file?.apply(oldText)).toBe(newText);
      }),
    );
  });

  test('gives both texts back when there was no time to compare them', () => {
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        fc.pre(oldText !== newText);
        const [file] = readGitPatch(writeGitPatch({ path, oldText, newText }, -1));
        expect(file?.change).toEqual({ path, oldText, newText });
        expect(file?.apply(oldText)).toBe(newText);
      }),
    );
  });

  test('gives the text of a new file and of a deleted one back', () => {
    fc.assert(
      fc.property(text, (content) => {
        const added = { path, oldText: undefined, newText: content };
        const deleted = { path, oldText: content, newText: undefined };
        expect(readGitPatch(writeGitPatch(added))[0]?.change).toEqual(added);
        expect(readGitPatch(writeGitPatch(deleted))[0]?.change).toEqual(deleted);
      }),
    );
  });

  test.each([
    '/plain',
    '/with space/b c',
    '/ünï/"quoted"',
    '/tab\there',
    String.raw`C:\work\a.ts`,
    '/a b/a b/a b',
    '/a ',
    '/a  /b ',
  ])('names the file %j', (name) => {
    const modified = { path: name, oldText: 'a\n', newText: 'b\n' };
    const empty = { path: name, oldText: undefined, newText: '' };
    expect(readGitPatch(writeGitPatch(modified))[0]?.change).toEqual(modified);
    expect(readGitPatch(writeGitPatch(empty))[0]?.change).toEqual(empty);
  });

  test('looks as git prints it, and says that it has the whole file', () => {
    expect(writeGitPatch({ path: '/work/a.ts', oldText: 'a\nb\n', newText: 'a\nc' }, 10_000)).toBe(
      [
        'diff --git /work/a.ts /work/a.ts',
        '--- /work/a.ts',
        '+++ /work/a.ts',
        '@@ -1,2 +1,2 @@ whole file',
        ' a',
        '-b',
        '+c',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    );
  });

  test('of a long file has only the surroundings, and is applied to the text it was made for', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
    const oldText = lines.join('\n');
    const newText = oldText.replace('line 10000', 'changed');
    const patch = writeGitPatch({ path, oldText, newText }, 10_000);
    expect(patch.length).toBeLessThan(500);
    const [file] = readGitPatch(patch);
    expect(file?.change).toBeUndefined();
    expect(file?.apply(oldText)).toBe(newText);
    expect(file?.apply(oldText.replace('line 9999', 'another'))).toBeUndefined();
  });

  test('that does not say what the file was proves nothing, but can be applied', () => {
    const patch = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
    const [file] = readGitPatch(patch);
    expect(file).toMatchObject({ path: 'x', text: patch, change: undefined });
    expect(file?.apply('a\n')).toBe('b\n');
    expect(file?.apply('z\n')).toBeUndefined();
  });

  test('of git, whose hunk has the name that the file is said to have, has both texts', () => {
    const patchOf = (name: string): string =>
      `diff --git a/x b/x\nindex ${name}..61780798 100644\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@ whole file\n-a\n+b\n`;
    expect(readGitPatch(patchOf('78981922'))[0]?.change).toEqual({ path: 'x', oldText: 'a\n', newText: 'b\n' });
    expect(readGitPatch(patchOf('12345678'))[0]?.change).toBeUndefined();
  });

  test('that says it has the whole file is for no other', () => {
    const [file] = readGitPatch(writeGitPatch({ path, oldText: 'a\n', newText: 'b\n' }));
    expect(file?.apply('a\n')).toBe('b\n');
    expect(file?.apply('a\nc\n')).toBeUndefined();
  });

  test('does not say so further down, where git names the function that a hunk is in', () => {
    const patch = 'diff --git /x /x\n--- /x\n+++ /x\n@@ -7,1 +7,1 @@ whole file\n-a\n+b\n';
    expect(readGitPatch(patch)[0]?.change).toBeUndefined();
  });

  test('with several files is read file by file', () => {
    const one = writeGitPatch({ path: '/one', oldText: 'a', newText: 'b' });
    const two = writeGitPatch({ path: '/two', oldText: undefined, newText: 'diff --git /x /x\n' });
    const files = readGitPatch(one + two);
    expect(files.map((file) => file.text)).toEqual([one, two]);
    expect(files.map((file) => file.path)).toEqual(['/one', '/two']);
  });

  test.each(['\r', '\u2028', '\u2029'])('takes %j for a part of a line', (end) => {
    const hunk = (line: number, added: string): string => `@@ -${line},1 +${line},1 @@\n-x\n+${added}\n`;
    for (const said of [
      '@@ -1,3 +1,3 @@ whole file',
      'diff --git /b /b',
      'index 12345..12345',
      'new mode 100755',
      '--- /b',
    ]) {
      const added = `y${end}${said}`;
      const patch = `diff --git /a /a\n--- /a\n+++ /a\n${hunk(2, added)}${hunk(3, '-- /b')}`;
      for (const given of [patch, patch.slice(0, patch.indexOf('@@ -3'))]) {
        const [file, ...others] = readGitPatch(given);
        expect(others).toEqual([]);
        expect(file).toMatchObject({ path: '/a', text: given, mode: undefined, change: undefined });
        expect(file?.apply('x\nx\nx\n')).toBe(`x\n${added}\n${given === patch ? '-- /b' : 'x'}\n`);
      }
      const change = { path: `/a${end}${said}`, oldText: undefined, newText: `${added}\n` };
      const [whole, ...more] = readGitPatch(writeGitPatch(change));
      expect(more).toEqual([]);
      expect(whole).toMatchObject({ mode: undefined, change });
    }
  });

  test('whose hunks go back is not applied', () => {
    const hunk = (start: number): string => `@@ -${start},1 +${start},1 @@\n-x\n+y\n`;
    const oldText = 'x\n'.repeat(1000);
    const patchOf = (...starts: number[]): string => `diff --git /a /a\n--- /a\n+++ /a\n${starts.map(hunk).join('')}`;
    expect(readGitPatch(patchOf(1, 1000))[0]?.apply(oldText)).toBe(`y\n${'x\n'.repeat(998)}y\n`);
    for (const starts of [
      [1000, 1],
      [1, 1],
      [1, 5000],
    ]) {
      expect(readGitPatch(patchOf(...starts))[0]?.apply(oldText)).toBeUndefined();
    }
  });

  test.each([
    '',
    'no patch',
    'diff --git \n',
    'diff --git a b\n@@ nonsense',
    'diff --git a b\n--- a\n+++ b\n@@ -1,9 +1,9 @@\n-a\n',
  ])('that cannot be read is kept as text: %j', (broken) => {
    for (const file of readGitPatch(broken)) {
      expect(broken).toContain(file.text);
      expect(file.change).toBeUndefined();
      expect(file.apply('')).toBeUndefined();
    }
  });
});
