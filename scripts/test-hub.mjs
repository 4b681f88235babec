/**
 * `npm run test:hub`: random schedules of faults for the hub, each judged by the checker. 1,000 of them are simulated, and
 * 60 run with real processes: hubs, agents, PostgreSQL and clients over WebSocket that are killed, paused and cut off.
 * Takes about 20 minutes, and at most an hour.
 *
 * ACP_HUB_SEED chooses the first seed; without it a new one is chosen and printed. ACP_HUB_SCHEDULES and ACP_HUB_FAULTS
 * change how many there are (of the second, three kinds each).
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
} = process.env;
const longest = 60 * 60 * 1000;

try {
  await setup();
  process.stderr.write(
    `${ACP_HUB_SCHEDULES} simulated schedules, ${3 * Number(ACP_HUB_FAULTS)} with real processes, from seed ${ACP_HUB_SEED} on\n` +
      `Again: ACP_HUB_SEED=${ACP_HUB_SEED} npm run test:hub\n`,
  );
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, error } = spawnSync(process.execPath, [vitest, 'run', 'test/hub', '--reporter=verbose'], {
    cwd: root,
    stdio: 'inherit',
    timeout: longest,
    env: { ...process.env, ACP_HUB_SEED, ACP_HUB_SCHEDULES, ACP_HUB_FAULTS, ACP_HUB_LENGTH },
  });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
