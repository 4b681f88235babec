/**
 * A small file beside the journal that names the event which was committed last.
 *
 * SQLite stops at the first damaged part of its log and does not report what follows; a log that was removed, or
 * replaced by another, is not reported either. All of them lose the last event, which is noticed here when the journal
 * is opened. The file is not synced: after a power failure it names an earlier event, which is there too.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';

import { JournalError } from '../contract/journal-error.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { bytesOf, number } from './stream-info-queries.ts';
import { decodeText } from './text-decoding.ts';

export interface LastEvent {
  readonly streamId: number;
  readonly sequence: number;
  readonly sum: number;
}

const recordBytes = 64;

export class LastEventRecord {
  readonly #path: string;
  #file: number | undefined;

  /** Without permission to write the file, losses are not noticed. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openSync(`${path}-last`, constants.O_RDWR | constants.O_CREAT, 0o600);
    } catch {
      this.#file = undefined;
    }
  }

  /** Replaces the record, after a commit. */
  write({ streamId, sequence, sum }: LastEvent): void {
    if (this.#file === undefined) return;
    try {
      writeSync(this.#file, `${streamId} ${sequence} ${sum}`.padEnd(recordBytes - 1).concat('\n'), 0);
    } catch {
      // The disk is full; the record stays as it was.
    }
  }

  /** The error that says what was lost; undefined if the recorded event is there, or was deleted. */
  loss(connection: SqliteConnection): JournalError | undefined {
    const found = this.#read();
    if (found === undefined) return undefined;
    const { streamId, sequence, sum } = found;
    const [name, floor] =
      connection.query(`SELECT ${bytesOf('name')}, ${number('floor')} FROM streams WHERE id = ?`).row(streamId) ?? [];
    if (name === undefined) {
      const newest = connection.value("SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = 'streams'");
      return streamId > Number(newest ?? 0) ? this.#lost(`stream ${streamId}`) : undefined;
    }
    if (Number(floor) >= sequence) return undefined;
    const event = connection
      .query(`SELECT ${number('sum')} FROM events WHERE stream = ? AND sequence = ?`)
      .row(streamId, sequence);
    return event?.[0] === sum ? undefined : this.#lost(`event ${sequence} of ${decodeText(name)}`);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #read(): LastEvent | undefined {
    if (this.#file === undefined) return undefined;
    const buffer = Buffer.alloc(recordBytes);
    try {
      readSync(this.#file, buffer, 0, recordBytes, 0);
    } catch {
      return undefined;
    }
    const [, streamId, sequence, sum] = /^(\d{1,15}) (\d{1,15}) (\d{1,10}) *\n$/u.exec(buffer.toString('latin1')) ?? [];
    if (sum === undefined) return undefined;
    return { streamId: Number(streamId), sequence: Number(sequence), sum: Number(sum) };
  }

  #lost(what: string): JournalError {
    const words = `its log (${this.#path}-wal) was removed, replaced or damaged. What is left can be read`;
    return new JournalError('corrupt', `The journal ${this.#path} has lost events, at least ${what}: ${words}.`);
  }
}
