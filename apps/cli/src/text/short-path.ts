/** Paths in a short form for people. */
import { homedir } from 'node:os';
import { isAbsolute, relative } from 'node:path';

/** Relative to `cwd` if the file is below it. */
export function shortPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  if (inside === '') return '.';
  return inside.startsWith('..') ? homePath(path) : inside;
}

/** With `~` for the home folder. */
export function homePath(path: string, home: string = homedir()): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
