import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { findTool, searchTool } from './search.ts';
import { toolFixture } from './tool-fixture.test-support.ts';

test('tells places with their lines, in any case of letters unless it is told otherwise', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'A rose is red.\nROSE\n');
  const { forModel, call } = await fixture.run(searchTool, { query: 'rose' });
  expect(forModel).toBe('rose.md:1: A rose is red.\nrose.md:2: ROSE');
  expect(call).toMatchObject({ locations: [{ line: 1 }, { line: 2 }], rawOutput: { matches: 2 } });
  expect((await fixture.run(searchTool, { query: 'rose', caseSensitive: true })).forModel).not.toContain('ROSE');
  expect((await fixture.run(searchTool, { query: 'tulip' })).forModel).toBe('Nothing found in 1 files.');
});

test('takes expressions, and only files that a glob names', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'a.ts'), 'const red = 1;\n');
  await writeFile(join(fixture.cwd, 'b.md'), 'const red = 2;\n');
  expect((await fixture.run(searchTool, { query: 'r.d = \\d', regex: true, glob: '*.ts' })).forModel).toBe(
    'a.ts:1: const red = 1;',
  );
  expect(await fixture.run(searchTool, { query: '(', regex: true })).toMatchObject({
    isError: true,
    forModel: '( is not a valid JavaScript regular expression.',
  });
});

test('an expression that would never end does not hold the agent up', async () => {
  await using fixture = await toolFixture({ limits: { expressionMs: 300 } });
  await writeFile(join(fixture.cwd, 'evil.txt'), `${'a'.repeat(40)}!\n`);
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  const { forModel, isError } = await fixture.run(searchTool, { query: '^(a+)+b', regex: true });
  clearInterval(ticking);
  expect(isError).toBe(true);
  expect(forModel).toMatch(/took more than 300 ms for .*evil\.txt; write a simpler one\.$/u);
  expect(ticks).toBeGreaterThan(3);
});

test('loops of links, names with lines in them and binary files do no harm', async () => {
  await using fixture = await toolFixture();
  await mkdir(join(fixture.cwd, 'bed'));
  await symlink('..', join(fixture.cwd, 'bed', 'up'));
  await symlink('self', join(fixture.cwd, 'self'));
  await writeFile(join(fixture.cwd, 'bed', 'ro\nse.md'), 'needle\n');
  await writeFile(join(fixture.cwd, 'seed.bin'), Buffer.concat([Buffer.from([0, 255]), Buffer.from('needle')]));
  expect((await fixture.run(searchTool, { query: 'needle' })).forModel).toBe('bed/ro\\nse.md:1: needle');
  expect((await fixture.run(findTool, { pattern: '**/*.md' })).forModel).toBe('bed/ro\\nse.md');
});

test('many places are cut, and that is said', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'many.txt'), 'needle\n'.repeat(100_000));
  const { forModel, call } = await fixture.run(searchTool, { query: 'needle' });
  expect(forModel.split('\n')).toHaveLength(201);
  expect(call).toMatchObject({ rawOutput: { matches: 200, isTruncated: true } });
  expect(call['locations']).toHaveLength(20);
});

test('find takes globs and some letters of a path', async () => {
  await using fixture = await toolFixture();
  await mkdir(join(fixture.cwd, 'src'));
  await writeFile(join(fixture.cwd, 'src', 'garden.ts'), '');
  expect((await fixture.run(findTool, { pattern: 'src/**/*.ts' })).forModel).toBe('src/garden.ts');
  expect((await fixture.run(findTool, { pattern: 'grdn' })).forModel).toBe('src/garden.ts');
  expect((await fixture.run(findTool, { pattern: 'tulip' })).forModel).toBe('No file name matches.');
});
