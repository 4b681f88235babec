/**
 * Where the sessions of one window are stored: in a file of the workspace, so that they are there after a reload.
 *
 * The editor has a folder of its own for a second window of the same workspace. If the file is used all the same, or
 * the extension has no database for the machine, they are kept in memory: then they last until the window is closed,
 * and the user is told why.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { lockFolder } from '@acp-stack/hub';
import { memoryJournal, sqliteJournal, type Journal } from '@acp-stack/journal';

/** An open store. Disposing of it makes the file free for another window. */
export interface SessionStore extends AsyncDisposable {
  readonly journal: Journal;
}

export interface SessionStoreOptions {
  /** The folder of the workspace for the extension; undefined if the window has none. */
  readonly folder: string | undefined;
  readonly log: (line: string) => void;
  /** Tells the user that sessions are not stored, in one sentence. */
  readonly warn: (line: string) => void;
  /** How long a window that is being reloaded may still use the file, in milliseconds. */
  readonly patience?: number;
}

/** Milliseconds between two attempts. */
const pause = 200;

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Opens the store; it always succeeds. */
export async function openSessionStore(options: SessionStoreOptions): Promise<SessionStore> {
  const { folder, warn } = options;
  if (folder === undefined) return inMemory();
  try {
    return await inFile(folder, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`Sessions are kept in memory only, until this window is closed: ${reason}`);
    return inMemory();
  }
}

async function inFile(folder: string, { log, patience = 5000 }: SessionStoreOptions): Promise<SessionStore> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = await lockPatiently(folder, patience);
  try {
    const journal = await sqliteJournal(join(folder, 'sessions.db'), {
      onLoss: (error) => {
        log(`Some stored messages were lost: ${error.message}`);
      },
    });
    return {
      journal,
      [Symbol.asyncDispose]: async () => {
        await journal.close();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** The window before a reload frees the file a moment after this one has begun. */
async function lockPatiently(folder: string, patience: number): Promise<AsyncDisposable> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      // An attempt takes a while itself.
      if (performance.now() + pause > end) throw error;
      await sleep(pause);
    }
  }
}

function inMemory(): SessionStore {
  const journal = memoryJournal();
  return { journal, [Symbol.asyncDispose]: () => journal.close() };
}
