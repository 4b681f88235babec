/**
 * Writes one batch of appends by one statement.
 *
 * It remembers how the streams ended that it wrote to. While it is their only writer, that is right, and the statement
 * has less to look up; otherwise nothing is written, and the batch is written in the general way.
 */
import { JournalError } from '../contract/journal-error.ts';
import { firstOf, isAccepted, type Run, type RunState } from './append-batch.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { isDuplicate } from './postgres-errors.ts';
import { numbersOf, type MetadataColumns, type Statements } from './statements.ts';

/** A patch as the function in the database takes it. */
export interface PatchRow extends MetadataColumns {
  /** Counted from 1. */
  readonly run: number;
  readonly revision: number;
}

interface StreamEnd {
  readonly id: number;
  readonly last: number;
}

/** The maximum number of streams whose ends are remembered. */
const maxEnds = 10_000;

export class AppendWriter {
  readonly #pool: ConnectionPool;
  readonly #statements: Statements;
  readonly #ends = new Map<string, StreamEnd>();

  constructor(pool: ConnectionPool, statements: Statements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /**
   * Writes the runs that are possible. Returns what is known of each stream before that; undefined for a run whose
   * patch is based on older metadata and which was not written.
   */
  async write(runs: readonly Run[], patches: readonly PatchRow[]): Promise<readonly (RunState | undefined)[]> {
    const ends = patches.length === 0 ? this.#knownEnds(runs) : undefined;
    // Whatever becomes of the batch: if it fails, the ends are unknown.
    for (const { stream } of runs) this.#ends.delete(stream);
    const states =
      ends !== undefined && (await this.#writeNext(runs, ends))
        ? runs.map((run, index): RunState => ({ ...(ends[index] as StreamEnd), owner: firstOf(run).token ?? 0 }))
        : await this.#writeAny(runs, patches);
    for (const [index, state] of states.entries()) {
      const run = runs[index];
      if (run !== undefined && state !== undefined && isAccepted(run, state)) this.#remember(run, state);
    }
    return states;
  }

  /** The ends of all streams; undefined if one of them is not known or not the expected one. */
  #knownEnds(runs: readonly Run[]): readonly StreamEnd[] | undefined {
    const ends: StreamEnd[] = [];
    for (const run of runs) {
      const end = this.#ends.get(run.stream);
      const { expectedLast } = firstOf(run);
      if (end === undefined || (expectedLast !== undefined && expectedLast !== end.last)) return undefined;
      ends.push(end);
    }
    return ends;
  }

  #remember({ stream, events }: Run, { id, last }: RunState): void {
    if (this.#ends.size >= maxEnds) this.#ends.clear();
    this.#ends.set(stream, { id, last: last + events });
  }

  /** Writes all runs if the streams end as is known; false if they do not. */
  async #writeNext(runs: readonly Run[], ends: readonly StreamEnd[]): Promise<boolean> {
    const streams = runs.map((run, index) => ({ run, end: ends[index] as StreamEnd }));
    streams.sort((left, right) => left.end.id - right.end.id);
    const { keys, numbers, ats, texts } = eventColumns(
      streams.map(({ run, end }) => ({ run, key: end.id, last: end.last })),
    );
    try {
      const [[isWritten] = []] = await this.#pool.run('changes', this.#statements.appendNext, [
        arrayOf(streams.map(({ end }) => end.id)),
        arrayOf(streams.map(({ run }) => firstOf(run).token ?? 0)),
        arrayOf(streams.map(({ end }) => end.last)),
        arrayOf(keys),
        arrayOf(numbers),
        arrayOf(ats),
        texts,
      ]);
      return isWritten === 't';
    } catch (error) {
      if (error instanceof JournalError && isDuplicate(error.cause)) return false;
      throw error;
    }
  }

  async #writeAny(runs: readonly Run[], patches: readonly PatchRow[]): Promise<readonly (RunState | undefined)[]> {
    const { keys, numbers, ats, texts } = eventColumns(runs.map((run, index) => ({ run, key: index + 1, last: 0 })));
    const [row = []] = await this.#pool.run('changes', this.#statements.append, [
      runs.map(({ stream }) => stream),
      arrayOf(runs.map((run) => firstOf(run).token ?? 0)),
      arrayOf(runs.map((run) => firstOf(run).expectedLast ?? -1)),
      arrayOf(keys),
      arrayOf(numbers),
      arrayOf(ats),
      texts,
      JSON.stringify(patches),
    ]);
    const [ids = [], owners = [], lasts = [], stale = []] = row.map(numbersOf);
    return runs.map((_, index) =>
      stale.includes(index + 1)
        ? undefined
        : { id: ids[index] ?? 0, owner: owners[index] ?? 0, last: lasts[index] ?? 0 },
    );
  }
}

/** The events of runs as columns; those of each run are numbered after `last`. */
function eventColumns(runs: readonly { readonly run: Run; readonly key: number; readonly last: number }[]): {
  readonly keys: number[];
  readonly numbers: number[];
  readonly ats: number[];
  /** Separated by line breaks, which JSON strings do not contain. */
  readonly texts: string;
} {
  const keys: number[] = [];
  const numbers: number[] = [];
  const ats: number[] = [];
  const texts: string[] = [];
  for (const { run, key, last } of runs) {
    let number = last;
    for (const { params } of run.appends) {
      for (const text of params.texts) {
        keys.push(key);
        numbers.push((number += 1));
        ats.push(params.at);
        texts.push(text);
      }
    }
  }
  return { keys, numbers, ats, texts: texts.join('\n') };
}

/** Numbers as an array of PostgreSQL. */
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`;
