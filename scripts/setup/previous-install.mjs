/**
 * Keeps the packages that are installed while others are installed in their place.
 *
 * The folder of the root has the stamp of a complete install. It is the first to be set aside and the last to come
 * back, so a stamp in its place always means that all folders in place belong together, whenever the work was stopped.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isInUse, whenFree } from './when-free.mjs';

const modules = 'node_modules';

/**
 * Moves the installed packages of `homes`, folders under `root`, into `aside`; the root comes first.
 *
 * @param {string} root
 * @param {string} aside
 * @param {readonly string[]} homes
 * @param {{ platform?: NodeJS.Platform, rename?: (from: string, to: string) => void, pause?: (ms: number) => void }} [system]
 */
export function setAside(root, aside, homes, { platform = process.platform, rename = renameSync, pause } = {}) {
  rmSync(aside, { recursive: true, force: true });
  for (const home of homes.filter((each) => existsSync(join(root, each, modules)))) {
    const kept = join(aside, folderName(home), modules);
    mkdirSync(dirname(kept), { recursive: true });
    try {
      whenFree(() => rename(join(root, home, modules), kept), { platform, ...(pause === undefined ? {} : { pause }) });
    } catch (error) {
      // A mounted folder cannot be moved, nor on Windows one from which a program runs; it is changed in place.
      if (error.code !== 'EBUSY' && error.code !== 'EXDEV' && !isInUse(error, platform)) throw error;
    }
  }
}

/** Puts back what `setAside` moved; what was installed meanwhile is removed. Does nothing when nothing was moved. */
export function putBack(root, aside, homes) {
  for (const home of homes.toReversed()) {
    const kept = join(aside, folderName(home), modules);
    if (!existsSync(kept)) continue;
    whenFree(() => rmSync(join(root, home, modules), { recursive: true, force: true }));
    whenFree(() => renameSync(kept, join(root, home, modules)));
  }
  rmSync(aside, { recursive: true, force: true });
}

/** True when packages were set aside and neither put back nor replaced. */
export function hasPrevious(aside) {
  return existsSync(aside) && readdirSync(aside).length > 0;
}

/** A home as one name, so that nothing of the checkout's own tree is repeated. */
function folderName(home) {
  return home === '.' ? 'root' : home.replaceAll('/', '+');
}
