/**
 * Files with secrets of this user, in a folder that only the user can enter.
 *
 * Nothing is believed of a path: a link, a pipe, a device, a file with a second name and a file that another user owns
 * or can read are refused, after they are opened, so that they cannot be exchanged in between. Opening never
 * waits. A file is written under a new name and then renamed, so that nothing that was there before is written to.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';

import { openWithoutLink, renameOverSync } from '@acp-stack/workspace/user-folders';

import { UsageError } from '../errors/usage-error.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
// Windows has none of these flags.
const noFollow = constants.O_NOFOLLOW ?? 0;
const noWait = constants.O_NONBLOCK ?? 0;
const folderOnly = constants.O_DIRECTORY ?? 0;

/** A secret is one line. */
const maxBytes = 16 * 1024;

/** The id of this user; undefined on Windows, where files have other rights. */
const userId = (): number | undefined => process.getuid?.();

/** The content of the file at `path`; undefined if there is none. Throws if it is not only for this user. */
export function readSecret(path: string): string | undefined {
  let file: number;
  try {
    // A device could do something when it is opened.
    requireSecret(lstatSync(path), path);
    file = openWithoutLink(path, O_RDONLY | noWait);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read (${code}); remove it`, { cause: error });
  }
  try {
    requireSecret(fstatSync(file), path);
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString('utf8', 0, readSync(file, bytes)).trim();
  } finally {
    closeSync(file);
  }
}

/** Writes a file that only this user can read, into a folder that only this user can enter. */
export function writeSecret(path: string, text: string): void {
  makeFolder(dirname(path));
  const name = `${path}.${crypto.randomUUID()}`;
  const file = openSync(name, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o600);
  try {
    try {
      writeSync(file, `${text}\n`);
      requireSecret(fstatSync(file), name);
    } finally {
      closeSync(file);
    }
    renameOverSync(name, path);
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  }
}

/** Writes a new file like `writeSecret`; returns false, and writes nothing, if there is one of that name. */
export function createSecret(path: string, text: string): boolean {
  makeFolder(dirname(path));
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, `${text}\n`);
    requireSecret(fstatSync(file), path);
  } finally {
    closeSync(file);
  }
  return true;
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // In a folder that others may change, they could exchange the one inside. It may be a link of the user.
  keepFolder(realpathSync(dirname(folder)), 0o022);
  keepFolder(folder, 0o077);
}

/** Takes the rights in `others` away from other users; throws if the folder is not of this user. */
function keepFolder(path: string, others: number): void {
  if (userId() === undefined) return;
  const folder = openFolder(path);
  try {
    const facts = fstatSync(folder);
    if (facts.uid !== userId()) throw new UsageError(`the folder ${path} belongs to another user; remove it`);
    if ((facts.mode & others) !== 0) fchmodSync(folder, facts.mode & 0o777 & ~others);
    if ((fstatSync(folder).mode & others) === 0) return;
    throw new UsageError(`the folder ${path} is open to other users, and its file system cannot change that`);
  } finally {
    closeSync(folder);
  }
}

function openFolder(path: string): number {
  try {
    return openSync(path, O_RDONLY | noFollow | noWait | folderOnly);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isOther = code === 'ENOTDIR' || code === 'ELOOP';
    const problem = isOther ? 'is a link or a file, not a folder; remove it' : `cannot be opened (${code})`;
    throw new UsageError(`${path} ${problem}`, { cause: error });
  }
}

function requireSecret(facts: Stats, path: string): void {
  const problem = problemOf(facts);
  if (problem !== undefined) throw new UsageError(`${path} ${problem}`);
}

function problemOf(facts: Stats): string | undefined {
  if (facts.isSymbolicLink()) return 'is a symbolic link, which is not followed; remove it';
  if (!facts.isFile()) return 'is not a file; remove it';
  if (facts.nlink > 1) return 'has a second name (a hard link); remove it';
  if (userId() === undefined) return undefined;
  if (facts.uid !== userId()) return 'belongs to another user; remove it';
  if ((facts.mode & 0o077) === 0) return undefined;
  return 'can be read by other users, so it is not a secret; remove it and start the server again, which makes a new one';
}
