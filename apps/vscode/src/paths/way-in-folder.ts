/** The way from a folder to what is in it. */
import { posix, win32 } from 'node:path';

/**
 * Returns the path relative to the folder; undefined if it is not below the folder. On Windows `\` and `/` mean the
 * same, and case does not matter. Links are not followed.
 */
export function wayInFolder(
  path: string,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const paths = platform === 'win32' ? win32 : posix;
  const way = paths.relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way) ? undefined : way;
}
