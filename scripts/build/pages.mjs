/** Builds the pages of an app that has any, unless they are newer than everything that they are made of. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readWorkspace } from '../workspace.mjs';

/** Builds the pages of the app at `home`; false if they could not be built. */
export function buildPages(root, home) {
  const config = join(home, 'vite.config.ts');
  if (!existsSync(config) || isCurrent(root, home)) return true;
  const vite = join(home, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  return spawnSync(process.execPath, args, { cwd: home, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** The files below `dist/page`, which are not removed with what has no source. */
export function pageFiles(home) {
  const folder = join(home, 'dist', 'page');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(home, 'dist').length + 1)
        .replaceAll('\\', '/'),
    );
}

function isCurrent(root, home) {
  const page = statSync(join(home, 'dist', 'page', 'index.html'), { throwIfNoEntry: false });
  if (page === undefined) return false;
  const inputs = [
    join(home, 'vite.config.ts'),
    ...usedFolders(root, home).flatMap((each) => [join(each, 'src'), join(each, 'package.json')]),
    join(root, 'pnpm-lock.yaml'),
  ];
  return inputs.every((path) => newest(path) < page.mtimeMs);
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** The folders of the app at `home` and of every package that it uses, directly or not. */
function usedFolders(root, home) {
  const members = readWorkspace(root).map((member) => ({ ...member, folder: join(root, member.home) }));
  const used = members.filter(({ folder }) => folder === home);
  for (const { folder, manifest } of used) {
    const { dependencies, peerDependencies, devDependencies } = manifest;
    // A page is bundled from what its app has as dependencies of development; those of a package are for its tests.
    const names = Object.keys({ ...dependencies, ...peerDependencies, ...(folder === home ? devDependencies : {}) });
    used.push(...members.filter((each) => names.includes(each.manifest.name) && !used.includes(each)));
  }
  return used.map(({ folder }) => folder);
}
