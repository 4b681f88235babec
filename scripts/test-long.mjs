/**
 * `npm run test:long`: the property tests with many more runs and a fresh seed, and the faults many more times; takes
 * minutes.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  await setup();
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      'test/official-schema',
      'test/wire',
      'test/versions',
      'test/e2e/stdio-faults',
      'test/e2e/http-hostile',
      'test/contract/remote-resume',
      'test/e2e/journal-crash',
      'test/e2e/registry-kill',
      'test/e2e/agent-crash',
      'test/e2e/no-survivors',
      'test/e2e/workspace-race',
      'packages/journal/src/journal.test.ts',
      'packages/registry/src/archive/any-archive.test.ts',
      'test/requirements/inject',
      'packages/nes/src/agent/lost-events.test.ts',
      'packages/nes/src/client/suggest-controller.test.ts',
      'packages/nes/src/engine/any-document.test.ts',
      'packages/rpc/src/order/awaiting-interleavings.test.ts',
      'packages/rpc/src/order/order-interleavings.test.ts',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ACP_LONG: '1', WIRE_RUNS: '40000' },
    },
  );
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
