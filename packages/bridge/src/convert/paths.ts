/** Paths: version 2 asks for absolute ones where version 1 only means them. */
import type { AbsolutePath } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';

const absolute = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** Whether a path starts at a root, on any operating system. */
export const isAbsolute = (path: string): boolean => absolute.test(path);

/** The path as an absolute one; a relative one is taken to begin in `cwd`. */
export function absolutePath(path: string, cwd: string | undefined, losses: LossReporter): AbsolutePath {
  if (isAbsolute(path)) return path;
  if (cwd === undefined || !isAbsolute(cwd)) {
    losses.lose('paths', `The path ${path} is relative, and nobody knows to what; it was kept.`);
    return path;
  }
  return join(cwd, path);
}

function join(directory: string, path: string): string {
  const isWindows = !directory.startsWith('/');
  const separator = isWindows ? '\\' : '/';
  const split = (text: string): string[] => text.split(isWindows ? /[\\/]+/ : /\/+/);
  const names = split(directory);
  for (const name of split(path)) {
    if (name === '..') {
      // The first is the root, which has no parent.
      if (names.length > 1) names.pop();
    } else if (name !== '.' && name !== '') {
      if (names.at(-1) === '' && names.length > 1) names.pop();
      names.push(name);
    }
  }
  return names.length === 1 ? `${names[0]}${separator}` : names.join(separator);
}
