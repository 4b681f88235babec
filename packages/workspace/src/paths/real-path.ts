/** Where a path leads on the disk, also when its end does not exist yet. */
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, normalize, resolve } from 'node:path';

import { errorCode, WorkspaceError } from '../contract/workspace-error.ts';

export interface RealPlace {
  /** The deepest part of the path that exists, without any link in it. */
  readonly existing: string;
  /** The names below it that do not exist. */
  readonly missing: readonly string[];
}

/** As many as Linux follows. */
const mostLinks = 40;

/** Follows every link in `path`, also one that points to nothing; `path` is absolute and normalised. */
export async function realPlace(path: string, links: number = mostLinks): Promise<RealPlace> {
  try {
    return { existing: await realpath(path), missing: [] };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const folder = dirname(path);
  if (folder === path) throw new WorkspaceError('missing', `${path} does not exist.`, { path });
  const parent = await realPlace(folder, links);
  const name = basename(path);
  if (parent.missing.length > 0) return { ...parent, missing: [...parent.missing, name] };
  const target = await linkTarget(resolve(parent.existing, name));
  if (target === undefined) return { existing: parent.existing, missing: [name] };
  if (!isPlain(target)) {
    throw new WorkspaceError('missing', `${path} is a link to something that does not exist.`, { path });
  }
  if (links === 0) throw new WorkspaceError('invalid', `${path} leads through too many links.`, { path });
  return realPlace(resolve(parent.existing, target), links - 1);
}

/** Whether what a link says means the same when nothing of it exists: `a/`, `a/.` and `a/../b` ask for a folder `a`, which their normal form does not. */
function isPlain(target: string): boolean {
  const plain = target.replace(/^(?:\.\/)+/u, '');
  return plain === normalize(plain) && !/[\\/]$/u.test(plain);
}

/** What the link at `path` says; undefined when there is none. */
async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    // A file can have appeared since; then it is no link.
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EINVAL') return undefined;
    throw error;
  }
}
