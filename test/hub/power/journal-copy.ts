/**
 * Copies of the files of a journal in use, as a loss of power may leave them.
 *
 * What was synced when a copy was made is there. Of what was written later, any part may be there or not: the disk
 * writes sectors in any order.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

import { LastEventRecord } from '../../../packages/journal/src/sqlite/last-event-record.ts';
import { SqliteConnection } from '../../../packages/journal/src/sqlite/sqlite-connection.ts';
import { migrate } from '../../../packages/journal/src/sqlite/table-schema.ts';
import { decodeText } from '../../../packages/journal/src/sqlite/text-decoding.ts';
import type { Random } from '../simulation/random.ts';

/** The files of a journal at one moment. */
export interface JournalFiles {
  readonly database: Buffer;
  /** The write-ahead log. */
  readonly log: Buffer;
  /** The record of the last event. */
  readonly last: Buffer;
}

const logHeader = 32;
const frameHeader = 24;
const sectorBytes = 512;

/** Reads the files between two restarts of the log; undefined if it was restarted meanwhile. */
export function readFiles(path: string): JournalFiles | undefined {
  // What is recorded must be committed: the record is read first, and the log last.
  const last = readFileSync(`${path}-last`);
  const before = readFileSync(`${path}-wal`);
  const database = readFileSync(path);
  const log = readFileSync(`${path}-wal`);
  return isSameLog(before, log) ? { database, log, last } : undefined;
}

/** Whether two copies are of the same log, so that the later one continues the other. */
export const isSameLog = (one: Buffer, other: Buffer): boolean =>
  one.subarray(0, logHeader).equals(other.subarray(0, logHeader));

/** The ends of the frames of a log that belong to it; the first is the end of its header. */
export function frameEnds(log: Buffer): readonly number[] {
  const size = frameHeader + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  const ends = [logHeader];
  for (let at = logHeader; at + size <= log.length; at += size) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    ends.push(at + size);
  }
  return ends;
}

/** The log of `later`, of which only some sectors behind `synced` have reached the disk. */
export function tornLog(earlier: JournalFiles, later: JournalFiles, { synced, random }: TornOptions): Buffer {
  const log = Buffer.from(later.log);
  const first = Math.ceil(synced / sectorBytes) * sectorBytes;
  for (let at = first; at < log.length; at += sectorBytes) {
    const end = at + sectorBytes;
    if (random.chance(0.5)) log.fill(0, at, Math.min(end, log.length)).set(earlier.log.subarray(at, end), at);
  }
  return log;
}

export interface TornOptions {
  readonly synced: number;
  readonly random: Random;
}

/** The log with one bit changed behind `synced`. */
export function flippedLog(log: Buffer, { synced, random }: TornOptions): Buffer {
  const flipped = Buffer.from(log);
  const at = random.between(synced, log.length - 1);
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random.between(0, 7));
  return flipped;
}

/** The database of which some pages were copied from the log: a checkpoint that did not end. */
export function tornDatabase(earlier: JournalFiles, later: JournalFiles, random: Random): Buffer {
  const database = Buffer.from(later.database);
  for (let at = 0; at < earlier.database.length; at += sectorBytes)
    if (random.chance(0.5)) earlier.database.copy(database, at, at, at + sectorBytes);
  return database;
}

/** Writes the files as a journal that no program has open: without `-shm`. */
export function writeFiles(path: string, { database, log, last }: JournalFiles): void {
  rmSync(`${path}-shm`, { force: true });
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  writeFileSync(`${path}-last`, last);
}

/** What a journal holds when it is opened after a loss of power. */
export interface Recovered {
  /** The JSON strings of the events of each stream, by number. */
  readonly streams: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** The loss that would be reported. */
  readonly loss: string | undefined;
}

/** Opens the files in this thread, and reads everything. */
export function recovered(path: string): Recovered {
  const connection = new SqliteConnection(path);
  const lastEvent = new LastEventRecord(path);
  try {
    const verdict = connection.value('SELECT CAST(quick_check AS BLOB) FROM pragma_quick_check(1)');
    if (decodeText(verdict ?? null) !== 'ok') throw new Error('The database is damaged.');
    migrate(connection);
    const streams = new Map<string, Map<number, string>>();
    const rows = connection
      .query('SELECT name, sequence, event FROM streams LEFT JOIN events ON events.stream = id ORDER BY id, sequence')
      .rows();
    for (const [name, sequence, event] of rows) {
      const events = streams.get(String(name)) ?? new Map<number, string>();
      streams.set(String(name), events);
      if (sequence !== null) events.set(Number(sequence), String(event));
    }
    return { streams, loss: lastEvent.loss(connection)?.message };
  } finally {
    lastEvent.close();
    connection.close();
  }
}
