/** `npm run example`: the one way to run the examples. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';

const run = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(repository, 'scripts', 'run-example.mjs'), ...args]);

const examples = readdirSync(join(repository, 'examples')).filter((name) =>
  existsSync(join(repository, 'examples', name, 'main.ts')),
);

test('lists every example with what it shows', async () => {
  const { stdout } = await run();
  expect(stdout.trim().split('\n')).toEqual(
    examples.map((name): unknown => expect.stringMatching(new RegExp(`^npm run example ${name} +[A-Z].*\\.$`, 'u'))),
  );
});

test('runs one, TypeScript and newer syntax included', { timeout: 60_000 }, async () => {
  expect((await run('permission')).stdout).toContain('permission ran, and everything was as it expects');
});

test('says when there is none by that name', async () => {
  await expect(run('first-agnet')).rejects.toMatchObject({
    code: 2,
    stderr: 'there is no example "first-agnet"; npm run example lists them\n',
  });
  await expect(run('florist')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('examples/florist has no main.ts to run (examples/README.md says'),
  });
});

test.each(['README.md', 'examples/README.md'])('is what %s says', (path) => {
  expect(readFileSync(join(repository, path), 'utf8')).toContain('npm run example first-agent');
});
