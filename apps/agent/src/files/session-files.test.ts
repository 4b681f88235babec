/** Files of a session where the editor offers its buffers, by a client of version 1, and where it does not. */
import { RpcError } from '@acp-stack/rpc';
import type { EditorFiles } from '@acp-stack/sdk';
import { openWorkspace } from '@acp-stack/workspace';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SessionFiles } from './session-files.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'garden-')));
  await writeFile(join(cwd, 'rose.md'), 'saved\n');
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

/** An editor with these buffers. */
function editor(buffers: Map<string, string>, can: Partial<Pick<EditorFiles, 'canRead' | 'canWrite'>> = {}) {
  const asked: string[] = [];
  const files = {
    canRead: true,
    canWrite: true,
    ...can,
    readText: async (path: string) => {
      asked.push(`read ${path}`);
      const text = buffers.get(path);
      if (text === undefined) throw new RpcError(-32_002, 'Resource not found');
      return text;
    },
    writeText: async (path: string, text: string) => {
      asked.push(`write ${path}`);
      buffers.set(path, text);
    },
  } as unknown as EditorFiles;
  return { files, asked };
}

const open = async (files: EditorFiles): Promise<SessionFiles> => new SessionFiles(await openWorkspace({ cwd }), files);

describe('with the buffers of an editor', () => {
  test('what is not saved yet is read, and written through the editor', async () => {
    const buffers = new Map([[join(cwd, 'rose.md'), 'unsaved\n']]);
    const { files, asked } = editor(buffers);
    const session = await open(files);
    const before = await session.read('rose.md');
    expect(before).toEqual({
      path: join(cwd, 'rose.md'),
      text: 'unsaved\n',
      totalLines: undefined,
      version: undefined,
    });
    await session.write('rose.md', 'new\n', { before });
    expect(buffers.get(join(cwd, 'rose.md'))).toBe('new\n');
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('saved\n');
    expect(asked.at(-1)).toBe(`write ${join(cwd, 'rose.md')}`);
  });

  test('a buffer that changed since it was read is left alone', async () => {
    const buffers = new Map([[join(cwd, 'rose.md'), 'unsaved\n']]);
    const session = await open(editor(buffers).files);
    const before = await session.read('rose.md');
    buffers.set(join(cwd, 'rose.md'), 'typed meanwhile\n');
    await expect(session.write('rose.md', 'new\n', { before })).rejects.toMatchObject({ code: 'changed' });
    expect(buffers.get(join(cwd, 'rose.md'))).toBe('typed meanwhile\n');
  });

  test('an editor that reads and does not write is asked again before the disk is written', async () => {
    const buffers = new Map([[join(cwd, 'rose.md'), 'unsaved\n']]);
    const session = await open(editor(buffers, { canWrite: false }).files);
    const before = await session.read('rose.md');
    buffers.set(join(cwd, 'rose.md'), 'typed meanwhile\n');
    await expect(session.write('rose.md', 'new\n', { before })).rejects.toMatchObject({ code: 'changed' });
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('saved\n');
    await session.write('rose.md', 'new\n', { before: await session.read('rose.md') });
    expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('new\n');
  });

  test.each([['../outside.md'], ['escape/hostname'], ['/etc/passwd'], ['bed/../../outside.md']])(
    'the editor is never asked for %s',
    async (path) => {
      await mkdir(join(cwd, 'bed'));
      await symlink('/etc', join(cwd, 'escape'));
      const { files, asked } = editor(new Map());
      const session = await open(files);
      await expect(session.read(path)).rejects.toMatchObject({ code: 'outside' });
      await expect(session.write(path, 'x')).rejects.toMatchObject({ code: 'outside' });
      expect(asked).toEqual([]);
    },
  );

  test('what the editor does not know is missing, and other errors are told in its words', async () => {
    const { files } = editor(new Map());
    const session = await open(files);
    expect(await session.readIfThere('lily.md')).toBeUndefined();
    await expect(session.read('lily.md')).rejects.toMatchObject({
      code: 'missing',
      message: 'lily.md does not exist.',
    });
    const broken = { canRead: true, readText: () => Promise.reject(new RpcError(-32_603, 'The window is gone')) };
    await expect((await open(broken as unknown as EditorFiles)).read('rose.md')).rejects.toMatchObject({
      code: 'failed',
      message: 'The editor failed for rose.md: The window is gone',
    });
  });

  test('an error of the editor is told with the reason in its data', async () => {
    const error = new RpcError(-32_603, 'Internal error', { data: { details: 'The window is gone' } });
    const broken = { canRead: true, readText: () => Promise.reject(error) };
    await expect((await open(broken as unknown as EditorFiles)).read('rose.md')).rejects.toMatchObject({
      message: 'The editor failed for rose.md: Internal error: The window is gone',
    });
  });
});

test('without an editor the disk is read and written, a file that exists is not taken for a new one', async () => {
  const session = await open(editor(new Map(), { canRead: false, canWrite: false }).files);
  const before = await session.read('rose.md');
  expect(before).toMatchObject({ text: 'saved\n', totalLines: 1 });
  await expect(session.write('rose.md', 'x')).rejects.toMatchObject({ code: 'exists' });
  await writeFile(join(cwd, 'rose.md'), 'mine\n');
  await expect(session.write('rose.md', 'new\n', { before })).rejects.toMatchObject({ code: 'changed' });
  await session.write('rose.md', 'new\n', { before: await session.read('rose.md') });
  expect(await readFile(join(cwd, 'rose.md'), 'utf8')).toBe('new\n');
});
