/** Whether the address of a file is inside a folder. */
import { fileURLToPath } from 'node:url';

import { wayInFolder } from '../paths/way-in-folder.ts';

/**
 * Returns whether the file is below the folder; false for an address that names no file of this system.
 *
 * Paths are compared, not addresses: an editor writes `file:///c%3A/garden` and `file:///garden%20%28old%29` where
 * Node.js writes `file:///C:/garden` and `file:///garden%20(old)`. Links are not followed.
 */
export function isInFolder(uri: string, folder: string, platform: NodeJS.Platform = process.platform): boolean {
  try {
    return wayInFolder(fileURLToPath(uri, { windows: platform === 'win32' }), folder, platform) !== undefined;
  } catch {
    return false;
  }
}
