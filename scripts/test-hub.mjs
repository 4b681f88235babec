/**
 * `npm run test:hub`: random schedules of faults for the hub, each judged by the checker. 1,000 of them are simulated, and
 * 60 run with real processes: hubs, agents, PostgreSQL and clients over WebSocket that are killed, paused and cut off.
 * The other tests of faults, bad input and attacks run in their long versions too (ACP_LONG); that of broken links takes
 * 30 minutes, beside the others (ACP_HUB_MINUTES). Takes three quarters of an hour, and at most two hours.
 *
 * ACP_HUB_SEED chooses the first seed; without it a new one is chosen and printed. ACP_HUB_SCHEDULES and ACP_HUB_FAULTS
 * change how many there are (of the second, three kinds each). ACP_HUB_SOAK is for how many minutes a hub is used while it
 * is watched for leaks: 10, and 1440 is a day.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const {
  ACP_HUB_SEED = String(randomInt(1, 2 ** 31)),
  ACP_HUB_SCHEDULES = '1000',
  ACP_HUB_FAULTS = '20',
  ACP_HUB_LENGTH = '6000',
  ACP_HUB_SOAK = '10',
} = process.env;
/** A soak that is asked for may take longer than all the rest. */
const longest = 2 * 60 * 60 * 1000 + Number(ACP_HUB_SOAK) * 60 * 1000;
/** For each test: thousands of runs take minutes. */
const testTimeout = 30 * 60 * 1000;

/** What has a long version: all of `test/hub`, and tests of the parts that a hub is made of. */
const tests = [
  'test/hub',
  'packages/hub/src/session/schedules.test.ts',
  'packages/hub/src/attach/both-versions.test.ts',
  'packages/hub/src/attach/gapless-updates.test.ts',
  'packages/hub/src/history/merged-updates.test.ts',
  'packages/hub/src/history/session-history.test.ts',
  'test/e2e/journal-postgres.test.ts',
  'test/e2e/http-hostile.test.ts',
];

try {
  await setup();
  process.stderr.write(
    `${ACP_HUB_SCHEDULES} simulated schedules, ${3 * Number(ACP_HUB_FAULTS)} with real processes, from seed ${ACP_HUB_SEED} on\n` +
      `Again: ACP_HUB_SEED=${ACP_HUB_SEED} npm run test:hub\n`,
  );
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, error } = spawnSync(
    process.execPath,
    [vitest, 'run', ...tests, '--reporter=verbose', `--testTimeout=${testTimeout}`],
    {
      cwd: root,
      stdio: 'inherit',
      timeout: longest,
      env: { ...process.env, ACP_LONG: '1', ACP_HUB_SEED, ACP_HUB_SCHEDULES, ACP_HUB_FAULTS, ACP_HUB_LENGTH },
    },
  );
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
