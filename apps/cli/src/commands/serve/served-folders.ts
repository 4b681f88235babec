/** Whether folders are inside the folders of the server. Links are resolved before they are compared. */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fieldsOf } from './message-fields.ts';

/** Whether `folder` is one of `roots`, which have no links, or below one. */
export function isInside(folder: string, roots: readonly string[]): boolean {
  const path = isAbsolute(folder) ? realPath(folder) : undefined;
  return path !== undefined && roots.some((root) => !leadsOut(relative(root, path)));
}

/** Whether a session, as the agent lists it, works only in `roots`: all of its directories count. */
export function isSessionInside(session: unknown, roots: readonly string[]): boolean {
  const { cwd, additionalDirectories = [] } = fieldsOf(session);
  const others: readonly unknown[] = Array.isArray(additionalDirectories) ? additionalDirectories : [];
  return [cwd, ...others].every((folder) => typeof folder === 'string' && isInside(folder, roots));
}

/**
 * The path of a `file:` URL of this machine; undefined for every other text.
 *
 * A URL has one spelling here: programs that take URLs apart by hand read a host, a backslash, or an encoded dot
 * differently.
 */
export function pathOfFileUrl(address: string): string | undefined {
  if (!address.startsWith('file:///') || /%(?:2e|2f|5c|00)|\\|[?#]/iu.test(address)) return undefined;
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

const leadsOut = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

/** The path without links; of a folder that does not exist yet, its parent is looked up. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // After a folder that does not exist, ".." means nothing.
    if (!isMissing || parent === path || path.split(/[\\/]/u).includes('..')) return undefined;
    const real = realPath(parent);
    return real === undefined ? undefined : join(real, basename(path));
  }
}
