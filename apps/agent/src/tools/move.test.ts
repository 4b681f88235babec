import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { deleteTool, moveTool } from './move.ts';
import { toolStand } from './tool-stand.test-support.ts';

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

describe('delete', () => {
  test('shows the text that goes, and notes how to bring it back', async () => {
    await using stand = await toolStand();
    await writeFile(join(stand.cwd, 'rose.md'), 'A rose.\n');
    const { forModel, updates } = await stand.run(deleteTool, { path: 'rose.md' });
    expect(forModel).toBe('Deleted rose.md.');
    expect(stand.questions.map(({ title }) => title)).toEqual(['Delete rose.md?']);
    expect(JSON.stringify(updates)).toContain('-A rose.');
    expect(await isThere(join(stand.cwd, 'rose.md'))).toBe(false);
    expect(await stand.bench.edits.newest()).toMatchObject([{ path: join(stand.cwd, 'rose.md'), text: 'A rose.\n' }]);
  });

  test('a folder with something in it goes only when that is said', async () => {
    await using stand = await toolStand();
    await mkdir(join(stand.cwd, 'bed'));
    await writeFile(join(stand.cwd, 'bed', 'rose.md'), '');
    expect(await stand.run(deleteTool, { path: 'bed' })).toMatchObject({ isError: true });
    expect(await isThere(join(stand.cwd, 'bed', 'rose.md'))).toBe(true);
    await stand.run(deleteTool, { path: 'bed', recursive: true });
    expect(stand.questions.at(-1)?.title).toBe('Delete bed and everything in it? It cannot be undone.');
    expect(await isThere(join(stand.cwd, 'bed'))).toBe(false);
  });

  test('nothing is deleted when the user says no, or when it lies outside', async () => {
    await using stand = await toolStand({ answer: () => 'reject_once' });
    await writeFile(join(stand.cwd, 'rose.md'), '');
    expect(await stand.run(deleteTool, { path: 'rose.md' })).toMatchObject({
      isError: true,
      forModel: 'Permission was refused.',
    });
    expect(await isThere(join(stand.cwd, 'rose.md'))).toBe(true);
    expect(await stand.run(deleteTool, { path: '..', recursive: true })).toMatchObject({ isError: true });
    expect(stand.questions).toHaveLength(1);
  });

  test('of a link that leads outside only the link goes', async () => {
    await using stand = await toolStand();
    await using outside = await toolStand();
    await writeFile(join(outside.cwd, 'kept.md'), 'kept');
    await symlink(outside.cwd, join(stand.cwd, 'escape'));
    await stand.run(deleteTool, { path: 'escape', recursive: true });
    expect(await readFile(join(outside.cwd, 'kept.md'), 'utf8')).toBe('kept');
  });
});

describe('move', () => {
  test('gives a file another name, and replaces nothing', async () => {
    await using stand = await toolStand();
    await writeFile(join(stand.cwd, 'rose.md'), 'rose');
    await writeFile(join(stand.cwd, 'lily.md'), 'lily');
    const { forModel, updates } = await stand.run(moveTool, { from: 'rose.md', to: 'bed/rose.md' });
    expect(forModel).toBe('Moved rose.md to bed/rose.md.');
    expect(stand.questions.map(({ title }) => title)).toEqual(['Move rose.md to bed/rose.md?']);
    expect(JSON.stringify(updates)).toContain('"operation":"move"');
    expect(await readFile(join(stand.cwd, 'bed/rose.md'), 'utf8')).toBe('rose');
    expect(await stand.run(moveTool, { from: 'bed/rose.md', to: 'lily.md' })).toMatchObject({ isError: true });
    expect(await readFile(join(stand.cwd, 'lily.md'), 'utf8')).toBe('lily');
  });

  test.each([
    ['out', { from: 'rose.md', to: '../rose.md' }],
    ['in', { from: '/etc/hostname', to: 'hostname' }],
    ['what is not there', { from: 'tulip.md', to: 'x.md' }],
  ])('moves nothing %s', async (_, input) => {
    await using stand = await toolStand();
    await writeFile(join(stand.cwd, 'rose.md'), 'rose');
    expect(await stand.run(moveTool, input)).toMatchObject({ isError: true });
    expect(stand.questions).toEqual([]);
  });
});
