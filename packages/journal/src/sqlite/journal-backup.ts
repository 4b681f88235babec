/**
 * Copies an open journal to a new file, as it is at one moment.
 *
 * The copy is written under another name and synced before it gets its own, so a copy that is there is complete.
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';

import { JournalError } from '../contract/journal-error.ts';
import { draftNameOf, linkNew } from './draft-file.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { toJournalError } from './sqlite-errors.ts';

/** Files that belong to a journal; SQLite would take those of an earlier one for a part of the copy. */
const endings = ['', '-wal', '-shm', '-journal', '-last'];

/** Errors about the journal that is copied; the others are about the copy. */
const ofSource = /^SQLITE_(CORRUPT|BUSY|LOCKED)/;

export function backupJournal(connection: SqliteConnection, path: string): void {
  const found = endings.find((ending) => existsSync(`${path}${ending}`));
  if (found !== undefined) throw alreadyThere(`${path}${found}`);
  const draft = draftNameOf(path);
  try {
    // Accessible to the user only; SQLite writes to an empty file, but not to one with content.
    closeSync(openSync(draft, 'wx', 0o600));
    try {
      connection.query('VACUUM INTO ?').run(draft);
      sync(draft);
      if (!linkNew(draft, path)) throw alreadyThere(path);
    } finally {
      for (const ending of endings) rmSync(`${draft}${ending}`, { force: true });
    }
  } catch (error) {
    throw ofSource.test(String((error as { readonly code?: unknown }).code)) ? error : toJournalError(error, path);
  }
}

/** SQLite does not sync the file that it vacuums into. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const alreadyThere = (path: string): JournalError =>
  new JournalError('exists', `${path} already exists; choose another name for the copy of the journal.`);
