/** Makes sure that only one hub at a time uses a data folder. */
import { join } from 'node:path';

import { claimFolder, type FolderHolder } from '@acp-stack/workspace/folder-lock';

/** Another hub uses the data folder. */
export class FolderLockedError extends Error {
  static {
    this.prototype.name = 'FolderLockedError';
  }

  /** What tells this error from others. */
  readonly code = 'locked';
  /** The process that uses it, if it is one of this machine. */
  readonly pid: number | undefined;

  constructor(message: string, pid: number | undefined) {
    super(message);
    this.pid = pid;
  }
}

/** Locks a data folder until the result is disposed, or the process ends. Throws if another hub has locked it. */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const claim = await claimFolder(join(folder, 'locks'));
  if (claim.kind === 'held') throw lockedBy(folder, claim.by);
  return { [Symbol.asyncDispose]: claim.release };
}

function lockedBy(folder: string, { path, pid }: FolderHolder): FolderLockedError {
  const sentence =
    pid === undefined
      ? `A hub on another machine already uses ${folder}; stop it, or delete ${path} if it no longer runs.`
      : `The hub with the process id ${pid} already uses ${folder}; stop it, or use another folder.`;
  return new FolderLockedError(sentence, pid);
}
