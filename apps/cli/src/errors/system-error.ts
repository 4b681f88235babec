/** What the system refuses, in words that say what to do. */
import { UsageError } from './usage-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not use it; check who it belongs to',
  EPERM: 'you may not use it; check who it belongs to',
  ENOENT: 'it is not there; check the path',
  ENOTDIR: 'a part of the path is no folder; check the path',
  EISDIR: 'it is a folder; name a file',
  EROFS: 'nothing can be written there; name another place',
  ENOSPC: 'the disk is full; make room, or name another place',
  EMFILE: 'too many files are open; close other programs, or raise the limit (ulimit -n)',
  EADDRINUSE: 'another program listens there; choose another port',
};

/** What is said of a refusal that nobody has expected; undefined for any other error. */
export function explainSystemError(error: unknown): string | undefined {
  const { code, path, syscall } = Object(error) as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || syscall === undefined) return undefined;
  if (syscall === 'uv_cwd') return 'the current folder is gone; change to another one';
  const reason = reasons[code];
  return reason === undefined ? undefined : `${path ?? 'the system'}: ${reason}`;
}

const unreadableReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  ENOTDIR: 'there is no such file; check the path',
  EISDIR: 'it is a folder; name a file',
  EACCES: 'you may not read it; check who it belongs to',
  EPERM: 'you may not read it; check who it belongs to',
};

/** Why a file that the user named cannot be read. */
export function unreadableFile(path: string, error: unknown): UsageError {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const reason = unreadableReasons[code] ?? `(${code}); check what it is`;
  return new UsageError(`cannot read ${path}: ${reason}`, { cause: error });
}
