/** `npm run pnpm …`: the pinned pnpm, for instance to add a dependency. */
import { spawnSync } from 'node:child_process';

import { prepare, preparePnpm } from './setup/prepare.mjs';

try {
  const words = process.argv.slice(2);
  const pnpm = await preparePnpm();
  // A package is built when it is packed, by tools that have to be installed.
  if (words.includes('pack')) await prepare({ build: false });
  process.exitCode = spawnSync(process.execPath, [pnpm, ...words], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
