/** Recognizes failures of the disk, and explains them in one sentence. */
import { RegistryError } from './registry-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the quota of the disk is used up; free some space and try again',
  EACCES: 'the permission is missing; check the owner and the permissions of the folder',
  EPERM: 'the permission is missing; check the owner and the permissions of the folder',
  EROFS: 'the file system is read-only; choose another folder',
  ENOTDIR: 'a file is where a folder should be; remove it',
  EEXIST: 'a file is where a folder should be; remove it',
  ENAMETOOLONG: 'the path is too long; choose a shorter folder',
  EMFILE: 'too many files are open; close some programs and try again',
  EIO: 'the disk reports an error; check it',
};

/** Whether a file or folder could not be opened because it does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Converts an error of the file system; returns others unchanged. */
export function explainDiskError(error: unknown, folder: string): unknown {
  if (error instanceof RegistryError || !(error instanceof Error) || !('code' in error)) return error;
  const reason = reasons[String(error.code)];
  if (reason === undefined) return error;
  const message = `Cannot change ${folder}: ${reason}. What was installed before is unchanged.`;
  return new RegistryError('failed', message, { cause: error });
}
