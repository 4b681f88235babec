import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { editTool, writeTool } from '../tools/edit.ts';
import { deleteTool } from '../tools/move.ts';
import { toolStand, type ToolRun, type ToolStand } from '../tools/tool-stand.test-support.ts';
import { undoing } from './undo.ts';

const file = (stand: ToolStand, name: string): Promise<string> => readFile(join(stand.cwd, name), 'utf8');

/** Takes the newest change back, as the command does. */
async function undoNewest(stand: ToolStand): Promise<ToolRun> {
  return stand.run(undoing((await stand.bench.edits.newest()) ?? []), {});
}

test('takes changes back one by one, the newest first', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'rose.md'), 'red\n');
  await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await stand.run(editTool, { path: 'rose.md', oldText: 'white', newText: 'blue' });
  await undoNewest(stand);
  expect(await file(stand, 'rose.md')).toBe('white\n');
  await undoNewest(stand);
  expect(await file(stand, 'rose.md')).toBe('red\n');
  expect(await stand.bench.edits.newest()).toBeUndefined();
});

test('brings a deleted file back, and takes a new one away', async () => {
  await using stand = await toolStand();
  await mkdir(join(stand.cwd, 'bed'));
  await writeFile(join(stand.cwd, 'bed', 'rose.md'), 'red\n');
  await stand.run(deleteTool, { path: 'bed/rose.md' });
  expect((await undoNewest(stand)).call).toMatchObject({ title: 'Undo the change of bed/rose.md' });
  expect(await file(stand, 'bed/rose.md')).toBe('red\n');
  await stand.run(writeTool, { path: 'lily.md', text: 'white\n' });
  await undoNewest(stand);
  await expect(file(stand, 'lily.md')).rejects.toThrow('ENOENT');
});

test('asks first, and keeps what it would undo when the user says no', async () => {
  const answers = ['allow_once', 'reject_once', 'allow_once'];
  await using stand = await toolStand({ answer: () => answers.shift() ?? 'reject_once' });
  await writeFile(join(stand.cwd, 'rose.md'), 'red\n');
  await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  expect(await undoNewest(stand)).toMatchObject({ isError: true });
  expect(await file(stand, 'rose.md')).toBe('white\n');
  await undoNewest(stand);
  expect(await file(stand, 'rose.md')).toBe('red\n');
});

test('leaves everything as it is when one of the files was changed by somebody else', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'rose.md'), 'red\n');
  await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await writeFile(join(stand.cwd, 'rose.md'), 'mine\n');
  expect(await undoNewest(stand)).toMatchObject({
    isError: true,
    forModel: 'rose.md has changed since; I leave it as it is.',
  });
  expect(await file(stand, 'rose.md')).toBe('mine\n');
  expect(await stand.bench.edits.newest()).toHaveLength(1);
});

test('names the other files when the newest was changed by somebody else, and takes one of them back', async () => {
  await using stand = await toolStand();
  for (const name of ['lily.md', 'rose.md']) {
    await writeFile(join(stand.cwd, name), 'red\n');
    await stand.run(editTool, { path: name, oldText: 'red', newText: 'white' });
  }
  await writeFile(join(stand.cwd, 'rose.md'), 'mine\n');
  expect(await undoNewest(stand)).toMatchObject({
    isError: true,
    forModel:
      'rose.md has changed since; I leave it as it is. /undo path takes back what I changed in another file: lily.md.',
  });
  await rm(join(stand.cwd, 'rose.md'));
  await mkdir(join(stand.cwd, 'rose.md'));
  expect((await undoNewest(stand)).forModel).toMatch(/is a directory; .* another file: lily\.md\.$/u);
  const ofLily = await stand.bench.edits.newest(join(stand.cwd, 'lily.md'));
  expect(await stand.run(undoing(ofLily ?? []), {})).toMatchObject({ forModel: 'lily.md is as it was before.' });
  expect(await file(stand, 'lily.md')).toBe('red\n');
  expect(await stand.bench.edits.paths()).toEqual([join(stand.cwd, 'rose.md')]);
});

test('finds out that there is nothing to take back, and goes on with the change before', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'rose.md'), 'red\n');
  await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await stand.run(editTool, { path: 'rose.md', oldText: 'white', newText: 'blue' });
  // As after a crash between the note of the change and the change.
  await writeFile(join(stand.cwd, 'rose.md'), 'white\n');
  expect(await undoNewest(stand)).toMatchObject({ forModel: 'rose.md is as it was before already.' });
  await undoNewest(stand);
  expect(await file(stand, 'rose.md')).toBe('red\n');
});

test('does not come to a change that failed', async () => {
  await using stand = await toolStand();
  await mkdir(join(stand.cwd, 'bed'));
  await writeFile(join(stand.cwd, 'rose.md'), 'red\n');
  await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  expect(await stand.run(writeTool, { path: 'rose.md/lily.md', text: 'white' })).toMatchObject({ isError: true });
  expect(await stand.bench.edits.newest()).toMatchObject([{ path: join(stand.cwd, 'rose.md') }]);
});
