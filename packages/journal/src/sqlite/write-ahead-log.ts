/**
 * Room in the write-ahead log, made beforehand: a commit that need not lengthen the file waits a third less for the disk.
 *
 * What is written behind the end of the log is zeros, which SQLite passes over as it passes over what an earlier round has left there. Nobody else writes to
 * the log meanwhile: whoever does has the lock that is held here.
 */
import { closeSync, fsyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

import type { SqliteConnection } from './sqlite-connection.ts';

/** Pages after which the log is brought into the file and begun again; it stays within the room that was made. */
const pages = 250;
const pageBytes = 4096 + 24;
const room = 32 + (pages + 6) * pageBytes;

/** A journal that cannot have it works without. */
export function preallocateLog(connection: SqliteConnection, path: string, busyTimeout: number): void {
  connection.execute(`PRAGMA wal_autocheckpoint = ${pages}`);
  // Whoever writes just now is not waited for.
  connection.execute('PRAGMA busy_timeout = 0');
  try {
    connection.transaction(() => {
      lengthen(`${path}-wal`);
    });
  } catch {
    // No space, no right, or no time: commits take a little longer.
  } finally {
    connection.execute(`PRAGMA busy_timeout = ${Math.round(busyTimeout)}`);
  }
}

function lengthen(log: string): void {
  const file = openSync(log, 'r+');
  const { size } = fstatSync(file);
  try {
    if (size >= room) return;
    writeSync(file, Buffer.alloc(room - size), 0, room - size, size);
    fsyncSync(file);
  } catch (error) {
    // What is left of a full disk is for what is to be kept.
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
}
