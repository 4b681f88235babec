/** Paths: version 2 requires absolute paths where version 1 only intends them. */
import type { AbsolutePath } from '@acp-stack/schema/v2/unstable';

import type { LossReporter } from '../loss/loss-reporter.ts';

const absolute = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** Whether a path starts at a root, on any operating system. */
export const isAbsolute = (path: string): boolean => absolute.test(path);

/** Returns the absolute path; a relative path is relative to `cwd`, and a `file:` address is the path that it means. */
export function absolutePath(path: string, cwd: string | undefined, losses: LossReporter): AbsolutePath {
  if (isAbsolute(path)) return path;
  if (/^file:/iu.test(path)) return pathOfAddress(path);
  if (cwd === undefined || !isAbsolute(cwd)) {
    losses.lose('paths', `The path ${path} is relative to an unknown directory; it was kept.`);
    return path;
  }
  return join(cwd, path);
}

/** The path of a `file:` address; one that cannot be read is kept, because it is not relative to any directory. */
function pathOfAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const path = new URL(address).pathname.replace(/^\/(?=[A-Za-z]:)/u, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function join(directory: string, path: string): string {
  const isWindows = !directory.startsWith('/');
  const separator = isWindows ? '\\' : '/';
  const split = (text: string): string[] => text.split(isWindows ? /[\\/]+/ : /\/+/);
  const names = split(directory);
  for (const name of split(path)) {
    if (name === '..') {
      // The first part is the root, which has no parent.
      if (names.length > 1) names.pop();
    } else if (name !== '.' && name !== '') {
      if (names.at(-1) === '' && names.length > 1) names.pop();
      names.push(name);
    }
  }
  return names.length === 1 ? `${names[0]}${separator}` : names.join(separator);
}
