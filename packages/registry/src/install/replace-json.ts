/** Replaces a JSON file at once: readers see the old or the new content, also after a crash or a loss of power. */
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { renameOver } from '@acp-stack/workspace/user-folders';

/** Called when the new content is on the disk, before it replaces the old. */
export type BeforeSwitch = () => void | Promise<void>;

export async function replaceJson(path: string, value: unknown, beforeSwitch: BeforeSwitch): Promise<void> {
  const draft = join(dirname(path), `.new-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(value, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeSwitch();
    await renameOver(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes renames in the folder durable, where the system can. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // Windows cannot open folders, and some file systems cannot sync them.
  }
}
