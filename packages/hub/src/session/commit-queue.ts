/**
 * Stores the records of a session in the order in which they were added.
 *
 * One append is in flight at a time; what is added meanwhile goes into the next one. An append whose outcome is unknown
 * is repeated under the condition that the log still ends where it began, so that nothing is stored twice. If another
 * node has fenced the log, or the store fails for good, the queue ends and everything that waits is rejected.
 */
import { isDeepStrictEqual } from 'node:util';

import { EventText, JournalError, type JournalErrorCode } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import { metadataPatch, type HubStore, type SummaryPatch } from '../store/hub-store.ts';
import type { LogRecord, SessionSummary, StoredEntry } from '../store/records.ts';
import { deferred, type Deferred } from './deferred.ts';

export interface CommitQueueInit {
  readonly store: HubStore;
  readonly clock: Clock;
  readonly sessionId: string;
  /** The token of this owner. */
  readonly token: number;
  /** The number of the newest record. */
  readonly last: number;
  /** The part of the summary that labels are made of. */
  readonly summary: Pick<SessionSummary, 'owner' | 'members' | 'node'>;
  readonly limits?: Partial<CommitLimits>;
  /** Called with what was stored, before the promises of `add` resolve. */
  readonly onStored: (entries: readonly StoredEntry[], bytes: number) => void;
  /** Called once when the queue has ended with an error. */
  readonly onEnd: (error: Error) => void;
  /** Called when an append has to be repeated; one sentence. */
  readonly log: (line: string) => void;
}

export interface CommitLimits {
  /** How many bytes of records may wait before callers that add more have to wait too. */
  readonly waitingBytes: number;
  /** How many records one append has at most. */
  readonly batchRecords: number;
  /** How many bytes one append has at most, if it has more than one record. */
  readonly batchBytes: number;
  /** How many bytes one record has at most. */
  readonly recordBytes: number;
}

const mebibyte = 1024 * 1024;

const defaultCommitLimits: CommitLimits = {
  waitingBytes: mebibyte,
  batchRecords: 500,
  batchBytes: 8 * mebibyte,
  recordBytes: 15 * mebibyte,
};

/** What one append stores: an object for each update would cost more than the update. */
interface Batch {
  readonly records: LogRecord[];
  /** The records as they are stored. */
  readonly texts: EventText[];
  bytes: number;
  summary: SummaryPatch;
  readonly stored: Deferred<void>;
}

/** Failures that may pass; the append is repeated. */
const passing: ReadonlySet<JournalErrorCode> = new Set(['interrupted', 'busy', 'unavailable', 'overloaded', 'full']);
const firstDelay = 20;
const longestDelay = 1000;

/** The error of a record that is larger than the limit; it was not added. */
export class RecordTooLargeError extends Error {
  static {
    this.prototype.name = 'RecordTooLargeError';
  }
}

export class CommitQueue {
  readonly #init: CommitQueueInit;
  readonly #limits: CommitLimits;
  /** What waits, in the order of the appends; more is added to the last one while it has room. */
  #batches: Batch[] = [];
  #bytes = 0;
  #last: number;
  #summary: Pick<SessionSummary, 'owner' | 'members' | 'node'>;
  #isWriting = false;
  #error: Error | undefined;
  #room: (() => void)[] = [];

  constructor(init: CommitQueueInit) {
    this.#init = init;
    this.#limits = { ...defaultCommitLimits, ...init.limits };
    this.#last = init.last;
    this.#summary = init.summary;
  }

  /** The number of the newest record that is stored. */
  get last(): number {
    return this.#last;
  }

  /** How many bytes one record has at most. */
  get recordBytes(): number {
    return this.#limits.recordBytes;
  }

  /** Whether everything that was added is stored. */
  get isSettled(): boolean {
    return this.#batches.length === 0 && !this.#isWriting;
  }

