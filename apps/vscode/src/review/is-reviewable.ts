/** Which files an agent may name so that this program reads them for a review. */
import { posix } from 'node:path';

import { wayInFolder } from '../paths/way-in-folder.ts';

/**
 * Whether the path is absolute, and of this machine. On Windows, looking at `\\host\share` connects to the host and
 * logs in there, so only the shares with the folders of the workspace are; and no device is a file.
 */
export function isReviewable(
  path: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform !== 'win32') return posix.isAbsolute(path);
  if (/^[\\/]{2}[.?][\\/]/u.test(path)) return false;
  if (/^[\\/]{2}/u.test(path)) return folders.some((folder) => wayInFolder(path, folder, platform) !== undefined);
  return /^[A-Za-z]:[\\/]/u.test(path);
}
