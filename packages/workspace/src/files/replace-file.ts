/**
 * Replaces a file at once: whoever reads it sees the old text or the new one, also after a crash.
 *
 * The new text is written beside the old file, put on the disk, and given its name. A file with several names (hard links) is replaced under this name
 * only, so that nothing outside of the roots changes through the others.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';

import { noFollow } from '../paths/folder.ts';
import type { Place } from '../paths/roots.ts';

/** What the new file takes over from the old one. */
export interface Keepsakes {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface Replacement {
  readonly bytes: Buffer;
  /** Undefined for a new file. */
  readonly keep: Keepsakes | undefined;
  /** The last look before the new file gets its name. */
  readonly check: () => Promise<void>;
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;

export async function replaceFile({ folder, name }: Place, { bytes, keep, check }: Replacement): Promise<void> {
  const draft = `.${name.slice(0, longestStem)}.${randomBytes(6).toString('hex')}.tmp`;
  const address = folder.address(draft);
  const handle = await open(address, O_CREAT | O_EXCL | O_WRONLY | noFollow, keep === undefined ? 0o666 : 0o600);
  try {
    try {
      await folder.confirm(draft, handle);
      await handle.writeFile(bytes);
      if (keep !== undefined) await takeOver(handle, keep);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check();
    await rename(address, folder.address(name));
  } catch (error) {
    await unlink(address).catch(() => undefined);
    throw error;
  }
  // Some file systems cannot; the file is complete either way.
  await folder.sync().catch(() => undefined);
}

/** Of the characters of a name, each up to four bytes, so that the draft's is no longer than a name may be. */
const longestStem = 50;

async function takeOver(handle: FileHandle, { mode, uid, gid }: Keepsakes): Promise<void> {
  const ours = await handle.stat();
  // Only root can give a file away; for others it becomes theirs.
  if (ours.uid !== uid || ours.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & 0o7777);
}