  /**
   * Adds records that are stored together; resolves when they are. Throws `RecordTooLargeError` at once for a record
   * above the limit.
   */
  add(records: readonly LogRecord[], summary: SummaryPatch = {}): Promise<void> {
    const texts = records.map((record) => this.#textOf(record));
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    if (this.#error !== undefined) return rejected(this.#error);
    const batch = this.#batchFor(records.length, bytes);
    batch.records.push(...records);
    batch.texts.push(...texts);
    batch.bytes += bytes;
    if (Object.keys(summary).length > 0) batch.summary = { ...batch.summary, ...summary };
    this.#bytes += bytes;
    if (!this.#isWriting) void this.#write();
    return batch.stored.promise;
  }

  /** The last batch that waits, if it has room for a group; otherwise a new one. */
  #batchFor(records: number, bytes: number): Batch {
    const { batchRecords, batchBytes } = this.#limits;
    const last = this.#batches.at(-1);
    if (last !== undefined && last.records.length + records <= batchRecords && last.bytes + bytes <= batchBytes)
      return last;
    const batch: Batch = { records: [], texts: [], bytes: 0, summary: {}, stored: deferred() };
    this.#batches.push(batch);
    return batch;
  }

  /** Resolves when more can be added without passing the limit; at once if it can be now. */
  room(): Promise<void> | undefined {
    if (this.#bytes <= this.#limits.waitingBytes || this.#error !== undefined) return undefined;
    return new Promise((resolve) => this.#room.push(resolve));
  }

  /** Ends the queue: what was not stored is rejected with `error`. */
  end(error: Error): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    for (const { stored } of this.#batches.splice(0)) stored.reject(error);
    this.#bytes = 0;
    this.#giveRoom();
    this.#init.onEnd(error);
  }

  #textOf(record: LogRecord): EventText {
    const text = EventText.of(record);
    const { recordBytes } = this.#limits;
    if (text.bytes > recordBytes)
      throw new RecordTooLargeError(`A record of ${text.bytes} bytes is above the limit of ${recordBytes}.`);
    return text;
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    // What is added in the same synchronous run goes into one append.
    await Promise.resolve();
    for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
      const { stored } = batch;
      try {
        await this.#store(batch.texts, batch.summary);
      } catch (error) {
        stored.reject(error);
        this.end(error as Error);
        break;
      }
      if (this.#error !== undefined) {
        // It ended while the append was under way: stored or not, this node must not show it any more.
        stored.reject(this.#error);
        break;
      }
      this.#stored(batch);
    }
    this.#isWriting = false;
  }

  #next(): Batch | undefined {
    return this.#error === undefined ? this.#batches.shift() : undefined;
  }

  #stored({ records, texts, bytes, stored }: Batch): void {
    const at = Date.now();
    const entries = records.map((record, index): StoredEntry => {
      return { sequence: (this.#last += 1), at, record, bytes: texts[index]?.bytes ?? 0 };
    });
    this.#bytes -= bytes;
    // The batch is settled before the callback, so that it can see whether anything else waits.
    if (this.#batches.length === 0) this.#isWriting = false;
    this.#init.onStored(entries, bytes);
    this.#isWriting = true;
    stored.resolve();
    if (this.#bytes <= this.#limits.waitingBytes) this.#giveRoom();
  }

  #giveRoom(): void {
    for (const resolve of this.#room.splice(0)) resolve();
  }

  /** Appends; repeats it while the failure may pass. */
  async #store(texts: readonly EventText[], patch: SummaryPatch): Promise<void> {
    const { store, sessionId, token, log } = this.#init;
    let summary = Object.keys(patch).length === 0 ? undefined : metadataPatch(this.#summary, patch);
    for (let delay = firstDelay; ; delay = Math.min(delay * 2, longestDelay)) {
      try {
        await store.append(sessionId, texts, {
          token,
          expectedLast: this.#last,
          ...(summary === undefined ? {} : { summary }),
        });
        break;
      } catch (error) {
        const failure = isConflict(error) ? await this.#failureOf(texts, error) : error;
        if (failure === undefined) break;
        if (isTooLarge(failure) && summary !== undefined) {
          // The records were checked, so it is the summary, which the list of sessions can do without.
          log(`The summary of session ${sessionId} could not be changed: ${failure.message}`);
          summary = undefined;
          continue;
        }
        if (!isPassing(failure)) throw failure as Error;
        log(`Session ${sessionId} could not be stored, and is tried again: ${failure.message}`);
        await this.#pause(delay);
        if (this.#error !== undefined) throw this.#error;
      }
    }
    this.#summary = { ...this.#summary, ...patch };
  }

  /** Undefined if the log goes on with these records: an append before, whose outcome was unknown, has stored them. */
  async #failureOf(texts: readonly EventText[], conflict: JournalError): Promise<unknown> {
    const { store, sessionId } = this.#init;
    try {
      const found: LogRecord[] = [];
      for await (const { record } of store.read(sessionId, this.#last, texts.length)) found.push(record);
      const expected = texts.map(({ text }) => JSON.parse(text) as unknown);
      return isDeepStrictEqual(found, expected) ? undefined : conflict;
    } catch (error) {
      return error;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#init.clock.schedule(ms, resolve, true));
  }
}

/** A rejection that nothing waits for is not an error of the program. */
function rejected(error: Error): Promise<void> {
  const { promise, reject } = deferred<void>();
  reject(error);
  return promise;
}

const isConflict = (error: unknown): error is JournalError =>
  error instanceof JournalError && error.code === 'conflict';

const isTooLarge = (error: unknown): error is JournalError =>
  error instanceof JournalError && error.code === 'too-large';

const isPassing = (error: unknown): error is JournalError => error instanceof JournalError && passing.has(error.code);
