/**
 * The updates of one run, from the session to the one reader that iterates over them.
 *
 * Updates are kept in order and complete, as long as the reader does not fall too far behind; then the oldest are
 * dropped, counted and reported. A slow reader never stops the session: it waits at most one macrotask, so that a
 * reader that only needs to run keeps up with any burst.
 */
import { nextMacrotask } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { Fifo } from '../../shared/fifo.ts';
import type { UpdateLimits } from './update-limits.ts';

/** With this many unread updates the session waits one macrotask for the reader. */
const highWater = 1024;

interface Waiter {
  readonly resolve: (result: IteratorResult<SessionUpdate, undefined>) => void;
  readonly reject: (error: Error) => void;
}

export interface UpdateQueueOptions {
  readonly limits: Pick<UpdateLimits, 'unread' | 'behind'>;
  /** Called once if updates were dropped. */
  readonly onMissed: (limit: number) => void;
  /** Whether the reader gets nothing until `release` sets where the run begins. */
  readonly isHeld: boolean;
}

type State = 'open' | { readonly error: Error | undefined };
type Reader = 'none' | 'reading' | 'gone';

const done: IteratorResult<SessionUpdate, undefined> = { done: true, value: undefined };

export class UpdateQueue {
  readonly #options: UpdateQueueOptions;
  readonly #updates = new Fifo<SessionUpdate>();
  #state: State = 'open';
  #reader: Reader = 'none';
  #isHeld: boolean;
  #position = 0;
  #missed = 0;
  #waiting: Waiter[] = [];
  /** Ends the pause of the session. */
  #endPause: (() => void) | undefined;

  constructor(options: UpdateQueueOptions) {
    this.#options = options;
    this.#isHeld = options.isHeld;
  }

  /** How many updates have come so far. */
  get position(): number {
    return this.#position;
  }

  /** How many updates were dropped. */
  get missed(): number {
    return this.#missed;
  }

  /** Takes one update; returns a promise if the session should wait for the reader. */
  push(update: SessionUpdate): Promise<void> | undefined {
    if (this.#state !== 'open') return undefined;
    this.#position += 1;
    if (this.#reader === 'gone') return undefined;
    const waiter = this.#isHeld ? undefined : this.#waiting.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: update });
      return undefined;
    }
    this.#updates.push(update);
    const limit = this.#limit;
    const dropped = this.#updates.trim(limit);
    // Updates that are held may not belong to the run at all.
    if (dropped > 0 && !this.#isHeld) this.#miss(dropped, limit);
    return this.#reader === 'reading' && !this.#isHeld && this.#updates.length >= highWater ? this.#yield() : undefined;
  }

  /** Lets the reader have the updates from `position` on; those before are removed. */
  release(position: number): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const first = this.#position - this.#updates.length;
    if (first > position) this.#miss(first - position, this.#limit);
    this.#updates.drop(position - first);
    this.#serve();
  }

  /** No more updates come; the reader gets the rest, and then `error` if there is one. */
  close(error?: Error): void {
    if (this.#state !== 'open') return;
    this.#state = { error };
    if (this.#isHeld) this.#updates.takeAll();
    this.#isHeld = false;
    this.#serve();
  }

  /** Starts reading; there can be one reader. */
  read(): AsyncIterator<SessionUpdate, undefined> {
    if (this.#reader !== 'none')
      throw new TypeError('The updates of a run can be read once; keep them if you need them again.');
    this.#reader = 'reading';
    if (this.#missed > 0) this.#options.onMissed(this.#options.limits.unread);
    return {
      next: () => this.#next(),
      return: () => {
        this.#leave();
        return Promise.resolve(done);
      },
    };
  }

  get #limit(): number {
    const { unread, behind } = this.#options.limits;
    return this.#reader === 'none' ? unread : behind;
  }

  #next(): Promise<IteratorResult<SessionUpdate, undefined>> {
    const ready = this.#take();
    if (ready !== undefined) return Promise.resolve(ready);
    if (this.#state === 'open' && this.#reader === 'reading') {
      return new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
      });
    }
    const error = this.#takeError();
    return error === undefined ? Promise.resolve(done) : Promise.reject(error);
  }

  #take(): IteratorResult<SessionUpdate, undefined> | undefined {
    if (this.#isHeld || this.#updates.length === 0) return undefined;
    const value = this.#updates.shift();
    if (this.#updates.length === 0) this.#endPause?.();
    return value === undefined ? undefined : { done: false, value };
  }

  /** The error is thrown once; after that the stream is done. */
  #takeError(): Error | undefined {
    if (this.#state === 'open' || this.#reader === 'gone') return undefined;
    const { error } = this.#state;
    this.#state = { error: undefined };
    return error;
  }

  #serve(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const waiter of waiting) this.#next().then(waiter.resolve, waiter.reject);
  }

  #leave(): void {
    this.#reader = 'gone';
    this.#updates.takeAll();
    this.#endPause?.();
    this.#serve();
  }

  #miss(count: number, limit: number): void {
    // Without a reader this is reported when the reading starts.
    if (this.#missed === 0 && this.#reader === 'reading') this.#options.onMissed(limit);
    this.#missed += count;
  }

  #yield(): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = () => {
        this.#endPause = undefined;
        resolve();
      };
      nextMacrotask(this.#endPause);
    });
  }
}
