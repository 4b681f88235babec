/** Makes sure that only one process at a time changes a store, and in it only one call. */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { claimFolder, type FolderHolder } from '@acp-stack/workspace/folder-lock';

import { RegistryError } from '../contract/registry-error.ts';

/** What runs while the lock is held. */
export interface LockedWork<Result> {
  readonly signal?: AbortSignal | undefined;
  readonly beforeStep?: ((step: 'lock' | 'unlock') => void | Promise<void>) | undefined;
  readonly work: () => Promise<Result>;
}

/** Calls of this process that wait or run, by the folder of the locks. */
const queues = new Map<string, Promise<void>>();

/** Runs `work` with the lock of the store in `folder`. Throws `locked` if another process has it. */
export async function withLock<Result>(folder: string, locked: LockedWork<Result>): Promise<Result> {
  const { signal } = locked;
  const path = join(folder, 'locks');
  await mkdir(path, { recursive: true, mode: 0o700 });
  const key = await realpath(path);
  const before = queues.get(key) ?? Promise.resolve();
  const running = before.then(() => runLocked(key, locked));
  const settled = running.then(ignore, ignore);
  queues.set(key, settled);
  void settled.then(() => {
    if (queues.get(key) === settled) queues.delete(key);
  });
  await orAborted(before, signal);
  return running;
}

async function runLocked<Result>(folder: string, { signal, beforeStep, work }: LockedWork<Result>): Promise<Result> {
  signal?.throwIfAborted();
  await beforeStep?.('lock');
  const claim = await claimFolder(folder, signal);
  if (claim.kind === 'held') throw lockedBy(claim.by);
  try {
    const result = await work();
    await beforeStep?.('unlock');
    return result;
  } finally {
    await claim.release();
  }
}

function lockedBy({ path, pid }: FolderHolder): RegistryError {
  const sentence = `Process ${pid ?? 'of another program'} is installing or removing an agent; try again when it is done`;
  return new RegistryError('locked', `${sentence}, or delete ${path} if it no longer runs.`);
}

/** Waits for `promise`, or until the signal is aborted. */
async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true, signal: done.signal });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    done.abort();
  }
}

function ignore(): void {}
