import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { findTool, searchTool } from './search.ts';
import { toolStand } from './tool-stand.test-support.ts';

test('tells places with their lines, in any case of letters unless it is told otherwise', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'rose.md'), 'A rose is red.\nROSE\n');
  const { forModel, call } = await stand.run(searchTool, { query: 'rose' });
  expect(forModel).toBe('rose.md:1: A rose is red.\nrose.md:2: ROSE');
  expect(call).toMatchObject({ locations: [{ line: 1 }, { line: 2 }], rawOutput: { matches: 2 } });
  expect((await stand.run(searchTool, { query: 'rose', caseSensitive: true })).forModel).not.toContain('ROSE');
  expect((await stand.run(searchTool, { query: 'tulip' })).forModel).toBe('Nothing found in 1 files.');
});

test('takes expressions, and only files that a glob names', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'a.ts'), 'const red = 1;\n');
  await writeFile(join(stand.cwd, 'b.md'), 'const red = 2;\n');
  expect((await stand.run(searchTool, { query: 'r.d = \\d', regex: true, glob: '*.ts' })).forModel).toBe(
    'a.ts:1: const red = 1;',
  );
  expect(await stand.run(searchTool, { query: '(', regex: true })).toMatchObject({
    isError: true,
    forModel: '( is no regular expression of JavaScript.',
  });
});

test('an expression that would never end does not hold the agent up', async () => {
  await using stand = await toolStand({ limits: { expressionMs: 300 } });
  await writeFile(join(stand.cwd, 'evil.txt'), `${'a'.repeat(40)}!\n`);
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  const { forModel, isError } = await stand.run(searchTool, { query: '^(a+)+b', regex: true });
  clearInterval(ticking);
  expect(isError).toBe(true);
  expect(forModel).toMatch(/took more than 300 ms for .*evil\.txt; write a simpler one\.$/u);
  expect(ticks).toBeGreaterThan(3);
});

test('loops of links, names with lines in them and binary files do no harm', async () => {
  await using stand = await toolStand();
  await mkdir(join(stand.cwd, 'bed'));
  await symlink('..', join(stand.cwd, 'bed', 'up'));
  await symlink('self', join(stand.cwd, 'self'));
  await writeFile(join(stand.cwd, 'bed', 'ro\nse.md'), 'needle\n');
  await writeFile(join(stand.cwd, 'seed.bin'), Buffer.concat([Buffer.from([0, 255]), Buffer.from('needle')]));
  expect((await stand.run(searchTool, { query: 'needle' })).forModel).toBe('bed/ro\\nse.md:1: needle');
  expect((await stand.run(findTool, { pattern: '**/*.md' })).forModel).toBe('bed/ro\\nse.md');
});

test('many places are cut, and that is said', async () => {
  await using stand = await toolStand();
  await writeFile(join(stand.cwd, 'many.txt'), 'needle\n'.repeat(100_000));
  const { forModel, call } = await stand.run(searchTool, { query: 'needle' });
  expect(forModel.split('\n')).toHaveLength(201);
  expect(call).toMatchObject({ rawOutput: { matches: 200, isTruncated: true } });
  expect(call['locations']).toHaveLength(20);
});

test('find takes globs and some letters of a path', async () => {
  await using stand = await toolStand();
  await mkdir(join(stand.cwd, 'src'));
  await writeFile(join(stand.cwd, 'src', 'garden.ts'), '');
  expect((await stand.run(findTool, { pattern: 'src/**/*.ts' })).forModel).toBe('src/garden.ts');
  expect((await stand.run(findTool, { pattern: 'grdn' })).forModel).toBe('src/garden.ts');
  expect((await stand.run(findTool, { pattern: 'tulip' })).forModel).toBe('No file has such a name.');
});
