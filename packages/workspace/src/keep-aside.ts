/**
 * Keeps a file that cannot be parsed under another name, so that it is neither overwritten nor in the way of a new one.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { renameOverSync } from './files/rename-over.ts';

const maxKept = 100;

/**
 * Renames the file at `path` to `<path>.unreadable-<n>` and returns the new path; undefined if that is not possible.
 */
export function keepAside(path: string): string | undefined {
  for (let number = 1; number <= maxKept; number += 1) {
    const kept = `${path}.unreadable-${number}`;
    if (lstatSync(kept, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      renameOverSync(path, kept);
      return kept;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** The paths under which the file at `path` was kept. */
export function keptAside(path: string): readonly string[] {
  const start = `${basename(path)}.unreadable-`;
  try {
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start));
    return names.toSorted().map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
