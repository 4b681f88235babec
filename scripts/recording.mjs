/**
 * Records what the documents show of `acp chat`: `npm run recording`. The conversation of the README is written as
 * docs/images/chat.cast (asciinema) and docs/images/chat.svg, the screens into docs/guides/chat.md.
 *
 * The tests that compare the files with a run write them. Both show the version of the program, so a release records
 * them anew.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

await setup();
const tests = ['test/chat/recording.test.ts', 'test/e2e/chat-guide.test.ts'];
const { status } = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run', ...tests],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ACP_UPDATE_RECORDING: '1' },
  },
);
process.exitCode = status ?? 1;
