import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { deleteTool, moveTool } from './move.ts';
import { toolFixture } from './tool-fixture.test-support.ts';

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

describe('delete', () => {
  test('shows the text that goes, and notes how to bring it back', async () => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'rose.md'), 'A rose.\n');
    const { forModel, updates } = await fixture.run(deleteTool, { path: 'rose.md' });
    expect(forModel).toBe('Deleted rose.md.');
    expect(fixture.questions.map(({ title }) => title)).toEqual(['Delete rose.md?']);
    expect(JSON.stringify(updates)).toContain('-A rose.');
    expect(await isThere(join(fixture.cwd, 'rose.md'))).toBe(false);
    expect(await fixture.resources.edits.newest()).toMatchObject([
      { path: join(fixture.cwd, 'rose.md'), text: 'A rose.\n' },
    ]);
  });

  test('a folder with something in it goes only when that is said', async () => {
    await using fixture = await toolFixture();
    await mkdir(join(fixture.cwd, 'bed'));
    await writeFile(join(fixture.cwd, 'bed', 'rose.md'), '');
    expect(await fixture.run(deleteTool, { path: 'bed' })).toMatchObject({ isError: true });
    expect(await isThere(join(fixture.cwd, 'bed', 'rose.md'))).toBe(true);
    await fixture.run(deleteTool, { path: 'bed', recursive: true });
    expect(fixture.questions.at(-1)?.title).toBe('Delete bed and everything in it? It cannot be undone.');
    expect(await isThere(join(fixture.cwd, 'bed'))).toBe(false);
  });

  test('nothing is deleted when the user says no, or when it lies outside', async () => {
    await using fixture = await toolFixture({ answer: () => 'reject_once' });
    await writeFile(join(fixture.cwd, 'rose.md'), '');
    expect(await fixture.run(deleteTool, { path: 'rose.md' })).toMatchObject({
      isError: true,
      forModel: 'Permission was refused.',
    });
    expect(await isThere(join(fixture.cwd, 'rose.md'))).toBe(true);
    expect(await fixture.run(deleteTool, { path: '..', recursive: true })).toMatchObject({ isError: true });
    expect(fixture.questions).toHaveLength(1);
  });

  test('of a link that leads outside only the link goes', async () => {
    await using fixture = await toolFixture();
    await using outside = await toolFixture();
    await writeFile(join(outside.cwd, 'kept.md'), 'kept');
    await symlink(outside.cwd, join(fixture.cwd, 'escape'));
    await fixture.run(deleteTool, { path: 'escape', recursive: true });
    expect(await readFile(join(outside.cwd, 'kept.md'), 'utf8')).toBe('kept');
  });
});

describe('move', () => {
  test('gives a file another name, and replaces nothing', async () => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'rose.md'), 'rose');
    await writeFile(join(fixture.cwd, 'lily.md'), 'lily');
    const { forModel, updates } = await fixture.run(moveTool, { from: 'rose.md', to: 'bed/rose.md' });
    expect(forModel).toBe('Moved rose.md to bed/rose.md.');
    expect(fixture.questions.map(({ title }) => title)).toEqual(['Move rose.md to bed/rose.md?']);
    expect(JSON.stringify(updates)).toContain('"operation":"move"');
    expect(await readFile(join(fixture.cwd, 'bed/rose.md'), 'utf8')).toBe('rose');
    expect(await fixture.run(moveTool, { from: 'bed/rose.md', to: 'lily.md' })).toMatchObject({ isError: true });
    expect(await readFile(join(fixture.cwd, 'lily.md'), 'utf8')).toBe('lily');
  });

  test.each([
    ['out', { from: 'rose.md', to: '../rose.md' }],
    ['in', { from: '/etc/hostname', to: 'hostname' }],
    ['what is not there', { from: 'tulip.md', to: 'x.md' }],
  ])('moves nothing %s', async (_, input) => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'rose.md'), 'rose');
    expect(await fixture.run(moveTool, input)).toMatchObject({ isError: true });
    expect(fixture.questions).toEqual([]);
  });
});
