/** How a place on the disk is remembered: by its path and by the folder that is there, so that another one which gets its name is not meant. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The key of a folder, by its real path. */
export async function folderKey(folder: string): Promise<string> {
  return JSON.stringify([folder, await identityOf(folder)]);
}

/** The key of a file, by its real path and the folder that it is in; the file itself may be replaced, or not be there yet. */
export async function fileKey(path: string): Promise<string> {
  return JSON.stringify([path, await identityOf(dirname(path))]);
}

/** What a folder keeps when it is renamed; nothing where there is none yet. */
async function identityOf(folder: string): Promise<string> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return '';
  }
}
