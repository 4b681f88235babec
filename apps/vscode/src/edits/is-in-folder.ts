/** Whether the address of a file is inside a folder. */
import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns whether the file is below the folder; false for an address that names no file of this system.
 *
 * Paths are compared, not addresses: an editor writes `file:///c%3A/garden` and `file:///garden%20%28old%29` where
 * Node.js writes `file:///C:/garden` and `file:///garden%20(old)`. Links are not followed.
 */
export function isInFolder(uri: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  const isWindows = platform === 'win32';
  const paths = isWindows ? win32 : posix;
  let path: string;
  try {
    path = fileURLToPath(uri, { windows: isWindows });
  } catch {
    return false;
  }
  const way = paths.relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}
