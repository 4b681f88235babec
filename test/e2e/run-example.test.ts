/** `npm run example`: the one way to run the examples. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { bundleExample } from '../../scripts/bundle-example.mjs';
import { repository, temporaryFolder } from '../support/checkout.ts';

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

test('runs one, TypeScript and newer syntax included, and prints what is said', async () => {
  expect((await run('permission')).stdout).toContain(
    `You: Cut the roses.
Agent: Cut the roses?
You: Reject
Agent: [Cut the roses: cancelled]
Agent: I left them.
`,
  );
  expect((await run('first-agent')).stdout).toBe(`You: hello
Agent: You said: hello
✓ as expected; source: examples/first-agent
`);
});

test.each([
  ['nothing to run', 'export const rose = 1;', 'main.ts has nothing to run; give it an `export async function main()`'],
  [
    'a mistake',
    'export const main = (: => {',
    'main.ts:1:22 cannot be compiled: Unexpected token; mend it, and run it again',
  ],
  [
    'a file that is not there',
    "import './rose.ts';",
    expect.stringMatching(
      /^main\.ts:1:8 cannot be compiled: Could not resolve '\.\/rose\.ts' in .+; mend it, and run it again$/u,
    ),
  ],
])('says in a sentence that one has %s', async (_what, code, sentence) => {
  using folder = temporaryFolder();
  const source = join(folder.path, 'main.ts');
  writeFileSync(source, code);
  expect(await bundleExample(source, join(folder.path, 'out.mjs'))).toEqual(sentence);
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
