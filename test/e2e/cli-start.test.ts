/** What `acp exec` loads before it starts the agent: every file is time that its user waits. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from 'vitest';

import { acpUser } from '../support/acp-program.ts';
import { repository } from '../support/checkout.ts';

const telling = new URL('fixtures/loaded-modules.mjs', import.meta.url).href;
const florist = join(repository, 'examples', 'florist', 'florist.mjs');

test('acp exec loads itself and what starts processes, and everything else while the agent starts', async () => {
  using user = acpUser();
  const env = { NODE_OPTIONS: `--import ${telling}` };
  // The agent says the same about itself on its own stderr, which is not shown.
  const { exitCode, err } = await user.run(['exec', 'hello', '--', process.execPath, florist], { env });
  const root = `loads ${pathToFileURL(repository).href}`;
  const files = err.split('\n').flatMap((line) => (line.startsWith(root) ? [line.slice(root.length)] : []));
  // Both are loaded after the agent was started.
  const first = files.findIndex((file) => /^packages\/sdk\/|\/observe-connection/u.test(file));
  expect(exitCode).toBe(0);
  // Files that are needed together are read side by side, in any order.
  expect(files.slice(0, first).toSorted()).toEqual([
    'apps/cli/dist/main.js',
    'apps/cli/dist/run-with-agent.chunk.js',
    'apps/cli/dist/shared.chunk.js',
    'packages/rpc/dist/index.js',
    'packages/stdio/dist/index.js',
  ]);
}, 60_000);
