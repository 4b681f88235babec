/** Where the relays of a run connect: a Unix socket in the folder of the run, or a named pipe of Windows. */
import { posix } from 'node:path';

/** The systems allow 104 bytes or more for the path of a socket, with its end. */
const longestPath = 100;

/** The address of the relays whose program is in this folder. */
export const relayAddress = (folder: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/[\\/:]/gu, '-')}` : posix.join(folder, 's');

/** The folder in which that of a run is made: the one for temporary files, unless the path of a socket there is too long. */
export function folderForSockets(temporary: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return temporary;
  const longest = posix.join(temporary, 'acp-relay-123456', 's');
  return Buffer.byteLength(longest) > longestPath ? '/tmp' : temporary;
}
