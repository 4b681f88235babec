/** Whether folders lie in the folders that the operator has allowed. Links are resolved before they are compared. */
import { realpath, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

/** A folder as the file system has it, or why it cannot be used. */
export type FoundFolder =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'file' };

/** The system with the folders; tests pass their own. */
export interface FolderSystem {
  readonly platform?: NodeJS.Platform;
  /** The path without links, with the letters that the disk has. */
  readonly realpath?: (path: string) => Promise<string>;
  readonly stat?: (path: string) => Promise<{ isDirectory(): boolean }>;
}

/**
 * Looks a folder up. Whatever is not certainly in `roots` is `outside`, whether it exists or not, so that a client
 * learns nothing about other folders.
 */
export async function findFolder(
  folder: string,
  roots: readonly string[],
  { platform = process.platform, realpath: resolve = realpath, stat: look = stat }: FolderSystem = {},
): Promise<FoundFolder> {
  const paths = platform === 'win32' ? win32 : posix;
  const real = (path: string): Promise<string | undefined> => realPath(path, paths, resolve);
  if (!paths.isAbsolute(folder) || folder.includes('\0')) return { kind: 'outside' };
  // Roots are resolved each time: one may be created, or be a link that is changed, while the hub runs.
  const realRoots = (await Promise.all(roots.map(real))).filter((root) => root !== undefined);
  if (platform === 'win32' && !isOnDriveOf(folder, [...roots, ...realRoots])) return { kind: 'outside' };
  const path = await real(folder);
  const leadsOut = (way: string): boolean => way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way);
  if (path === undefined || !realRoots.some((root) => !leadsOut(paths.relative(root, path)))) {
    return { kind: 'outside' };
  }
  try {
    return (await look(path)).isDirectory() ? { kind: 'folder', path } : { kind: 'file' };
  } catch {
    return { kind: 'missing' };
  }
}

/**
 * Whether Windows may look at a path: on a drive, or on a share that has one of the roots. Looking at another share
 * connects to its host and logs in there, and the host is the choice of the client. Devices such as `\\.\pipe` and paths
 * relative to the current drive are not looked at either.
 */
function isOnDriveOf(path: string, roots: readonly string[]): boolean {
  const place = placeOf(path);
  return /^[a-z]:\\$/u.test(place) || (place.startsWith('\\\\') && roots.some((root) => placeOf(root) === place));
}

const placeOf = (path: string): string => win32.normalize(win32.parse(path).root).toLowerCase();

/** The path without links; of a folder that does not exist, its parent is looked up. */
async function realPath(
  path: string,
  paths: typeof posix,
  resolve: (path: string) => Promise<string>,
): Promise<string | undefined> {
  try {
    return await resolve(path);
  } catch (error) {
    const parent = paths.dirname(path);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // After a folder that does not exist, ".." means nothing.
    if (!isMissing || parent === path || path.split(/[\\/]/u).includes('..')) return undefined;
    const real = await realPath(parent, paths, resolve);
    return real === undefined ? undefined : paths.join(real, paths.basename(path));
  }
}
