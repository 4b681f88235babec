import { chmod, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { editTool, writeTool } from './edit.ts';
import { toolStand } from './tool-stand.test-support.ts';

describe('edit', () => {
  test('shows the difference before it asks, and writes only then', async () => {
    const seen: string[] = [];
    await using stand = await toolStand({
      answer: async () => {
        seen.push(await readFile(join(stand.cwd, 'rose.md'), 'utf8'));
        return 'allow_once';
      },
    });
    await writeFile(join(stand.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel, call, updates } = await stand.run(editTool, {
      path: 'rose.md',
      oldText: 'red',
      newText: 'white',
    });
    expect(isError).toBe(false);
    expect(forModel).toBe('Changed rose.md in 1 place (exact).');
    expect(seen).toEqual(['A rose is red.\n']);
    expect(stand.questions.map(({ title }) => title)).toEqual(['Change rose.md?']);
    expect(await readFile(join(stand.cwd, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
    expect(call).toMatchObject({ status: 'completed', kind: 'edit', rawOutput: { replaced: 1, match: 'exact' } });
    expect(JSON.stringify(updates)).toContain('-A rose is red.\\n+A rose is white.');
  });

  test.each([
    ['the text is not there', { oldText: 'blue' }, /does not contain the old text/u],
    ['the text is there twice', { oldText: 'r' }, /contains the old text \d times/u],
    ['nothing would change', { oldText: 'red', newText: 'red' }, /already reads like that/u],
  ])('changes nothing and asks nobody when %s', async (_, input, reason) => {
    await using stand = await toolStand();
    await writeFile(join(stand.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel } = await stand.run(editTool, { path: 'rose.md', newText: 'x', ...input });
    expect(isError).toBe(true);
    expect(forModel).toMatch(reason);
    expect(stand.questions).toEqual([]);
  });

  test('replaces every place when that is meant, and keeps the mode and the line endings', async () => {
    await using stand = await toolStand();
    const file = join(stand.cwd, 'run.sh');
    await writeFile(file, 'red\r\nred\r\n');
    await chmod(file, 0o755);
    await stand.run(editTool, { path: 'run.sh', oldText: 'red', newText: 'white\nblue', replaceAll: true });
    expect(await readFile(file, 'utf8')).toBe('white\r\nblue\r\nwhite\r\nblue\r\n');
    expect((await stat(file)).mode & 0o777).toBe(0o755);
  });

  test('leaves a file alone that changes while the user thinks', async () => {
    await using stand = await toolStand({
      answer: async () => {
        await writeFile(join(stand.cwd, 'rose.md'), 'mine\n');
        return 'allow_once';
      },
    });
    await writeFile(join(stand.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel } = await stand.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
    expect(isError).toBe(true);
    expect(forModel).toMatch(/changed/u);
    expect(await readFile(join(stand.cwd, 'rose.md'), 'utf8')).toBe('mine\n');
  });

  test('a file of 100,000 lines is searched for 50,000 that nearly fit, in no time', async () => {
    await using stand = await toolStand();
    await writeFile(join(stand.cwd, 'long.txt'), '  same\n'.repeat(100_000));
    const started = performance.now();
    const { forModel } = await stand.run(editTool, {
      path: 'long.txt',
      oldText: `${'same\n'.repeat(50_000)}other\n`,
      newText: 'x',
    });
    expect(forModel).toContain('does not contain the old text');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('write', () => {
  test('makes a file, with the folders on the way', async () => {
    await using stand = await toolStand();
    const { forModel, call } = await stand.run(writeTool, { path: 'bed/new/rose.md', text: 'A rose.\n' });
    expect(forModel).toBe('Wrote bed/new/rose.md.');
    expect(stand.questions.map(({ title }) => title)).toEqual(['Write bed/new/rose.md?']);
    expect(call).toMatchObject({ rawOutput: { isNew: true } });
    expect(await readFile(join(stand.cwd, 'bed/new/rose.md'), 'utf8')).toBe('A rose.\n');
  });

  test.each([
    ['outside', '../rose.md'],
    ['through a link that leads outside', 'escape/rose.md'],
    ['over a folder', 'bed'],
  ])('does not write %s', async (_, path) => {
    await using stand = await toolStand();
    await mkdir(join(stand.cwd, 'bed'));
    await symlink('/tmp', join(stand.cwd, 'escape'));
    expect(await stand.run(writeTool, { path, text: 'x' })).toMatchObject({ isError: true });
  });

  test('a file that changes whole is shown and written, however long it is', async () => {
    await using stand = await toolStand();
    const lines = (word: string): string => Array.from({ length: 100_000 }, (_, n) => `${word} ${n}\n`).join('');
    await writeFile(join(stand.cwd, 'long.txt'), lines('old'));
    const started = performance.now();
    const { isError } = await stand.run(writeTool, { path: 'long.txt', text: lines('new') });
    expect(isError).toBe(false);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await readFile(join(stand.cwd, 'long.txt'), 'utf8')).toBe(lines('new'));
  });
});

test('what was allowed for good of a file does not go on to a folder that gets the name of its own', async () => {
  const answers = ['allow_always_0'];
  await using stand = await toolStand({ answer: () => answers.shift() ?? 'reject_once' });
  for (const name of ['bed', 'weeds']) {
    await mkdir(join(stand.cwd, name));
    await writeFile(join(stand.cwd, name, 'rose.md'), 'red\n');
  }
  await stand.run(editTool, { path: 'bed/rose.md', oldText: 'red', newText: 'white' });
  await stand.run(editTool, { path: 'bed/rose.md', oldText: 'white', newText: 'blue' });
  expect(stand.questions).toHaveLength(1);
  await rename(join(stand.cwd, 'bed'), join(stand.cwd, 'old'));
  await rename(join(stand.cwd, 'weeds'), join(stand.cwd, 'bed'));
  await stand.run(editTool, { path: 'bed/rose.md', oldText: 'red', newText: 'white' });
  expect(stand.questions).toHaveLength(2);
  expect(await readFile(join(stand.cwd, 'bed', 'rose.md'), 'utf8')).toBe('red\n');
});
