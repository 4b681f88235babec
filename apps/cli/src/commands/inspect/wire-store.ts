/**
 * Holds the rows and records of an inspector, numbered from 0 in the order in which they came.
 *
 * It has a limit of rows and of characters: the oldest rows are dropped, and counted. A reader asks for rows from a
 * number on, and may wait for the next one.
 */
import { ExchangeReader, type SchemasOf, type TraceRecord } from '@acp-stack/trace';
import { wireRow, type WireRow } from '@acp-stack/trace/inspect';

import { ChangeWaiters } from './change-waiters.ts';

export interface StoreLimits {
  readonly rows: number;
  /** Characters of all records together. */
  readonly characters: number;
}

export const defaultStoreLimits: StoreLimits = { rows: 100_000, characters: 256 * 1024 * 1024 };

/** What is held of a record. */
export interface StoredRow {
  readonly row: WireRow;
  readonly record: TraceRecord;
}

interface RunCounts {
  held: number;
  dropped: number;
}

/** Rows are dropped in groups, because each drop moves the rest. */
const dropSize = 1000;

export class WireStore {
  readonly #schemas: SchemasOf;
  readonly #limits: StoreLimits;
  #rows: StoredRow[] = [];
  /** The number of the first row that is held. */
  #first = 0;
  #characters = 0;
  readonly #readers = new Map<number, ExchangeReader>();
  readonly #counts = new Map<number, RunCounts>();
  readonly #responses = new Map<number, number>();
  readonly #waiters = new ChangeWaiters();

  constructor(schemas: SchemasOf, limits: StoreLimits = defaultStoreLimits) {
    this.#schemas = schemas;
    this.#limits = limits;
  }

  /** The number of the first row that is held. */
  get first(): number {
    return this.#first;
  }

  /** The number after the last row. */
  get end(): number {
    return this.#first + this.#rows.length;
  }

  /** Adds the next record of a run; returns its row. */
  add(run: number, record: TraceRecord): WireRow {
    const reader = this.#readers.get(run) ?? new ExchangeReader(this.#schemas, () => this.end);
    this.#readers.set(run, reader);
    const row = wireRow(reader.read(record), run);
    this.#rows.push({ row, record });
    this.#characters += lengthOf(record);
    this.#countsOf(run).held += 1;
    if (row.request !== undefined) this.#responses.set(row.request, row.index);
    this.#dropSurplus();
    this.#waiters.release();
    return row;
  }

  /** The row with this number; undefined if it was dropped, or is not there yet. */
  get(index: number): StoredRow | undefined {
    return this.#rows[index - this.#first];
  }

  /** The number of the response to a request; undefined if there is none yet. */
  responseTo(request: number): number | undefined {
    return this.#responses.get(request);
  }

  /** At most `limit` rows from the number `from` on, or from the first one that is held. */
  slice(from: number, limit: number): readonly StoredRow[] {
    const start = Math.max(0, from - this.#first);
    return this.#rows.slice(start, start + limit);
  }

  /** All rows of these runs that are held. */
  rowsOf(runs: ReadonlySet<number>): readonly StoredRow[] {
    return this.#rows.filter(({ row }) => runs.has(row.run));
  }

  /** How many rows of a run are held and were dropped. */
  counts(run: number): { readonly held: number; readonly dropped: number } {
    return this.#countsOf(run);
  }

  /** Resolves when there is a row from the number `from` on, or when `signal` aborts. */
  async reached(from: number, signal?: AbortSignal): Promise<void> {
    while (this.end <= from && isWanted(signal)) await this.#waiters.next(signal);
  }

  /** The first row from the number `from` on that fits; waits for it. Undefined when `signal` aborts. */
  async find(from: number, fits: (stored: StoredRow) => boolean, signal?: AbortSignal): Promise<StoredRow | undefined> {
    let at = from;
    while (isWanted(signal)) {
      for (; at < this.end; at += 1) {
        const stored = this.get(at);
        if (stored !== undefined && fits(stored)) return stored;
      }
      await this.#waiters.next(signal);
    }
    return undefined;
  }

  #dropSurplus(): void {
    const { rows, characters } = this.#limits;
    if (this.#rows.length > rows) this.#drop(Math.max(Math.min(dropSize, rows / 10), this.#rows.length - rows));
    while (this.#characters > characters && this.#rows.length > 1) this.#drop(Math.ceil(this.#rows.length / 10));
  }

  #drop(wanted: number): void {
    const count = Math.min(Math.ceil(wanted), this.#rows.length - 1);
    for (const { row, record } of this.#rows.slice(0, count)) {
      this.#characters -= lengthOf(record);
      this.#responses.delete(row.index);
      const counts = this.#countsOf(row.run);
      counts.held -= 1;
      counts.dropped += 1;
    }
    this.#rows = this.#rows.slice(count);
    this.#first += count;
  }

  #countsOf(run: number): RunCounts {
    const known = this.#counts.get(run);
    if (known !== undefined) return known;
    const counts = { held: 0, dropped: 0 };
    this.#counts.set(run, counts);
    return counts;
  }
}

const isWanted = (signal: AbortSignal | undefined): boolean => signal?.aborted !== true;

/** What is not text counts too, so that many small records have a limit. */
const lengthOf = (record: TraceRecord): number =>
  300 + (record.type === 'frame' ? record.frame.length : record.type === 'end' ? 0 : record.text.length);
