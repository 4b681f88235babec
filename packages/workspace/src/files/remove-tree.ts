/** Deletes a directory with its content, without following links. */
import { readdir, rmdir, unlink } from 'node:fs/promises';

import type { Folder } from '../paths/folder.ts';

/** Deletes the directory `name` in `folder`. Each level is held open, so a link that replaces it is not followed. */
export async function removeTree(folder: Folder, name: string, signal?: AbortSignal): Promise<void> {
  const inner = await folder.enter(name);
  try {
    for (const entry of await readdir(inner.address('.'), { withFileTypes: true })) {
      signal?.throwIfAborted();
      if (entry.isDirectory()) await removeTree(inner, entry.name, signal);
      else await unlink(inner.address(entry.name));
    }
  } finally {
    await inner.close();
  }
  await rmdir(folder.address(name));
}
