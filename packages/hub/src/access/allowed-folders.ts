/** Whether folders lie in the folders that the operator has allowed. Links are resolved before they are compared. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** A folder as the file system has it, or why it cannot be used. */
export type FoundFolder =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'file' };

/**
 * Looks a folder up. Whatever is not certainly in `roots` is `outside`, whether it exists or not, so that a client
 * learns nothing about other folders.
 */
export async function findFolder(folder: string, roots: readonly string[]): Promise<FoundFolder> {
  if (!isAbsolute(folder) || folder.includes('\0')) return { kind: 'outside' };
  const path = await realPath(folder);
  // Roots are resolved each time: one may be created, or be a link that is changed, while the hub runs.
  const real = (await Promise.all(roots.map((root) => realPath(root)))).filter((root) => root !== undefined);
  if (path === undefined || !real.some((root) => !leadsOut(relative(root, path)))) return { kind: 'outside' };
  try {
    return (await stat(path)).isDirectory() ? { kind: 'folder', path } : { kind: 'file' };
  } catch {
    return { kind: 'missing' };
  }
}

const leadsOut = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

/** The path without links; of a folder that does not exist, its parent is looked up. */
async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // After a folder that does not exist, ".." means nothing.
    if (!isMissing || parent === path || path.split(/[\\/]/u).includes('..')) return undefined;
    const real = await realPath(parent);
    return real === undefined ? undefined : join(real, basename(path));
  }
}
