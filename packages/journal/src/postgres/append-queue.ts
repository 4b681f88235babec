/**
 * Writes appends in batches, one after the other: what arrives during a commit shares the next one.
 *
 * An append that is refused does not affect the others. Appends to one stream are written in the order of the calls.
 */
import { JournalError } from '../contract/journal-error.ts';
import { missing } from '../store/store-errors.ts';
import type { AppendParams, Operations } from '../store/store.ts';
import { settleRun, takeBatch, type PendingAppend, type Run } from './append-batch.ts';
import { AppendWriter, type PatchRow } from './append-writer.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { PatchStream } from './postgres-operations.ts';
import { metadataColumns, type Statements } from './statements.ts';

/** Failures after which the appends of a batch are not tried one by one: it would take too long, or do harm. */
const final: ReadonlySet<string> = new Set(['busy', 'interrupted', 'unavailable', 'denied', 'full']);

export class AppendQueue {
  readonly #pool: ConnectionPool;
  readonly #statements: Statements;
  readonly #writer: AppendWriter;
  readonly #patched: PatchStream;
  readonly #onWritten: (streams: readonly string[]) => void;
  #waiting: PendingAppend[] = [];
  #isWriting = false;

  constructor(options: {
    /** A pool of one connection. */
    readonly pool: ConnectionPool;
    readonly statements: Statements;
    readonly patched: PatchStream;
    readonly onWritten: (streams: readonly string[]) => void;
  }) {
    this.#pool = options.pool;
    this.#statements = options.statements;
    this.#writer = new AppendWriter(options.pool, options.statements);
    this.#patched = options.patched;
    this.#onWritten = options.onWritten;
  }

  add(params: AppendParams): Promise<Operations['append']['result']> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ params, resolve, reject });
      if (this.#isWriting) return;
      this.#isWriting = true;
      void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Appends of one macrotask share a batch, also those of callers that have just been answered. If many events wait
      // already, the server need not wait until this program has read what else has arrived.
      if (!areMany(this.#waiting)) await new Promise(setImmediate);
      const again = await this.#writeBatch(takeBatch(this.#waiting));
      if (again.length > 0) this.#waiting = [...again, ...this.#waiting];
    }
    this.#isWriting = false;
  }

  /** Writes a batch and settles its appends; returns those that have to be tried again. */
  async #writeBatch(batch: readonly Run[]): Promise<readonly PendingAppend[]> {
    try {
      const { runs, patches } = await this.#preparePatches(batch);
      return runs.length === 0 ? [] : await this.#write(runs, patches);
    } catch (error) {
      const appends = batch.flatMap((run) => run.appends);
      if (appends.length > 1 && error instanceof JournalError && !final.has(error.code)) {
        for (const append of appends) await this.#writeAlone(append);
        return [];
      }
      for (const { reject } of appends) reject(error);
      // The others would wait as long for the same answer.
      if (error instanceof JournalError && error.code === 'unavailable')
        for (const { reject } of this.#waiting.splice(0)) reject(error);
      return [];
    }
  }

  async #writeAlone(append: PendingAppend): Promise<void> {
    const { stream, texts } = append.params;
    let again: readonly PendingAppend[] = [append];
    while (again.length > 0) again = await this.#writeBatch([{ stream, appends: [append], events: texts.length }]);
  }

  async #write(runs: readonly Run[], patches: readonly PatchRow[]): Promise<readonly PendingAppend[]> {
    const states = await this.#writer.write(runs, patches);
    this.#onWritten(runs.map(({ stream }) => stream));
    return runs.flatMap((run, index) => {
      const state = states[index];
      return state === undefined ? run.appends : settleRun(run, state);
    });
  }

  /** Applies the patches to the present metadata; an append whose patch is not possible is rejected and left out. */
  async #preparePatches(batch: readonly Run[]): Promise<{ runs: readonly Run[]; patches: readonly PatchRow[] }> {
    const patched = batch.filter((run) => patchOf(run) !== undefined).map(({ stream }) => stream);
    if (patched.length === 0) return { runs: batch, patches: [] };
    const rows = await this.#pool.run('reads', this.#statements.metadata, [patched]);
    const found = new Map(rows.map(([stream, metadata, revision]) => [stream, { metadata, revision }]));
    const runs: Run[] = [];
    const patches: PatchRow[] = [];
    for (const run of batch) {
      const patch = patchOf(run);
      if (patch === undefined) {
        runs.push(run);
        continue;
      }
      try {
        const { metadata, revision } = found.get(run.stream) ?? {};
        if (typeof metadata !== 'string') throw missing(run.stream);
        const columns = metadataColumns(this.#patched(run.stream, metadata, patch));
        patches.push({ run: runs.length + 1, revision: Number(revision), ...columns });
        runs.push(run);
      } catch (error) {
        const refused = run.appends.pop();
        refused?.reject(error);
        if (run.appends.length > 0) runs.push({ ...run, events: run.events - (refused?.params.texts.length ?? 0) });
      }
    }
    return { runs, patches };
  }
}

const manyEvents = 500;

function areMany(waiting: readonly PendingAppend[]): boolean {
  let events = 0;
  return waiting.some(({ params }) => (events += params.texts.length) >= manyEvents);
}

const patchOf = ({ appends }: Run): string | undefined => appends.at(-1)?.params.patch;
