/** The log of a session as its owner writes it: the state follows each record at once, the store as soon as it can. */
import type { SummaryPatch } from '../store/hub-store.ts';
import type { HandedRecord, LogRecord, ResultRecord } from '../store/records.ts';
import type { CommitQueue } from './commit-queue.ts';
import type { Outcome, SessionState } from './session-state.ts';
import { titleOfMessage } from './title-of-message.ts';

/** What names an item in the log. */
export type ItemName = Pick<ResultRecord, 'item' | 'key'>;

/** What a record of a message has besides its content, in bytes; names and keys are bounded. */
const recordOverhead = 4096;

export class SessionLog {
  readonly state: SessionState;
  readonly #queue: CommitQueue;
  /** Whether the session has a title in the list. */
  #hasTitle: boolean;

  constructor(state: SessionState, queue: CommitQueue, hasTitle: boolean) {
    this.state = state;
    this.#queue = queue;
    this.#hasTitle = hasTitle;
  }

  /**
   * Writes records that are stored together, and changes the summary with them. The state has them when this returns;
   * the promise resolves when they are stored, and rejects if this node has lost the session.
   */
  write(records: readonly LogRecord[], summary?: SummaryPatch): Promise<void> {
    const title = this.#hasTitle || summary?.title !== undefined ? undefined : titleOfMessage(records);
    // A record that is too large throws here, before the state has changed.
    const stored = this.#queue.add(records, title === undefined ? summary : { ...summary, title });
    if (title !== undefined || typeof summary?.title === 'string') this.#hasTitle = true;
    for (const record of records) this.state.fold(record);
    return stored;
  }

  /** Writes that an item is given to the agent; what it led to is unknown until a result follows. */
  hand({ item, key }: ItemName): Promise<void> {
    return this.write([{ kind: 'handed', item, key } satisfies HandedRecord]);
  }

  /** Writes the result of an item and of its repetitions, after other records. */
  settle(name: ItemName, outcome: Outcome, before: readonly LogRecord[] = [], summary?: SummaryPatch): Promise<void> {
    return this.write([...before, ...this.resultsOf(name, outcome)], summary);
  }

  /** The result of an item, and of those that wait for it because they have the same key. */
  resultsOf({ item, key }: ItemName, outcome: Outcome): readonly LogRecord[] {
    const repetitions = [...this.state.handed].filter(([other, itsKey]) => itsKey === key && other !== item);
    return [item, ...repetitions.map(([other]) => other)].map((each): ResultRecord => {
      return { kind: 'result', item: each, key, ...outcome };
    });
  }

  /** How many bytes the content of a message may have, so that a record with it can be stored. */
  get maxContentBytes(): number {
    return this.#queue.recordBytes - recordOverhead;
  }

  /** Resolves when more may be written; undefined if it may be now. */
  room(): Promise<void> | undefined {
    return this.#queue.room();
  }
}
