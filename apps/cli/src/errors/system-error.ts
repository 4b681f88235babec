/** Explains errors of the operating system, with advice. */
import { UnreadableFileError } from '@acp-stack/workspace/user-folders';

import { UsageError } from './usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; check its owner and mode',
  EPERM: 'permission denied; check its owner and mode',
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'a part of the path is not a folder; check the path',
  EISDIR: 'it is a folder; name a file',
  EROFS: 'the file system is read-only; choose another place',
  ENOSPC: 'the disk is full; free some space, or choose another place',
  EMFILE: 'too many open files; close other programs, or raise the limit (ulimit -n)',
  EADDRINUSE: 'the address is in use; choose another port',
};

/** Node creates a folder with those above it, and says ENOENT whatever the reason is that it cannot. */
const notCreated = 'it cannot be created, perhaps because the file system is read-only; choose another place';

/** Explains a system error; undefined for any other error. */
export function explainSystemError(error: unknown): string | undefined {
  const { code, path, syscall } = Object(error) as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || syscall === undefined) return undefined;
  if (syscall === 'uv_cwd') return 'the current folder was deleted; change to another one';
  const reason = syscall === 'mkdir' && code === 'ENOENT' ? notCreated : reasons[code];
  return reason === undefined ? undefined : `${path ?? 'the system'}: ${reason}`;
}

const unreadableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist; check the path',
  ENOTDIR: 'the file does not exist; check the path',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'permission denied; check its owner and mode',
  EPERM: 'permission denied; check its owner and mode',
};

/** The error for a file that the user named and that cannot be read. */
export function unreadableFile(path: string, error: unknown): UsageError {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  const reason =
    error instanceof UnreadableFileError ? message : (unreadableReasons[code] ?? `(${code}); check what it is`);
  return new UsageError(`cannot read ${path}: ${reason}`, { cause: error });
}
