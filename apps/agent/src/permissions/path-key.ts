/**
 * Keys of files and folders in stored permissions: the path and the identity of the folder, so that another folder that
 * gets the same name is not meant.
 */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The key of a folder, by its real path. */
export async function folderKey(folder: string): Promise<string> {
  return JSON.stringify([folder, await identityOf(folder)]);
}

/** The key of a file, by its real path and its folder; the file itself may be replaced or not exist yet. */
export async function fileKey(path: string): Promise<string> {
  return JSON.stringify([path, await identityOf(dirname(path))]);
}

/** The identity of a folder, which survives renaming; empty if the folder does not exist. */
async function identityOf(folder: string): Promise<string> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return '';
  }
}
