/**
 * Opens files for writing that only the user can read, also if they existed before.
 *
 * A symbolic link is not followed, because its author would choose the file that is overwritten; nor is a file of
 * another user used, or one with a second name (a hard link).
 */
import { closeSync, constants, fchmodSync, fstatSync, openSync, type Stats } from 'node:fs';

import { noFollowFlag, openWithoutLink } from './open-without-link.ts';
import { noWait } from './regular-file.ts';

const { O_WRONLY, O_CREAT, O_EXCL } = constants;

/** Why a file is not used: `EISDIR` if it is a folder, `not-regular` for a pipe or a device. */
export type UnusableFileCode = 'EISDIR' | 'not-regular' | 'hard-link' | 'other-user';

/** A file that is not opened, because others could read or choose its content. */
export class UnusableFileError extends Error {
  static {
    this.prototype.name = 'UnusableFileError';
  }

  /** Why it is not opened. */
  readonly code: UnusableFileCode;

  /** Called by `openPrivateFile`. */
  constructor(code: UnusableFileCode) {
    super(code);
    this.code = code;
  }
}

/** What may be opened besides regular files. */
export interface PrivateFileOptions {
  /** Whether a pipe or a device may be opened; a pipe must have a reader, because opening it would wait forever. */
  readonly allowSpecial?: boolean;
}

/**
 * Opens the file at `path` for writing, or creates it, and returns its descriptor. Only the user can read it from then
 * on. Throws an error of the system or `UnusableFileError`.
 */
export function openPrivateFile(path: string, { allowSpecial = false }: PrivateFileOptions = {}): number {
  return createPrivateFile(path) ?? openExisting(path, allowSpecial);
}

/** Returns why the file with these facts is not used; undefined if it is. */
export function privateFileProblem(facts: Stats): UnusableFileCode | undefined {
  if (facts.isDirectory()) return 'EISDIR';
  if (!facts.isFile()) return 'not-regular';
  if (facts.nlink > 1) return 'hard-link';
  return process.getuid !== undefined && facts.uid !== process.getuid() ? 'other-user' : undefined;
}

/** The descriptor of a new file; undefined if a file of this name exists. */
function createPrivateFile(path: string): number | undefined {
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_EXCL | noFollowFlag, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

function openExisting(path: string, allowSpecial: boolean): number {
  const file = openWithoutLink(path, O_WRONLY | noWait);
  let isKept = false;
  try {
    const facts = fstatSync(file);
    const problem = privateFileProblem(facts);
    // A pipe has a reader now. The first descriptor stays open meanwhile, so that the reader does not see an end.
    if (problem === 'not-regular' && allowSpecial) return openWithoutLink(path, O_WRONLY);
    if (problem !== undefined) throw new UnusableFileError(problem);
    makePrivate(file, facts);
    isKept = true;
    return file;
  } finally {
    if (!isKept) closeSync(file);
  }
}

function makePrivate(file: number, { mode }: Stats): void {
  if ((mode & 0o077) === 0) return;
  try {
    fchmodSync(file, 0o600);
  } catch {
    // Some file systems have no modes.
  }
}
