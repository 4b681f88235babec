/** Whatever was allowed before, a change of a protected path is asked for each time. */
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Tool, ToolInput } from '../model/tool.ts';
import { editTool, writeTool } from './edit.ts';
import { deleteTool, moveTool } from './move.ts';
import type { SessionResources } from './session-resources.ts';
import { toolFixture, type ToolFixture } from './tool-fixture.test-support.ts';

const files: Readonly<Record<string, string>> = {
  'rose.md': 'rose\n',
  'lily.md': 'lily\n',
  'bed/tulip.md': 'tulip\n',
  'fish/config.fish': '\n',
  '.git/config': '[core]\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  '.vscode/tasks.json': '{}\n',
  'inner/.git/config': '[core]\n',
  '.envrc': '\n',
};

/** A session in which changes, moves and deletions of files were allowed for good; what is protected is refused. */
async function allowing(): Promise<ToolFixture> {
  const fixture = await toolFixture({
    answer: ({ options }) => options.filter((id) => id.startsWith('allow_always')).at(-1) ?? 'reject_once',
  });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(fixture.cwd, path)), { recursive: true });
    await writeFile(join(fixture.cwd, path), text);
  }
  await symlink('.git', join(fixture.cwd, 'link'));
  await fixture.run(editTool, { path: 'rose.md', oldText: 'rose', newText: 'Rose' });
  await fixture.run(moveTool, { from: 'rose.md', to: 'moved.md' });
  return fixture;
}

const attempts: readonly (readonly [string, (resources: SessionResources) => Tool, ToolInput])[] = [
  ['edit', editTool, { path: '.git/config', oldText: '[core]', newText: '[evil]' }],
  ['edit through a link', editTool, { path: 'link/config', oldText: '[core]', newText: '[evil]' }],
  ['write', writeTool, { path: '.git/hooks/post-checkout', text: 'evil' }],
  ['write', writeTool, { path: '.vscode/launch.json', text: '{}' }],
  ['write', writeTool, { path: '.envrc', text: 'evil' }],
  ['delete', deleteTool, { path: '.git/hooks/pre-commit' }],
  ['delete through a link', deleteTool, { path: 'link/hooks/pre-commit' }],
  ['delete a folder', deleteTool, { path: '.git', recursive: true }],
  ['delete a folder around it', deleteTool, { path: 'inner', recursive: true }],
  ['move out', moveTool, { from: '.git/config', to: 'config' }],
  ['move out through a link', moveTool, { from: 'link/config', to: 'config' }],
  ['move in', moveTool, { from: 'lily.md', to: '.git/hooks/post-merge' }],
  ['move in through a link', moveTool, { from: 'lily.md', to: 'link/hooks/post-merge' }],
  ['move the folder', moveTool, { from: '.git', to: 'git' }],
  ['move a folder around it', moveTool, { from: 'inner', to: 'outer' }],
  ['move a folder to a name of editors', moveTool, { from: 'bed', to: '.idea' }],
  ['move a folder below', moveTool, { from: 'fish', to: '.config/fish' }],
];

describe.each(['ask', 'code'] as const)('in the mode %s', (mode) => {
  test.each(attempts)('%s is asked for each time, and never offered for good: %#', async (_, tool, input) => {
    await using fixture = await allowing();
    fixture.mode = mode;
    const asked = fixture.questions.length;
    for (const time of [1, 2]) {
      expect(await fixture.run(tool, input)).toMatchObject({ isError: true, forModel: 'Permission was refused.' });
      expect(fixture.questions).toHaveLength(asked + time);
    }
    expect(fixture.questions.at(-1)?.options.some((id) => id.startsWith('allow_always'))).toBe(false);
    expect(await readFile(join(fixture.cwd, '.git/config'), 'utf8')).toBe('[core]\n');
  });
});

test('a refusal for good holds for protected paths too', async () => {
  await using fixture = await toolFixture({
    answer: ({ options }) => options.find((id) => id.startsWith('reject_always')) ?? '',
  });
  await writeFile(join(fixture.cwd, 'rose.md'), '');
  await fixture.run(writeTool, { path: 'rose.md', text: 'x' });
  const { forModel } = await fixture.run(writeTool, { path: '.git/config', text: 'x' });
  expect(forModel).toBe('The user does not allow this in this session.');
  expect(fixture.questions).toHaveLength(1);
});

test('an answer that was not offered for a protected path allows nothing', async () => {
  await using fixture = await toolFixture({ answer: () => 'allow_always_0' });
  expect(await fixture.run(writeTool, { path: '.git/config', text: 'x' })).toMatchObject({ isError: true });
  await expect(lstat(join(fixture.cwd, '.git'))).rejects.toThrow('ENOENT');
});

describe('the folders of this program', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each(['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'ACP_AGENT_DATA', 'ACP_CONFIG'])(
    'in %s are protected',
    async (name) => {
      await using fixture = await toolFixture({ answer: () => 'reject_once' });
      fixture.mode = 'code';
      await mkdir(join(fixture.cwd, 'own', 'acp-stack'), { recursive: true });
      vi.stubEnv(name, join(fixture.cwd, 'own'));
      await using inside = await toolFixture({ answer: () => 'reject_once', cwd: fixture.cwd });
      inside.mode = 'code';
      const path = name.startsWith('XDG') ? 'own/acp-stack/x' : 'own/x';
      expect(await inside.run(writeTool, { path, text: '' })).toMatchObject({ isError: true });
      expect(await inside.run(moveTool, { from: 'own', to: 'other' })).toMatchObject({ isError: true });
      expect(await inside.run(writeTool, { path: 'rose.md', text: '' })).toMatchObject({ isError: false });
    },
  );
});
