/**
 * Compiles packages and apps into their `dist`: all of them, or those in the folders that are given.
 *
 * The compiler checks and writes the declarations, the bundler writes the JavaScript. What is current is left
 * untouched, so a program that runs from `dist` is not disturbed.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bundle } from './build/bundle.mjs';
import { removeOrphans } from './build/orphans.mjs';
import { buildPages, pageFiles } from './build/pages.mjs';
import { packageFolders } from './workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = process.argv.slice(2).map((folder) => resolve(folder));

if (compile(folders.length === 0 ? [root] : folders)) {
  const homes = folders.length === 0 ? packageFolders(root).map((home) => join(root, home)) : folders;
  const built = homes.map((home) => buildPages(root, home));
  await Promise.all(homes.map(async (home) => removeOrphans(home, [...(await bundle(home)), ...pageFiles(home)])));
  if (built.includes(false)) process.exitCode = 1;
} else process.exitCode = 1;

function compile(projects) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return (
    spawnSync(process.execPath, [tsc, '-b', ...projects], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  );
}
