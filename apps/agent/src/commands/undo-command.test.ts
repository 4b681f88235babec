import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { editTool, writeTool } from '../tools/edit.ts';
import { deleteTool } from '../tools/move.ts';
import { toolFixture, type ToolRun, type ToolFixture } from '../tools/tool-fixture.test-support.ts';
import { undoing } from './undo-command.ts';

const file = (fixture: ToolFixture, name: string): Promise<string> => readFile(join(fixture.cwd, name), 'utf8');

/** Takes the newest change back, as the command does. */
async function undoNewest(fixture: ToolFixture): Promise<ToolRun> {
  return fixture.run(undoing((await fixture.resources.edits.newest()) ?? []), {});
}

test('takes changes back one by one, the newest first', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await fixture.run(editTool, { path: 'rose.md', oldText: 'white', newText: 'blue' });
  await undoNewest(fixture);
  expect(await file(fixture, 'rose.md')).toBe('white\n');
  await undoNewest(fixture);
  expect(await file(fixture, 'rose.md')).toBe('red\n');
  expect(await fixture.resources.edits.newest()).toBeUndefined();
});

test('brings a deleted file back, and takes a new one away', async () => {
  await using fixture = await toolFixture();
  await mkdir(join(fixture.cwd, 'bed'));
  await writeFile(join(fixture.cwd, 'bed', 'rose.md'), 'red\n');
  await fixture.run(deleteTool, { path: 'bed/rose.md' });
  expect((await undoNewest(fixture)).call).toMatchObject({ title: 'Undo the change of bed/rose.md' });
  expect(await file(fixture, 'bed/rose.md')).toBe('red\n');
  await fixture.run(writeTool, { path: 'lily.md', text: 'white\n' });
  await undoNewest(fixture);
  await expect(file(fixture, 'lily.md')).rejects.toThrow('ENOENT');
});

test('asks first, and keeps what it would undo when the user says no', async () => {
  const answers = ['allow_once', 'reject_once', 'allow_once'];
  await using fixture = await toolFixture({ answer: () => answers.shift() ?? 'reject_once' });
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  expect(await undoNewest(fixture)).toMatchObject({ isError: true });
  expect(await file(fixture, 'rose.md')).toBe('white\n');
  await undoNewest(fixture);
  expect(await file(fixture, 'rose.md')).toBe('red\n');
});

test('changes nothing if one of the files was changed by others', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await writeFile(join(fixture.cwd, 'rose.md'), 'mine\n');
  expect(await undoNewest(fixture)).toMatchObject({
    isError: true,
    forModel: 'rose.md has changed since; it is not overwritten.',
  });
  expect(await file(fixture, 'rose.md')).toBe('mine\n');
  expect(await fixture.resources.edits.newest()).toHaveLength(1);
});

test('names the other files if the newest was changed by others, and undoes one of them', async () => {
  await using fixture = await toolFixture();
  for (const name of ['lily.md', 'rose.md']) {
    await writeFile(join(fixture.cwd, name), 'red\n');
    await fixture.run(editTool, { path: name, oldText: 'red', newText: 'white' });
  }
  await writeFile(join(fixture.cwd, 'rose.md'), 'mine\n');
  expect(await undoNewest(fixture)).toMatchObject({
    isError: true,
    forModel: 'rose.md has changed since; it is not overwritten. /undo path undoes my change of another file: lily.md.',
  });
  await rm(join(fixture.cwd, 'rose.md'));
  await mkdir(join(fixture.cwd, 'rose.md'));
  expect((await undoNewest(fixture)).forModel).toMatch(/is a directory; .* another file: lily\.md\.$/u);
  const ofLily = await fixture.resources.edits.newest(join(fixture.cwd, 'lily.md'));
  expect(await fixture.run(undoing(ofLily ?? []), {})).toMatchObject({
    forModel: 'lily.md is as it was before the change.',
  });
  expect(await file(fixture, 'lily.md')).toBe('red\n');
  expect(await fixture.resources.edits.paths()).toEqual([join(fixture.cwd, 'rose.md')]);
});

test('finds out that there is nothing to take back, and goes on with the change before', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  await fixture.run(editTool, { path: 'rose.md', oldText: 'white', newText: 'blue' });
  // As after a crash between the note of the change and the change.
  await writeFile(join(fixture.cwd, 'rose.md'), 'white\n');
  expect(await undoNewest(fixture)).toMatchObject({ forModel: 'rose.md was already undone.' });
  await undoNewest(fixture);
  expect(await file(fixture, 'rose.md')).toBe('red\n');
});

test('does not come to a change that failed', async () => {
  await using fixture = await toolFixture();
  await mkdir(join(fixture.cwd, 'bed'));
  await writeFile(join(fixture.cwd, 'rose.md'), 'red\n');
  await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
  expect(await fixture.run(writeTool, { path: 'rose.md/lily.md', text: 'white' })).toMatchObject({ isError: true });
  expect(await fixture.resources.edits.newest()).toMatchObject([{ path: join(fixture.cwd, 'rose.md') }]);
});
