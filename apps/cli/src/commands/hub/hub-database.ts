/**
 * Where a hub stores its sessions: a file of SQLite, which one hub uses at a time, or a PostgreSQL database, which
 * several share.
 *
 * A password in the address is never shown.
 */
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { FolderLockedError, lockFolder } from '@acp-stack/hub';
import { JournalError, sqliteJournal, type Journal, type SqliteJournal } from '@acp-stack/journal';
import type { Environment } from '@acp-stack/workspace/user-folders';

import { firstOf } from '../../config/settings.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import { hubFolder } from '../../token/running-hub.ts';

export type HubDatabase =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The schema that has the tables; `acp` when absent. */
      readonly schema?: string;
    };

/** The variable with the address, which may have a password. */
export const databaseVariable = 'ACP_HUB_DATABASE';

/** The database of the flag, of the variable, or in the data folder of the user. */
export function hubDatabase(flag: string | undefined, env: Environment): HubDatabase {
  const given = firstOf(flag, env[databaseVariable], undefined);
  if (given === undefined) return { kind: 'sqlite', path: withoutLinks(join(hubFolder(env), 'hub.db')) };
  if (/^postgres(?:ql)?:/iu.test(given)) {
    if (URL.canParse(given)) return postgresAt(new URL(given));
    throw new UsageError('--database: this is not an address of PostgreSQL; write postgres://user@host:5432/name');
  }
  if (/^[a-z][a-z+]*:\/\//iu.test(given)) {
    throw new UsageError('--database must be a file, or an address that begins with postgres://');
  }
  return { kind: 'sqlite', path: withoutLinks(resolve(given)) };
}

/** The path without links, also if its end does not exist yet: two names of one file are one database. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const folder = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === path) return path;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true)
      return join(withoutLinks(folder), basename(path));
    // SQLite creates the file to which the link leads.
    return withoutLinks(resolve(folder, readlinkSync(path)));
  }
}

/** `?schema=` is for this program; the driver would take it for a setting of the server. */
function postgresAt(url: URL): HubDatabase {
  const schema = url.searchParams.get('schema');
  if (schema === null) return { kind: 'postgres', url: url.href };
  if (!/^[a-z_][a-z0-9_]{0,62}$/u.test(schema)) {
    throw new UsageError('--database: the schema must be a name in small letters, digits and _');
  }
  url.searchParams.delete('schema');
  return { kind: 'postgres', url: url.href, schema };
}

/** The database as it is shown: without a password, and without options, which may be secrets too. */
export function shownDatabase(database: HubDatabase): string {
  if (database.kind === 'sqlite') return database.path;
  const { protocol, username, host, pathname } = new URL(database.url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** What is to know about a database that can be used. */
export interface DatabaseReports {
  /** Stored events were lost with the log of a file. */
  readonly onLoss: (error: JournalError) => void;
  /** The server does not wait for its disk. */
  readonly onRisk: (error: JournalError) => void;
}

/** Opens the journal; one sentence says what is wrong with it. */
export async function openDatabase(database: HubDatabase, { onLoss, onRisk }: DatabaseReports): Promise<Journal> {
  try {
    if (database.kind === 'sqlite') return await openFile(database.path, { onLoss });
    const { postgresJournal } = await import('@acp-stack/journal/postgres');
    const { url, schema } = database;
    return await postgresJournal(url, { onRisk, ...(schema === undefined ? {} : { schema }) });
  } catch (error) {
    throw databaseFailure(error, database);
  }
}

/** Opens the journal in a file, which is created. */
export async function openFile(
  path: string,
  reports: Partial<Pick<DatabaseReports, 'onLoss'>> = {},
): Promise<SqliteJournal> {
  return sqliteJournal(path, reports);
}

/** Creates the folder of the database in the data folder of the user; other folders have to exist. */
export function makeUsualFolder(database: HubDatabase, env: Environment): void {
  if (database.kind === 'sqlite' && dirname(database.path) === withoutLinks(hubFolder(env))) {
    mkdirSync(dirname(database.path), { recursive: true, mode: 0o700 });
  }
}

/** Explains a failure of the database. */
export function databaseFailure(error: unknown, database: HubDatabase): unknown {
  if (!(error instanceof JournalError)) return error;
  return new CommandError(exitCodes.notStarted, failureWords(error, database), { cause: error });
}

/** What is said of a hub that was stopped while its database could not be used. */
export function stopFailure(error: unknown, database: HubDatabase): unknown {
  if (!(error instanceof JournalError)) return error;
  const words = `the hub has stopped, and its sessions are as they were stored last; ${failureWords(error, database)}`;
  return new CommandError(exitCodes.notStarted, words, { cause: error });
}

/** A journal is the database in the words of users. */
function failureWords(error: JournalError, database: HubDatabase): string {
  const reason = inOneLine(withoutPeriod(error.message))
    .replace('choose another name for the journal', 'name another one by --database')
    .replace(/\b(?<article>[Tt]he) journal\b/u, '$<article> database')
    .replace('is not a journal', 'is not a database of a hub');
  const shown = shownDatabase(database);
  const isNamed = database.kind === 'sqlite' && reason.includes(shown);
  const isAway = database.kind === 'postgres' && error.code === 'unavailable' && !reason.includes(';');
  const advice = isAway ? '; start it, or check the address' : '';
  return isNamed ? `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : `the database ${shown}: ${reason}${advice}`;
}

/** Makes sure that no other hub uses a file; does nothing for PostgreSQL, where hubs share it. */
export async function lockDatabase(database: HubDatabase): Promise<AsyncDisposable> {
  if (database.kind === 'postgres') return { [Symbol.asyncDispose]: () => Promise.resolve() };
  const { path } = database;
  if (!existsSync(dirname(path))) {
    throw new UsageError(`--database: the folder ${dirname(path)} does not exist; create it, or name another file`);
  }
  const folder = `${path}.lock`;
  try {
    const lock = await lockFolder(folder);
    return {
      [Symbol.asyncDispose]: async () => {
        await lock[Symbol.asyncDispose]();
        // Another hub that starts now has a file there, or makes the folders again.
        await rmdir(join(folder, 'locks')).catch(() => undefined);
        await rmdir(folder).catch(() => undefined);
      },
    };
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
    const by = error.pid === undefined ? 'a hub on another machine' : `the hub with the process id ${error.pid}`;
    throw new UsageError(`${by} uses the database ${path}; stop it first, or name another one by --database`, {
      cause: error,
    });
  }
}
