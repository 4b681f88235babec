import { chmod, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { growth, linear } from '../../../../test/support/growth.ts';
import { editTool, writeTool } from './edit.ts';
import { toolFixture } from './tool-fixture.test-support.ts';

describe('edit', () => {
  test('shows the difference before it asks, and writes only then', async () => {
    const seen: string[] = [];
    await using fixture = await toolFixture({
      answer: async () => {
        seen.push(await readFile(join(fixture.cwd, 'rose.md'), 'utf8'));
        return 'allow_once';
      },
    });
    await writeFile(join(fixture.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel, call, updates } = await fixture.run(editTool, {
      path: 'rose.md',
      oldText: 'red',
      newText: 'white',
    });
    expect(isError).toBe(false);
    expect(forModel).toBe('Changed rose.md in 1 place (exact).');
    expect(seen).toEqual(['A rose is red.\n']);
    expect(fixture.questions.map(({ title }) => title)).toEqual(['Change rose.md?']);
    expect(await readFile(join(fixture.cwd, 'rose.md'), 'utf8')).toBe('A rose is white.\n');
    expect(call).toMatchObject({ status: 'completed', kind: 'edit', rawOutput: { replaced: 1, match: 'exact' } });
    expect(JSON.stringify(updates)).toContain('-A rose is red.\\n+A rose is white.');
  });

  test.each([
    ['the text is not there', { oldText: 'blue' }, /does not contain the old text/u],
    ['the text appears twice', { oldText: 'r' }, /contains the old text \d times/u],
    ['nothing would change', { oldText: 'red', newText: 'red' }, /already contains the new text/u],
  ])('changes nothing and does not ask when %s', async (_, input, reason) => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel } = await fixture.run(editTool, { path: 'rose.md', newText: 'x', ...input });
    expect(isError).toBe(true);
    expect(forModel).toMatch(reason);
    expect(fixture.questions).toEqual([]);
  });

  test('replaces every place when that is meant, and keeps the mode and the line endings', async () => {
    await using fixture = await toolFixture();
    const file = join(fixture.cwd, 'run.sh');
    await writeFile(file, 'red\r\nred\r\n');
    await chmod(file, 0o755);
    await fixture.run(editTool, { path: 'run.sh', oldText: 'red', newText: 'white\nblue', replaceAll: true });
    expect(await readFile(file, 'utf8')).toBe('white\r\nblue\r\nwhite\r\nblue\r\n');
    expect((await stat(file)).mode & 0o777).toBe(0o755);
  });

  test('leaves a file alone that changes while the user thinks', async () => {
    await using fixture = await toolFixture({
      answer: async () => {
        await writeFile(join(fixture.cwd, 'rose.md'), 'mine\n');
        return 'allow_once';
      },
    });
    await writeFile(join(fixture.cwd, 'rose.md'), 'A rose is red.\n');
    const { isError, forModel } = await fixture.run(editTool, { path: 'rose.md', oldText: 'red', newText: 'white' });
    expect(isError).toBe(true);
    expect(forModel).toMatch(/changed/u);
    expect(await readFile(join(fixture.cwd, 'rose.md'), 'utf8')).toBe('mine\n');
  });

  test('a file of 100,000 lines is searched for 50,000 that nearly fit', async () => {
    await using fixture = await toolFixture();
    await writeFile(join(fixture.cwd, 'long.txt'), '  same\n'.repeat(100_000));
    const { forModel } = await fixture.run(editTool, {
      path: 'long.txt',
      oldText: `${'same\n'.repeat(50_000)}other\n`,
      newText: 'x',
    });
    expect(forModel).toContain('does not contain the old text');
  });
});

describe('write', () => {
  test('makes a file, with the folders on the way', async () => {
    await using fixture = await toolFixture();
    const { forModel, call } = await fixture.run(writeTool, { path: 'bed/new/rose.md', text: 'A rose.\n' });
    expect(forModel).toBe('Wrote bed/new/rose.md.');
    expect(fixture.questions.map(({ title }) => title)).toEqual(['Write bed/new/rose.md?']);
    expect(call).toMatchObject({ rawOutput: { isNew: true } });
    expect(await readFile(join(fixture.cwd, 'bed/new/rose.md'), 'utf8')).toBe('A rose.\n');
  });

  test.each([
    ['outside', '../rose.md'],
    ['through a link that leads outside', 'escape/rose.md'],
    ['over a folder', 'bed'],
  ])('does not write %s', async (_, path) => {
    await using fixture = await toolFixture();
    await mkdir(join(fixture.cwd, 'bed'));
    await symlink('/tmp', join(fixture.cwd, 'escape'));
    expect(await fixture.run(writeTool, { path, text: 'x' })).toMatchObject({ isError: true });
  });

  test('a file that changes whole is shown and written, in time that grows with its length', async () => {
    await using fixture = await toolFixture();
    const lines = (word: string, count: number): string =>
      Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');
    const rewrite = async (count: number): Promise<void> => {
      await writeFile(join(fixture.cwd, 'long.txt'), lines('old', count));
      const { isError } = await fixture.run(writeTool, { path: 'long.txt', text: lines('new', count) });
      expect(isError).toBe(false);
      expect(await readFile(join(fixture.cwd, 'long.txt'), 'utf8')).toBe(lines('new', count));
    };
    expect(await growth(rewrite, 5000)).toBeLessThan(linear);
  });
});

test('what was allowed for good of a file does not go on to a folder that gets the name of its own', async () => {
  const answers = ['allow_always_0'];
  await using fixture = await toolFixture({ answer: () => answers.shift() ?? 'reject_once' });
  for (const name of ['bed', 'weeds']) {
    await mkdir(join(fixture.cwd, name));
    await writeFile(join(fixture.cwd, name, 'rose.md'), 'red\n');
  }
  await fixture.run(editTool, { path: 'bed/rose.md', oldText: 'red', newText: 'white' });
  await fixture.run(editTool, { path: 'bed/rose.md', oldText: 'white', newText: 'blue' });
  expect(fixture.questions).toHaveLength(1);
  await rename(join(fixture.cwd, 'bed'), join(fixture.cwd, 'old'));
  await rename(join(fixture.cwd, 'weeds'), join(fixture.cwd, 'bed'));
  await fixture.run(editTool, { path: 'bed/rose.md', oldText: 'red', newText: 'white' });
  expect(fixture.questions).toHaveLength(2);
  expect(await readFile(join(fixture.cwd, 'bed', 'rose.md'), 'utf8')).toBe('red\n');
});
