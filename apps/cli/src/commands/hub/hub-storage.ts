/** Copies of the database of a hub, and the removal of old sessions. */
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

import { removeOldSessions, renewGeneration, type RemovedSession } from '@acp-stack/hub';
import { JournalError } from '@acp-stack/journal';
import { renameOverSync } from '@acp-stack/workspace/user-folders';

import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { shownTime } from '../../text/shown-time.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { databaseFailure, hubDatabase, lockDatabase, makeUsualFolder, openDatabase, openFile } from './hub-database.ts';

export interface StorageFlags {
  readonly database?: string;
}

export interface GarbageFlags extends StorageFlags {
  /** Milliseconds. */
  readonly olderThan?: number;
  readonly keepBytes?: number;
  readonly dryRun?: boolean;
  readonly format: 'text' | 'json';
}

/** Copies the database of a hub, which may be running, into a new file. */
export async function backUp(file: string, { database: flag }: StorageFlags, terminal: Terminal): Promise<number> {
  const path = sqlitePath(flag, terminal, 'pg_dump --schema=acp copies it, also while hubs run');
  requireDatabase(path);
  const journal = await openFile(path).catch((error: unknown) => {
    throw databaseFailure(error, { kind: 'sqlite', path });
  });
  try {
    await journal.backup(resolve(file));
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === 'exists') throw new UsageError(`${resolve(file)} exists; name a new file`, { cause: error });
    throw databaseFailure(error, { kind: 'sqlite', path });
  } finally {
    await journal.close();
  }
  await terminal.stderr.tryWrite(`acp hub: copied ${path} to ${resolve(file)}\n`);
  return 0;
}

/**
 * Puts a copy in the place of the database of a stopped hub. What was there before is kept beside it.
 *
 * Everything is done in a file of its own first, so that a copy that cannot be read changes nothing. The hub gets a new
 * generation: clients that were further ahead than the copy read their sessions again.
 */
export async function restore(file: string, { database: flag }: StorageFlags, terminal: Terminal): Promise<number> {
  const advice = 'stop all hubs, and restore it with pg_restore or psql';
  const path = sqlitePath(flag, terminal, advice);
  const copy = resolve(file);
  if (!existsSync(copy)) throw new UsageError(`file ${copy} not found; acp hub backup makes one`);
  makeUsualFolder({ kind: 'sqlite', path }, terminal.env);
  const lock = await lockDatabase({ kind: 'sqlite', path });
  try {
    const draft = `${path}.restoring-${process.pid}`;
    try {
      await copyJournal(copy, draft);
      const kept = keepBeside(path);
      moveFiles(draft, path);
      const note = kept === undefined ? '' : `; the database from before is ${kept}`;
      await terminal.stderr.tryWrite(`acp hub: restored ${path} from ${copy}${note}\n`);
      return 0;
    } finally {
      removeFiles(draft);
    }
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

/** Copies a journal, checked, and gives the copy a new generation. */
async function copyJournal(from: string, to: string): Promise<void> {
  try {
    const source = await openFile(from);
    try {
      await source.backup(to);
    } finally {
      await source.close();
    }
    const journal = await openFile(to);
    try {
      await renewGeneration(journal);
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.code !== 'foreign') throw databaseFailure(error, { kind: 'sqlite', path: from });
    const words = `${from} is not a database of a hub; name a file that acp hub backup has written`;
    throw new CommandError(exitCodes.notStarted, words, { cause: error });
  }
}

/** The files of a database: with what is not in the main file yet, and how far it has come. */
const filesOf = (path: string): readonly string[] => ['', '-wal', '-shm', '-last'].map((end) => `${path}${end}`);

/** Renames the database; returns its new name, or undefined if there was none. */
function keepBeside(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  let kept = `${path}.before-restore`;
  for (let count = 2; existsSync(kept); count += 1) kept = `${path}.before-restore-${count}`;
  moveFiles(path, kept);
  return kept;
}

function moveFiles(path: string, target: string): void {
  for (const [index, from] of filesOf(path).entries()) {
    const to = filesOf(target)[index];
    if (to !== undefined && existsSync(from)) renameOverSync(from, to);
  }
}

function removeFiles(path: string): void {
  for (const each of filesOf(path)) rmSync(each, { force: true });
}

/** Deletes old sessions. Beside a running hub, sessions that have an agent are left alone. */
export async function collectGarbage(flags: GarbageFlags, terminal: Terminal): Promise<number> {
  const { olderThan, keepBytes, dryRun = false, format } = flags;
  if (olderThan === undefined && keepBytes === undefined) {
    throw new UsageError('say what is old: --older-than 90d, --keep-bytes 20G, or both');
  }
  const database = hubDatabase(flags.database, terminal.env);
  if (database.kind === 'sqlite') requireDatabase(database.path);
  // The lock also tells whether a hub runs.
  const lock = database.kind === 'postgres' ? undefined : await lockDatabase(database).catch(() => undefined);
  let loss: JournalError | undefined;
  const journal = await openDatabase(database, { onLoss: (error) => (loss = error), onRisk: () => undefined });
  let removed: readonly RemovedSession[];
  let held = 0;
  try {
    // A hub that is started later may not learn of the loss.
    if (loss !== undefined) await renewGeneration(journal);
    removed = await removeOldSessions(journal, {
      ...(olderThan === undefined ? {} : { before: Date.now() - olderThan }),
      ...(keepBytes === undefined ? {} : { keepBytes }),
      isHubRunning: lock === undefined,
      isDryRun: dryRun,
      onHeld: (count) => (held = count),
    });
  } catch (error) {
    throw databaseFailure(error, database);
  } finally {
    await journal.close();
    await lock?.[Symbol.asyncDispose]();
  }
  if (format === 'json') await terminal.stdout.writeJson(JSON.stringify(removed, undefined, 2));
  for (const { sessionId, title, updatedAt } of format === 'json' ? [] : removed) {
    const words = `${inOneLine(sessionId)}  ${shownTime(new Date(updatedAt).toISOString())}  ${inOneLine(title ?? '')}`;
    await terminal.stdout.write(`${words.trimEnd()}\n`);
  }
  const count = `${removed.length} session${removed.length === 1 ? '' : 's'}`;
  const left =
    held === 0
      ? ''
      : `; ${held} more ${held === 1 ? 'stays, because a running hub uses it' : 'stay, because a running hub uses them'}`;
  await terminal.stderr.tryWrite(`acp hub: ${dryRun ? 'would delete' : 'deleted'} ${count}${left}\n`);
  return 0;
}

/** The file of a database of SQLite; throws with advice for PostgreSQL. */
function sqlitePath(flag: string | undefined, { env }: Terminal, advice: string): string {
  const database = hubDatabase(flag, env);
  if (database.kind === 'sqlite') return database.path;
  throw new UsageError(`the hub stores its sessions in PostgreSQL; ${advice}`);
}

function requireDatabase(path: string): void {
  if (existsSync(path)) return;
  throw new UsageError(`database ${path} not found; acp hub makes it, or name another one by --database`);
}
