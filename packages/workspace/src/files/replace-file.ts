/**
 * Replaces a file atomically: a reader sees the old or the new content, also after a crash.
 *
 * The new content is written beside the old file, synced to disk, and renamed. Of a file with several hard links only
 * this name is replaced, so that nothing outside the roots changes.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';

import { noFollowFlag } from '../paths/open-without-link.ts';
import type { AnchoredEntry } from '../paths/roots.ts';
import { renameOver } from './rename-over.ts';

/** Attributes of the old file that the new one keeps. */
export interface PreservedAttributes {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface Replacement {
  readonly bytes: Buffer;
  /** Undefined for a new file. */
  readonly keep: PreservedAttributes | undefined;
  /** The last check before the new file is renamed. */
  readonly check: () => Promise<void>;
}

const { O_CREAT, O_EXCL, O_WRONLY } = constants;

export async function replaceFile({ folder, name }: AnchoredEntry, { bytes, keep, check }: Replacement): Promise<void> {
  const draft = `.${name.slice(0, longestStem)}.${randomBytes(6).toString('hex')}.tmp`;
  const address = folder.address(draft);
  const handle = await open(address, O_CREAT | O_EXCL | O_WRONLY | noFollowFlag, keep === undefined ? 0o666 : 0o600);
  try {
    try {
      await folder.confirm(draft, handle);
      await handle.writeFile(bytes);
      if (keep !== undefined) await copyAttributes(handle, keep);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check();
    await renameOver(address, folder.address(name));
  } catch (error) {
    await unlink(address).catch(() => undefined);
    throw error;
  }
  // Some file systems cannot sync a directory; the file is complete either way.
  await folder.sync().catch(() => undefined);
}

/**
 * Characters of the name that are used for the temporary name. Each has up to four bytes, and a name has at most 255.
 */
const longestStem = 50;

async function copyAttributes(handle: FileHandle, { mode, uid, gid }: PreservedAttributes): Promise<void> {
  const ours = await handle.stat();
  // Only root can change the owner; otherwise the file belongs to the current user.
  if (ours.uid !== uid || ours.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & 0o7777);
}
