/**
 * Whether the channel delivers: it does while nobody has a reason against it.
 *
 * A handler that holds its lane and waits for the other side would wait for ever if its answer were not read. While there is one,
 * reading goes on up to twice the limit; then the handler is told that its call failed. Whether a call that was made without a context
 * is waited for by a handler cannot be known. So when nothing has been handled for a while and there is a call whose answer would be
 * given at once, reading goes on as well; and where twice the limit is not enough, calls that a handler may have made are given up, late.
 *
 * Whoever sends waits while too much waits to be sent. If that is a handler, and the other side has paused for the same reason, both would
 * wait for ever: the wait ends, too, when nothing has been handled for a while, and what may wait to be sent has its own limit.
 */
import type { Channel } from '../channel/channel.ts';
import type { Clock } from '../platform/clock.ts';
import { Drain } from '../channel/drain.ts';
import type { Limits } from '../message/limits.ts';
import type { OutgoingCalls } from '../send/outgoing-calls.ts';

/** Handlers have too much to do, or too many messages wait behind an answer. */
type Reason = keyof typeof reasons;

/** Each is one bit. */
const reasons = { handlers: 1, inbox: 2 };

/** How many times longer one waits for what is only guessed: a minute, unless said otherwise. */
export const longPatience = 256;

export interface BackPressureOptions {
  readonly channel: Pick<Channel, 'pause' | 'resume' | 'drained'>;
  readonly limits: Pick<Limits, 'unhandledBytes'>;
  readonly clock: Clock;
  readonly patience: number;
  readonly calls: Pick<OutgoingCalls, 'size' | 'inLanes' | 'giveUp' | 'mayBeAwaited'>;
}

export class BackPressure {
  readonly #options: BackPressureOptions;
  #reasons = 0;
  #bytes = 0;
  /** BackPressure pauses above twice the limit only, and senders do not wait. */
  #isGoingOn = false;
  /** There while senders wait. */
  #senders: Drain | undefined;
  #stopWatch: (() => void) | undefined;
  /** Something has been handled since it was last looked. */
  #hasMoved = false;

  constructor(options: BackPressureOptions) {
    this.#options = options;
  }

  get #isBehind(): boolean {
    return (this.#reasons & reasons.handlers) !== 0;
  }

  /** Hears how much is unhandled, or that a handler waits; pauses above the limit, and goes on below half of it. */
  weigh(bytes: number = this.#bytes): void {
    const { calls, limits } = this.#options;
    const limit = limits.unhandledBytes;
    if (bytes < this.#bytes) this.#hasMoved = true;
    this.#bytes = bytes;
    if (bytes <= limit) {
      this.#isGoingOn = false;
      if (this.#reasons === 0) return;
    }
    const most = this.#isGoingOn ? 2 * limit : limit;
    if (bytes > 2 * limit && calls.inLanes > 0) calls.giveUp(2 * limit, false);
    if (calls.inLanes > 0 || bytes <= most - limit / 2) this.pauseFor('handlers', false);
    else if (bytes > most) this.pauseFor('handlers', true);
  }

  pauseFor(reason: Reason, isPaused: boolean): void {
    const before = this.#reasons;
    this.#reasons = isPaused ? before | reasons[reason] : before & ~reasons[reason];
    if (before === this.#reasons) return;
    if (before === 0) this.#options.channel.pause();
    else if (this.#reasons === 0) this.#options.channel.resume();
    if (this.#isBehind) this.watch();
    else this.stop();
  }

  /** Resolves when more can be sent, or must be. */
  drained(): Promise<void> {
    if (this.#isGoingOn) return Promise.resolve();
    if (this.#senders === undefined) {
      const senders = new Drain();
      this.#senders = senders;
      const goOn = (): void => {
        this.#senders = undefined;
        senders.release();
      };
      this.#options.channel.drained().then(goOn, goOn);
    }
    this.watch();
    return this.#senders.wait();
  }

  /** While reading has paused for handlers, and they may wait for an answer or to send: looks after a while whether they go on. */
  watch(): void {
    const { calls, clock, patience } = this.#options;
    if (!this.#isBehind || this.#stopWatch !== undefined || (calls.size === 0 && this.#senders === undefined)) return;
    this.#hasMoved = false;
    const look = (): void => {
      this.#stopWatch = undefined;
      if (!this.#hasMoved && (this.#senders !== undefined || calls.mayBeAwaited)) this.#help();
      this.watch();
    };
    // Nothing else may keep a program alive that does not read.
    this.#stopWatch = clock.schedule(this.#isGoingOn ? longPatience * patience : patience, look, true);
  }

  /** Nobody waits any more. */
  stop(): void {
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }

  /** Nothing moves, and it may be that it never will. */
  #help(): void {
    const { calls, limits } = this.#options;
    if (this.#isGoingOn) calls.giveUp(2 * limits.unhandledBytes, true);
    else {
      this.#isGoingOn = true;
      this.#senders?.release();
      this.pauseFor('handlers', false);
    }
  }
}
