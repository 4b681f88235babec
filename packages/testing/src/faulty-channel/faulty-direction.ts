/**
 * One direction of a faulty channel: an ordered queue whose messages may be late.
 *
 * A message that is not ready holds back those after it, as bytes on a line would. Only a `drop` fault loses messages.
 */
import { ConnectionError, type Clock } from '@acp-stack/rpc';

import { messageText } from '../matching/message-text.ts';
import type { Direction } from '../wire-log/transcript.ts';
import { ArmedFault, type Fault } from './fault.ts';

/** A message on its way; if `isCorrupt`, input that cannot be parsed. */
export interface PassingMessage {
  readonly message: unknown;
  readonly text: string | undefined;
  readonly isCorrupt: boolean;
}

export interface FaultyDirectionOptions {
  readonly direction: Direction;
  readonly faults: readonly Fault[];
  readonly clock: Clock;
  /** Messages with the same key keep their order even when a fault reorders. */
  readonly orderKeyOf: (message: unknown) => string | undefined;
  /** Delivers a message; returns false if the sender should wait. */
  readonly deliver: (item: PassingMessage) => boolean;
  /** Called when a fault closes the connection. */
  readonly close: (how: 'destroy' | 'end', error: Error) => void;
  /** Called with a line for each fault that happens. */
  readonly note: (words: string) => void;
}

interface Waiting {
  readonly item: PassingMessage;
  isReady: boolean;
}

interface HeldBack {
  readonly item: PassingMessage;
  readonly orderKey: string | undefined;
  behind: number;
}

/** Messages are passed by reference and have no size in bytes; the limit counts this for each. */
const nominalBytes = 256;
const maxWaitingBytes = 64 * 1024 * 1024;

export class FaultyDirection {
  readonly #options: FaultyDirectionOptions;
  readonly #faults: readonly ArmedFault[];
  #queue: Waiting[] = [];
  #heldBack: HeldBack[] = [];
  #timers = new Set<() => void>();
  #onEmpty: (() => void)[] = [];
  #isStalled = false;
  #isClosed = false;
  isPaused = false;

  constructor(options: FaultyDirectionOptions) {
    this.#options = options;
    this.#faults = options.faults
      .filter(({ direction }) => direction === options.direction)
      .map((fault) => new ArmedFault(fault));
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Bytes in the queue. */
  get waitingBytes(): number {
    return this.#queue.reduce((bytes, { item }) => bytes + (item.text?.length ?? nominalBytes), 0);
  }

  /** Applies the faults to a message; returns false if the sender should wait. */
  pass(message: unknown, text: string | undefined): boolean {
    if (this.#isClosed) return true;
    let passing: PassingMessage[] = [{ message, text, isCorrupt: false }];
    let delay = 0;
    let behind = 0;
    for (const armed of this.#faults) {
      if (!armed.strikes(message)) continue;
      const { fault } = armed;
      this.#options.note(`${this.#options.direction} ${fault.fault}: ${messageText(message)}`);
      if (fault.fault === 'close') {
        this.#options.close(fault.how ?? 'destroy', fault.error ?? new Error('A fault closed the channel.'));
        return true;
      }
      if (fault.fault === 'drop') passing = [];
      else if (fault.fault === 'duplicate')
        passing = passing.flatMap((each) => Array<PassingMessage>((fault.copies ?? 1) + 1).fill(each));
      else if (fault.fault === 'corrupt') passing = passing.map((each) => corrupted(each, fault.change));
      else if (fault.fault === 'delay') delay += fault.ms;
      else if (fault.fault === 'reorder') behind += fault.behind ?? 1;
      else this.#isStalled = true;
    }
    return passing.length === 0 ? true : this.#enter(passing, { delay, behind });
  }

  /** Ends a stall. */
  release(): void {
    this.#isStalled = false;
    this.#pump();
  }

  resume(): void {
    this.isPaused = false;
    this.#pump();
  }

  /** Resolves when the queue is empty; messages that were held back for reordering are delivered now. */
  flushed(): Promise<void> {
    for (const { item } of this.#heldBack.splice(0)) this.#queue.push({ item, isReady: true });
    this.#pump();
    if (this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onEmpty.push(resolve);
    });
  }

  /** Drops everything and accepts nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#isStalled = false;
    this.#queue = [];
    this.#heldBack = [];
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#empty();
  }

  #enter(
    passing: readonly PassingMessage[],
    { delay, behind }: { readonly delay: number; readonly behind: number },
  ): boolean {
    const orderKey = this.#options.orderKeyOf(passing[0]?.message);
    if (behind > 0) {
      this.#heldBack.push(...passing.map((item) => ({ item, orderKey, behind })));
      return true;
    }
    // The usual case: the queue is empty, so the message is delivered at once.
    if (delay === 0 && this.#queue.length === 0 && this.#heldBack.length === 0 && !this.#isStalled && !this.isPaused) {
      return passing.map((item) => this.#options.deliver(item)).every(Boolean);
    }
    if (this.waitingBytes > maxWaitingBytes) {
      const words = `More than ${maxWaitingBytes} bytes are waiting in a faulty channel.`;
      throw new ConnectionError('limit', words, { limit: 'unsentBytes' });
    }
    const waiting = passing.map((item) => ({ item, isReady: delay === 0 }));
    this.#queue.push(...waiting);
    if (delay > 0) this.#readyLater(waiting, delay);
    this.#releaseFollowers(orderKey);
    return this.#pump() && !this.#isStalled;
  }

  #readyLater(waiting: readonly Waiting[], delay: number): void {
    const cancel = this.#options.clock.schedule(delay, () => {
      this.#timers.delete(cancel);
      for (const each of waiting) each.isReady = true;
      this.#pump();
    });
    this.#timers.add(cancel);
  }

  /** A message with `orderKey` was queued: messages that waited for enough of them follow it. */
  #releaseFollowers(orderKey: string | undefined): void {
    for (const held of this.#heldBack) if (held.orderKey === orderKey) held.behind -= 1;
    const due = this.#heldBack.filter(({ behind }) => behind <= 0);
    this.#heldBack = this.#heldBack.filter(({ behind }) => behind > 0);
    this.#queue.push(...due.map(({ item }) => ({ item, isReady: true })));
  }

  #pump(): boolean {
    let more = true;
    while (this.#queue[0]?.isReady === true && !this.#isStalled && !this.isPaused) {
      const next = this.#queue.shift();
      if (next !== undefined) more = this.#options.deliver(next.item) && more;
    }
    if (this.#queue.length === 0) this.#empty();
    return more;
  }

  #empty(): void {
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }
}

/** The beginning of a line that breaks off. */
const truncatedLine = '{"jsonrpc":"2.0","meth';

const corrupted = ({ message }: PassingMessage, change: ((message: unknown) => unknown) | undefined): PassingMessage =>
  change === undefined
    ? { message: truncatedLine, text: truncatedLine, isCorrupt: true }
    : { message: change(message), text: undefined, isCorrupt: false };
