import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { listTool } from './list.ts';
import { shownOf, toolFixture } from './tool-fixture.test-support.ts';

test('marks folders and links, and says when there is nothing', async () => {
  await using fixture = await toolFixture();
  expect((await fixture.run(listTool, { path: '.' })).forModel).toBe('The folder is empty.');
  await mkdir(join(fixture.cwd, 'bed'));
  await writeFile(join(fixture.cwd, 'rose.md'), '');
  await symlink('bed', join(fixture.cwd, 'shortcut'));
  const run = await fixture.run(listTool, { path: fixture.cwd });
  expect(shownOf(run)).toBe('bed/\nrose.md\nshortcut@');
  expect(run.call).toMatchObject({ rawOutput: { entries: 3, isTruncated: false } });
});

test('a name cannot pretend to be two', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'a\nb\u{202E}dm.exe'), '');
  expect((await fixture.run(listTool, { path: '.' })).forModel).toBe('a\\nb\\u{202e}dm.exe');
});

test('gives the beginning of a folder that is too large', async () => {
  await using fixture = await toolFixture({ limits: { entries: 10 } });
  await Promise.all(Array.from({ length: 30 }, (_, index) => writeFile(join(fixture.cwd, `${index}.md`), '')));
  const { forModel, call } = await fixture.run(listTool, { path: '.' });
  expect(forModel.split('\n')).toHaveLength(11);
  expect(forModel.endsWith('…')).toBe(true);
  expect(call).toMatchObject({ rawOutput: { isTruncated: true } });
});

test('does not list what lies outside', async () => {
  await using fixture = await toolFixture();
  expect(await fixture.run(listTool, { path: '/' })).toMatchObject({ isError: true });
});
