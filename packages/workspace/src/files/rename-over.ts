/**
 * Gives a finished file or folder its name, and replaces the file that had it.
 *
 * Windows refuses that as long as another program has one of the files open without allowing it: a virus scanner, an
 * indexer, a backup. They let go within moments, so the rename is tried again for about two seconds. On other systems
 * an open file does not keep its name, and the first error is final.
 */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';

/** The system that renames; tests pass their own. */
export interface RenameSystem {
  /** The rules that hold; those of the running system when absent. */
  readonly platform?: NodeJS.Platform;
  /** Renames; that of `node:fs` when absent. */
  readonly rename?: (from: string, to: string) => Promise<void>;
  /** Waits for so many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** What `renameOverSync` needs of a system. */
export interface SyncRenameSystem {
  /** The rules that hold; those of the running system when absent. */
  readonly platform?: NodeJS.Platform;
  /** Renames; that of `node:fs` when absent. */
  readonly rename?: (from: string, to: string) => void;
  /** Waits for so many milliseconds. */
  readonly pause?: (ms: number) => void;
}

/** Milliseconds before each further attempt. */
const pauses: readonly number[] = [5, 10, 20, 40, 80, 160, 300, 400, 500, 500];

/** With these codes Windows reports that a file is in use; the first two also stand for other refusals. */
const inUse: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Renames `from` to `to`. */
export async function renameOver(
  from: string,
  to: string,
  { platform = process.platform, rename: move = rename, pause = wait }: RenameSystem = {},
): Promise<void> {
  for (const ms of pausesOn(platform)) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!inUse.has(codeOf(error))) throw error;
    }
    await pause(ms);
  }
  await move(from, to);
}

/** Renames `from` to `to`; on Windows the thread may wait for two seconds. */
export function renameOverSync(
  from: string,
  to: string,
  { platform = process.platform, rename: move = renameSync, pause = block }: SyncRenameSystem = {},
): void {
  for (const ms of pausesOn(platform)) {
    try {
      move(from, to);
      return;
    } catch (error) {
      if (!inUse.has(codeOf(error))) throw error;
    }
    pause(ms);
  }
  move(from, to);
}

const pausesOn = (platform: NodeJS.Platform): readonly number[] => (platform === 'win32' ? pauses : []);

/** Not that of `node:timers/promises`: programs that only read their settings would load that too when they start. */
const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
