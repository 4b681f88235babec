/** Replaces a settings file atomically: a reader sees the old or the new content. */
import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

import { renameOver } from '../../files/rename-over.ts';

/** Replaces the file; only the user can read the new one. */
export async function replaceSettings(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}
