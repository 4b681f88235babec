/** Resolves the links of a path whose end may not exist yet. */
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, normalize, resolve } from 'node:path';

import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';

export interface ResolvedPath {
  /** The deepest part of the path that exists, without links. */
  readonly existing: string;
  /** The names below it that do not exist. */
  readonly missing: readonly string[];
}

/** The maximum number of links, as on Linux. */
export const maxLinks = 40;

/** Follows every link in `path`, also a dangling one; `path` must be absolute and normalized. */
export async function resolveLinks(path: string, links: number = maxLinks): Promise<ResolvedPath> {
  try {
    return { existing: await realpath(path), missing: [] };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const folder = dirname(path);
  if (folder === path) throw new WorkspaceError('missing', `${path} does not exist.`, { path });
  const parent = await resolveLinks(folder, links);
  const name = basename(path);
  if (parent.missing.length > 0) return { ...parent, missing: [...parent.missing, name] };
  const target = await linkTarget(resolve(parent.existing, name));
  if (target === undefined) return { existing: parent.existing, missing: [name] };
  if (!isPlain(target)) {
    throw new WorkspaceError('missing', `${path} is a link to something that does not exist.`, { path });
  }
  if (links === 0) throw new WorkspaceError('invalid', `${path} leads through too many links.`, { path });
  return resolveLinks(resolve(parent.existing, target), links - 1);
}

/**
 * Whether a dangling link target can be normalized: `a/`, `a/.` and `a/../b` require a folder `a`, their normal forms
 * do not.
 */
function isPlain(target: string): boolean {
  const plain = target.replace(/^(?:\.\/)+/u, '');
  return plain === normalize(plain) && !/[\\/]$/u.test(plain);
}

/** The target of the link at `path`; undefined if there is no link. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    // A file may have been created since; then it is not a link.
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EINVAL') return undefined;
    throw error;
  }
}
