/**
 * Pauses reading while more is unhandled than the limit allows, and lets senders wait for the peer.
 *
 * A running handler may await a response that has not been read yet. While there is such a call, reading goes on up to
 * twice the limit; beyond that, the calls that were made since the handler began are rejected. While reading is paused,
 * `notify` does not wait for the peer, because the peer may have paused for the same reason.
 */
import type { Channel } from '../channel/channel.ts';
import { Drain } from '../channel/drain.ts';
import type { OrderedQueues, UnhandledBytesListener } from './ordered-queues.ts';

/** The calls of this side that running handlers may await. */
export interface AwaitedCalls {
  /** Whether there is a call whose response would be delivered although handlers run. */
  readonly isAnyDeliverable: boolean;
  /** Rejects the calls that were made since the notification handler with this number began. */
  rejectSince(handler: number, bytes: number): void;
}

export interface BackPressureParts {
  readonly channel: Pick<Channel, 'pause' | 'resume' | 'drained'>;
  /** Unhandled bytes above which reading pauses. */
  readonly limit: number;
  readonly queues: OrderedQueues;
  readonly calls: AwaitedCalls;
}

const ready: Promise<void> = Promise.resolve();

export class BackPressure implements UnhandledBytesListener {
  readonly #channel: BackPressureParts['channel'];
  readonly #limit: number;
  readonly #queues: OrderedQueues;
  readonly #calls: AwaitedCalls;
  #bytes = 0;
  /** Reading is paused because too much is unhandled. */
  #isBehind = false;
  /** Reading is paused because too many messages wait to be dispatched. */
  #isQueueFull = false;
  /** Set while senders wait. */
  #senders: Drain | undefined;

  constructor({ channel, limit, queues, calls }: BackPressureParts) {
    this.#channel = channel;
    this.#limit = limit;
    this.#queues = queues;
    this.#calls = calls;
    queues.listen(this);
  }

  onUnhandledBytes(bytes: number): void {
    this.#bytes = bytes;
    if (bytes > this.#limit || this.#isBehind) this.#weigh();
  }

  /** Pauses while too many messages wait to be dispatched. */
  onQueueFull(isFull: boolean): void {
    this.#set(this.#isBehind, isFull);
  }

  /** Resolves when more can be sent, or must be. */
  drained(): Promise<void> {
    if (this.#isBehind) return ready;
    if (this.#senders === undefined) {
      const senders = new Drain();
      this.#senders = senders;
      const release = (): void => {
        this.#senders = undefined;
        senders.release();
      };
      this.#channel.drained().then(release, release);
    }
    return this.#senders.wait();
  }

  #weigh(): void {
    const bytes = this.#bytes;
    const limit = this.#limit;
    if (bytes > 2 * limit) {
      this.#calls.rejectSince(this.#queues.oldestHandler, 2 * limit);
      this.#set(true, this.#isQueueFull);
    } else if (bytes <= limit / 2 || this.#calls.isAnyDeliverable) this.#set(false, this.#isQueueFull);
    else if (bytes > limit) this.#set(true, this.#isQueueFull);
  }

  #set(isBehind: boolean, isQueueFull: boolean): void {
    const wasPaused = this.#isBehind || this.#isQueueFull;
    const isPaused = isBehind || isQueueFull;
    this.#isBehind = isBehind;
    this.#isQueueFull = isQueueFull;
    if (isBehind) this.#senders?.release();
    if (isPaused === wasPaused) return;
    if (isPaused) this.#channel.pause();
    else this.#channel.resume();
  }
}
