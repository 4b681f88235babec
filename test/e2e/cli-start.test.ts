/** What `acp` loads before it starts an agent or paints: every file, and every line in it, is time that its user waits. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { acpUser } from '../support/acp-program.ts';
import { repository } from '../support/checkout.ts';

const telling = new URL('fixtures/loaded-modules.mjs', import.meta.url).href;
const florist = join(repository, 'examples', 'florist', 'florist.mjs');

const env = { NODE_OPTIONS: `--import ${telling}` };
const own = ['main.js', 'shared.chunk.js', 'start.chunk.js'].map((file) => `apps/cli/dist/${file}`);

/** The files of the repository that a run has loaded, in order. */
function loadedIn(err: string): readonly string[] {
  const root = `loads ${pathToFileURL(repository).href}`;
  return err.split('\n').flatMap((line) => (line.startsWith(root) ? [line.slice(root.length)] : []));
}

test('acp exec loads itself and what starts processes, and everything else while the agent starts', async () => {
  using user = acpUser();
  // The agent says the same about itself on its own stderr, which is not shown.
  const { exitCode, err } = await user.run(['exec', 'hello', '--', process.execPath, florist], { env });
  const files = loadedIn(err);
  // Both are loaded after the agent was started.
  const first = files.findIndex((file) => /^packages\/sdk\/|\/observe-connection/u.test(file));
  const before = files.slice(0, first).toSorted();
  expect(exitCode).toBe(0);
  // Files that are needed together are read side by side, in any order.
  expect(before).toEqual([...own, 'packages/rpc/dist/index.js', 'packages/stdio/dist/index.js']);
  const sizes = before.map((file) => statSync(join(repository, file)).size);
  // A megabyte takes about as long to compile as Node takes to start.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
}, 60_000);

test('acp chat loads nothing but itself before its first frame', async () => {
  using user = acpUser();
  // Without a terminal it stops right before the frame.
  const { exitCode, err } = await user.run(['chat'], { env });
  expect(exitCode).toBe(2);
  expect(loadedIn(err).toSorted()).toEqual(own);
}, 60_000);
