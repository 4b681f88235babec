/**
 * Records the conversation that the README shows, as docs/images/chat.cast (asciinema) and docs/images/chat.svg:
 * `npm run recording`.
 *
 * The test that compares the files with a run writes them.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

await setup();
const { status } = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run', 'test/chat/recording.test.ts'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, ACP_UPDATE_RECORDING: '1' },
  },
);
process.exitCode = status ?? 1;
