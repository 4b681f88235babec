/** Paths in a short form for people. */
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';

/** Relative to `cwd` if the file is below it. */
export function shortPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  if (inside === '') return '.';
  if (inside === '..' || inside.startsWith(`..${sep}`)) return homePath(path);
  // A folder that is called ~ is not the home folder.
  return inside.startsWith('~') ? `./${inside}` : inside;
}

/** With `~` for the home folder. */
export function homePath(path: string, home: string = homedir()): string {
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
