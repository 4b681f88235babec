/** Files on a real disk. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anchorings, createSampleProject, openFiles } from '../sample-project.test-support.ts';

describe.each(anchorings)('held by %s, a file', (anchoring) => {
  test('is read whole, with what is known about it', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'one\r\ntwo\r\n' });
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.read(project.at('a.txt'))).toEqual({
      text: 'one\r\ntwo\r\n',
      path: project.at('a.txt'),
      bytes: 10,
      isTruncated: false,
      totalLines: 2,
      lineEnding: 'crlf',
      hasByteOrderMark: false,
      version: expect.any(String),
    });
  });

  test.each([
    [{ line: 2 }, 'two\nthree', false],
    [{ limit: 1 }, 'one\n', true],
    [{ line: 2, limit: 1 }, 'two\n', true],
    [{ line: 3, limit: 5 }, 'three', false],
    [{ line: 9 }, '', false],
    [{ limit: 0 }, '', true],
  ])('is read in part with %j (FS-03)', async (options, text, isTruncated) => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'one\ntwo\nthree' });
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.read('a.txt', options)).toMatchObject({ text, isTruncated, totalLines: 3 });
  });

  test('that is too large is read in part only, as if it were not', async () => {
    const lines = fc.array(fc.constantFrom('a\n', 'bb\n', 'é\n', '\n', 'long line 🌷\n', 'no end '), {
      minLength: 30,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 70 }), fc.nat(5), async (parts, line, limit) => {
        using project = createSampleProject();
        project.write({ 'a.txt': parts.join('') });
        const { files: small } = await openFiles(project.root, anchoring, { fileBytes: 20 });
        const { files } = await openFiles(project.root, anchoring);
        const whole = await files.read('a.txt', { line, limit });
        if (whole.bytes <= 20) return;
        const part = await small.read('a.txt', { line, limit });
        const { text, isTruncated } = whole;
        if (Buffer.byteLength(text) <= 20) expect(part).toMatchObject({ text, isTruncated });
        else expect(text.startsWith(part.text) && part.isTruncated).toBe(true);
        expect(part.version).toBe('');
        await expect(small.write('a.txt', 'x', { ifVersion: '' })).rejects.toMatchObject({ code: 'changed' });
        await expect(small.read('a.txt')).rejects.toMatchObject({ code: 'too-large' });
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    [{ line: 3, limit: 1 }, '3333333\n', false],
    [{ line: 2, limit: 1 }, '2222222\n', true],
    [{ line: 4, limit: 1 }, '', false],
    [{ line: 3, limit: 0 }, '', true],
    [{ line: 4, limit: 0 }, '', false],
  ])('that is too large says with %j whether more lines follow', async (range, text, isTruncated) => {
    using project = createSampleProject();
    project.write({ 'a.txt': '1111111\n2222222\n3333333\n' });
    const { files } = await openFiles(project.root, anchoring, { fileBytes: 20 });
    expect(await files.read('a.txt', range)).toMatchObject({ text, isTruncated });
  });

  test.each([
    ['bytes', new Uint8Array([1, 0, 2]), /is not a text file/u],
    ['Latin-1', new Uint8Array([0x67, 0x72, 0xfc, 0x6e]), /is not UTF-8 text/u],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), /is UTF-16/u],
  ])('of %s is refused as binary', async (_what, bytes, message) => {
    using project = createSampleProject();
    project.write({ data: bytes });
    const { files } = await openFiles(project.root, anchoring);
    await expect(files.read('data')).rejects.toMatchObject({ code: 'binary', message: expect.stringMatching(message) });
  });

  test('that is none says in one sentence what it is', async () => {
    using project = createSampleProject();
    project.write({ 'folder/a.txt': '' });
    execFileSync('sh', ['-c', 'mkfifo "$0"', project.at('pipe')]);
    const { files } = await openFiles(project.root, anchoring);
    await expect(files.read('nothing.txt')).rejects.toMatchObject({
      code: 'missing',
      message: 'nothing.txt does not exist; list its folder to see what does.',
      path: 'nothing.txt',
    });
    await expect(files.read('no/such/folder.txt')).rejects.toMatchObject({ code: 'missing' });
    await expect(files.read('folder')).rejects.toMatchObject({ code: 'is-a-directory' });
    await expect(files.read('.')).rejects.toMatchObject({ code: 'is-a-directory' });
    await expect(files.write('folder', '')).rejects.toMatchObject({ code: 'is-a-directory' });
    await expect(files.read('folder/a.txt/b')).rejects.toMatchObject({ code: 'not-a-directory' });
    await expect(files.write('folder/a.txt/b', '')).rejects.toMatchObject({ code: 'not-a-directory' });
    await expect(files.list('folder/a.txt')).rejects.toMatchObject({ code: 'not-a-directory' });
    await expect(files.read('pipe')).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(files.write('pipe', '')).rejects.toMatchObject({ code: 'not-a-file' });
    await expect(files.delete('folder')).rejects.toMatchObject({ code: 'not-empty' });
    await expect(files.delete('nothing.txt')).rejects.toMatchObject({ code: 'missing' });
    await expect(files.read('folder/a.txt', { line: 0 })).rejects.toMatchObject({ code: 'invalid' });
    await expect(files.read('folder/a.txt', { limit: 1.5 })).rejects.toMatchObject({ code: 'invalid' });
    await expect(files.write('x'.repeat(300), '')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is written with the folders on the way, and leaves nothing else behind (FS-04)', async () => {
    using project = createSampleProject();
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.write('new/folder/a.txt', 'grün\n')).toMatchObject({
      path: project.at('new/folder/a.txt'),
      bytes: 6,
      isNew: true,
    });
    expect(readdirSync(project.at('new/folder'))).toEqual(['a.txt']);
    expect(await files.write('new/folder/a.txt', 'rot\n')).toMatchObject({ isNew: false });
    expect(readFileSync(project.at('new/folder/a.txt'), 'utf8')).toBe('rot\n');
    expect(readdirSync(project.at('new/folder'))).toEqual(['a.txt']);
  });

  test('with the longest name that there can be is written', async () => {
    using project = createSampleProject();
    const { files } = await openFiles(project.root, anchoring);
    for (const name of ['n'.repeat(255), '\u{1F337}'.repeat(63)]) {
      await files.write(name, 'x');
      expect((await files.read(name)).text).toBe('x');
    }
  });

  test('keeps its mode', async () => {
    using project = createSampleProject();
    project.write({ 'run.sh': '#!/bin/sh\n' });
    chmodSync(project.at('run.sh'), 0o750);
    const { files } = await openFiles(project.root, anchoring);
    await files.write('run.sh', '#!/bin/sh\nexit 1\n');
    expect((await files.stat('run.sh')).mode).toBe(0o750);
  });

  test('keeps its line endings and its byte order mark', async () => {
    using project = createSampleProject();
    project.write({ 'dos.txt': '\u{FEFF}a\r\nb\r\n', 'unix.txt': 'a\n', 'mixed.txt': 'a\r\nb\n' });
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.read('dos.txt')).toMatchObject({ text: 'a\r\nb\r\n', hasByteOrderMark: true });
    await files.write('dos.txt', 'x\ny\r\n');
    await files.write('unix.txt', 'x\r\n');
    await files.write('mixed.txt', 'x\ny\r\n');
    expect(readFileSync(project.at('dos.txt'), 'utf8')).toBe('\u{FEFF}x\r\ny\r\n');
    expect(readFileSync(project.at('unix.txt'), 'utf8')).toBe('x\n');
    expect(readFileSync(project.at('mixed.txt'), 'utf8')).toBe('x\ny\r\n');
    await files.write('dos.txt', 'x\n', { lineEndings: 'as-given' });
    expect(readFileSync(project.at('dos.txt'), 'utf8')).toBe('x\n');
  });

  test('is written through a link, which stays', async () => {
    using project = createSampleProject();
    project.write({ 'real/a.txt': 'old' });
    symlinkSync('real/a.txt', project.at('link.txt'));
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.write('link.txt', 'new')).toMatchObject({ path: project.at('real/a.txt') });
    expect(readFileSync(project.at('real/a.txt'), 'utf8')).toBe('new');
    expect((await files.list('.')).entries).toContainEqual({ name: 'link.txt', kind: 'link' });
  });

  test('that changed since it was read is not overwritten', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'one' });
    const { files } = await openFiles(project.root, anchoring);
    const { version } = await files.read('a.txt', { limit: 0 });
    const written = await files.write('a.txt', 'two', { ifVersion: version });
    await expect(files.write('a.txt', 'three', { ifVersion: version })).rejects.toMatchObject({ code: 'changed' });
    writeFileSync(project.at('a.txt'), 'TWO');
    await expect(files.write('a.txt', 'three', { ifVersion: written.version })).rejects.toMatchObject({
      code: 'changed',
    });
    await expect(files.write('gone.txt', 'three', { ifVersion: version })).rejects.toMatchObject({ code: 'changed' });
    await expect(files.write('a.txt', '', { ifAbsent: true })).rejects.toMatchObject({ code: 'exists' });
    expect(readFileSync(project.at('a.txt'), 'utf8')).toBe('TWO');
    expect(readdirSync(project.root)).toEqual(['a.txt']);
  });

  test('is moved, but over nothing that exists unless that is meant', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'a', 'b.txt': 'b', 'folder/c.txt': 'c' });
    const { files } = await openFiles(project.root, anchoring);
    await expect(files.move('a.txt', 'b.txt')).rejects.toMatchObject({ code: 'exists' });
    await files.move('a.txt', 'b.txt', { overwrite: true });
    await files.move('b.txt', 'new/entry.txt');
    await files.move('folder', 'new/folder');
    expect(readFileSync(project.at('new/entry.txt'), 'utf8')).toBe('a');
    expect(readFileSync(project.at('new/folder/c.txt'), 'utf8')).toBe('c');
    await expect(files.move('new', 'new/folder/inside')).rejects.toMatchObject({ code: 'invalid' });
    await expect(files.move('nothing', 'x')).rejects.toMatchObject({ code: 'missing' });
  });

  test('is listed and described', async () => {
    using project = createSampleProject();
    project.write({ 'b.txt': 'bb', 'a/x': '' });
    const { files } = await openFiles(project.root, anchoring);
    expect(await files.list('.')).toEqual({
      path: project.root,
      entries: [
        { name: 'a', kind: 'directory' },
        { name: 'b.txt', kind: 'file' },
      ],
      isTruncated: false,
    });
    expect(await files.stat('b.txt')).toMatchObject({
      kind: 'file',
      bytes: 2,
      modifiedAt: statSync(project.at('b.txt')).mtime,
    });
    expect(await files.stat('.')).toMatchObject({ kind: 'directory' });
    const { files: few } = await openFiles(project.root, anchoring, { entries: 1 });
    expect(await few.list('.')).toMatchObject({ isTruncated: true, entries: [expect.anything()] });
  });

  test('is left alone when it was called off', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'a' });
    const { files } = await openFiles(project.root, anchoring);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(files.read('a.txt', { signal })).rejects.toThrow('enough');
    await expect(files.write('a.txt', 'b', { signal })).rejects.toThrow('enough');
    await expect(files.delete('a.txt', { signal })).rejects.toThrow('enough');
    expect(readFileSync(project.at('a.txt'), 'utf8')).toBe('a');
  });
});

test('holds no folder and no file open after its work, whether that succeeded or not', async () => {
  using project = createSampleProject();
  project.write({ 'a.txt': 'a', 'folder/b.txt': 'b' });
  symlinkSync('/etc', project.at('link'));
  const { roots, files } = await openFiles(project.root, 'handle');
  const before = readdirSync('/proc/self/fd').length;
  await files.read('a.txt');
  await files.write('x/y/z.txt', 'z');
  await files.list('folder');
  await files.delete('x', { recursive: true });
  const failures = [files.read('folder'), files.read('link/passwd'), files.write('a.txt/x', ''), roots.resolve('..')];
  expect((await Promise.allSettled(failures)).map(({ status }) => status)).toEqual(failures.map(() => 'rejected'));
  // Something else may have a file open for a moment; what is lost stays open.
  await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before);
});
