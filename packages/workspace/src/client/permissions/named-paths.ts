/**
 * The files that a permission request names in other places, or in other spellings, than a policy expects: `file:`
 * addresses, paths below the home folder, and arguments of the tool such as `file_path`.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of arguments, in lower case and without `_` and `-`, whose values are files or folders. */
const pathName = /(?:path|file|filename|uri|url|notebook|dir|directory|folder|cwd|root)s?$|directories$/u;
const address = /^[a-z][a-z0-9+.-]+:/iu;
/** Deeper arguments, and more paths, are not looked for. */
const maxDepth = 8;
const maxPaths = 1000;

/** The path that a `file:` address or a path with `~` means; any other path, and an address without one, as it is. */
export function plainPath(path: string): string {
  if (/^~(?:[/\\]|$)/u.test(path)) return join(homedir(), path.slice(1));
  if (!isUnclearPath(path)) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return path;
  }
}

/** Whether it is not clear which file is meant, so that no policy can allow it. */
export const isUnclearPath = (path: string): boolean => /^file:/iu.test(path);

/** The paths in the arguments of a tool, by the names of the arguments. */
export function pathsInArguments(rawInput: unknown): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown, isPath: boolean, depth: number): void => {
    if (found.length >= maxPaths || depth > maxDepth) return;
    if (typeof value === 'string') {
      if (isPath && isFile(value)) found.push(plainPath(value));
    } else if (Array.isArray(value)) for (const each of value) look(each, isPath, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) look(each, isPathName(name), depth + 1);
  };
  look(rawInput, false, 0);
  return found;
}

const isPathName = (name: string): boolean => pathName.test(name.replaceAll(/[_-]/gu, '').toLowerCase());

/** An address of something else than a file is none; a drive of Windows has only one letter. */
const isFile = (value: string): boolean => value !== '' && (isUnclearPath(value) || !address.test(value));
