import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { readTool } from './read.ts';
import { shownOf, toolFixture } from './tool-fixture.test-support.ts';

test('gives the lines with their numbers to the model, and without to the client', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'rose.md'), 'A rose is red.\r\nIt has thorns.\r\n');
  const run = await fixture.run(readTool, { path: 'rose.md' });
  expect(run.forModel).toBe('     1\tA rose is red.\n     2\tIt has thorns.');
  expect(shownOf(run)).toBe('A rose is red.\nIt has thorns.');
  expect(run.call).toMatchObject({
    status: 'completed',
    kind: 'read',
    locations: [{ path: join(fixture.cwd, 'rose.md'), line: 1 }],
    rawOutput: { lines: 2, totalLines: 2 },
  });
});

test('begins where it is told to, and says where to go on', async () => {
  await using fixture = await toolFixture();
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index + 1}`);
  await writeFile(join(fixture.cwd, 'long.txt'), lines.join('\n'));
  const run = await fixture.run(readTool, { path: 'long.txt', line: 99_990, limit: 5 });
  expect(run.forModel).toContain(' 99990\tline 99990');
  expect(run.forModel).toContain('(There is more; continue with line 99995.)');
  const whole = await fixture.run(readTool, { path: 'long.txt' });
  expect(whole.call['rawOutput']).toMatchObject({ lines: 2000 });
  expect(whole.forModel).toContain('continue with line 2001');
  expect((await fixture.run(readTool, { path: 'long.txt', line: 200_000 })).forModel).toBe(
    'The file has no lines there.',
  );
});

test('cuts a line that would fill the whole context', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'line.txt'), 'x'.repeat(5_000_000));
  const { forModel } = await fixture.run(readTool, { path: 'line.txt' });
  expect(forModel).toHaveLength('     1\t'.length + 2000 + ' (cut)'.length);
});

test.each([
  ['what is not there', 'lily.md', /does not exist/u],
  ['what is no text', 'seed.bin', /not a text file|binary/u],
  ['what lies outside', '../outside.md', /not inside the directories of this session/u],
  ['a link that leads outside', 'escape', /not inside the directories of this session/u],
  ['a link that leads to itself', 'loop', /loop|links/u],
  ['a folder', 'bed', /folder|directory/u],
  ['a path with a zero', 'rose\0.md', /NUL byte/u],
])('says why it does not read %s', async (_, path, reason) => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'seed.bin'), Buffer.from([0, 1, 2, 255, 254, 0]));
  await symlink('/etc/hostname', join(fixture.cwd, 'escape'));
  await symlink('loop', join(fixture.cwd, 'loop'));
  await mkdir(join(fixture.cwd, 'bed'));
  const { isError, forModel, call } = await fixture.run(readTool, { path });
  expect(isError).toBe(true);
  expect(forModel).toMatch(reason);
  expect(call['status']).toBe('failed');
});

test('a name with a line in it is told in one line', async () => {
  await using fixture = await toolFixture();
  await writeFile(join(fixture.cwd, 'ro\nse\u{1B}[2J.md'), 'strange');
  const { call, forModel } = await fixture.run(readTool, { path: 'ro\nse\u{1B}[2J.md' });
  expect(call['title']).toBe('Read ro\\nse\\u{001b}[2J.md');
  expect(forModel).toContain('strange');
});
