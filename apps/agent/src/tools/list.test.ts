import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listTool } from './list.ts';
import { shownOf, toolStand } from './tool-stand.test-support.ts';

test('marks folders and links, and says when there is nothing', async () => {
  await using stand = await toolStand();
  expect((await stand.run(listTool, { path: '.' })).forModel).toBe('The folder is empty.');
  await mkdir(join(stand.cwd, 'bed'));
  await writeFile(join(stand.cwd, 'rose.md'), '');
  await symlink('bed', join(stand.cwd, 'shortcut'));
  const run = await stand.run(listTool, { path: stand.cwd });
  expect(shownOf(run)).toBe('bed/\nrose.md\nshortcut@');
  expect(run.call).toMatchObject({ rawOutput: { entries: 3, isTruncated: false } });
});

test('a name cannot pretend to be two', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'a\nb\u{202E}dm.exe'), '');
  expect((await stand.run(listTool, { path: '.' })).forModel).toBe('a\\nb\\u{202e}dm.exe');
});

test('gives the beginning of a folder that is too large', async () => {
  await using stand = await toolStand({ limits: { entries: 10 } });
  await Promise.all(Array.from({ length: 30 }, (_, index) => writeFile(join(stand.cwd, `${index}.md`), '')));
  const { forModel, call } = await stand.run(listTool, { path: '.' });
  expect(forModel.split('\n')).toHaveLength(11);
  expect(forModel.endsWith('…')).toBe(true);
  expect(call).toMatchObject({ rawOutput: { isTruncated: true } });
});

test('does not list what lies outside', async () => {
  await using stand = await toolStand();
  expect(await stand.run(listTool, { path: '/' })).toMatchObject({ isError: true });
});
