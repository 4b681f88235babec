/** `npm run pnpm …`: the pinned pnpm, for instance to add a dependency. */
import { spawnSync } from 'node:child_process';

import { preparePnpm } from './setup/prepare.mjs';

try {
  const pnpm = await preparePnpm();
  process.exitCode = spawnSync(process.execPath, [pnpm, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
