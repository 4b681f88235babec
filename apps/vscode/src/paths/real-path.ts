/**
 * The path of a file without links, by which changes of it are known: agents and the editor may use different links.
 *
 * It has the letters that the disk has. VS Code writes a drive as `c:`, and Windows as `C:`.
 */
import { realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** The system with the file; tests pass their own. */
export interface PathSystem {
  readonly platform?: NodeJS.Platform;
  /** Resolves the links in a path; throws an error if the file does not exist. */
  readonly resolve?: (path: string) => string;
}

/** The path without links; of a file that does not exist, that of the nearest folder which does, and the rest as it is. */
export function realPath(
  path: string,
  { platform = process.platform, resolve = realpathSync.native }: PathSystem = {},
): string {
  const paths = platform === 'win32' ? win32 : posix;
  try {
    return resolve(path);
  } catch {
    const folder = paths.dirname(path);
    return folder === path ? path : paths.join(realPath(folder, { platform, resolve }), paths.basename(path));
  }
}
