/**
 * The messages for one WebSocket client, whether or not its socket is open.
 *
 * A client that can resume gets again what it has not received, from a replay window. While it is away, senders are
 * paused as if it were slow, up to a timeout. Messages in memory are sent at once; a durable log is awaited.
 */
import { Drain, type Clock } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import type { ReplayWindow } from '../../replay/replay-window.ts';
import { ReaderPosition } from '../../replay/reader-position.ts';
import { UnsentLimit } from '../limits/unsent-limit.ts';
import type { WebSocketLink } from './web-socket-link.ts';

export interface SocketSendQueueOptions {
  readonly limits: Pick<HttpLimits, 'unsentBytes' | 'stallTimeout'>;
  readonly clock: Clock;
  /** Called when the client is too slow and the timeout is over. */
  readonly onTooSlow: (link: WebSocketLink) => void;
}

/** Characters that may wait before senders are paused. */
const highWater = 1024 * 1024;
/** Characters that are taken from a durable log at once. */
const batchSize = 256 * 1024;

export class SocketSendQueue {
  readonly #options: SocketSendQueueOptions;
  readonly #drain = new Drain();
  #link: WebSocketLink | undefined;
  /** What can be sent again, once resumption is agreed on. */
  #position: ReaderPosition | undefined;
  readonly #limit: UnsentLimit;
  /** Characters that were sent while the client was away. */
  #absentBytes = 0;
  /** The client is away for too long: senders are not paused any more. */
  #isGivenUp = false;
  /** The notice that the server has ended, sent after everything else, and the socket it was sent to. */
  #endNotice: string | undefined;
  #endSentTo: WebSocketLink | undefined;
  #isPumping = false;
  /** Counts the calls of `moveTo`, so that only the last one counts. */
  #moves = 0;
  #isClosed = false;
  #cancelStallTimeout: (() => void) | undefined;

  constructor(options: SocketSendQueueOptions) {
    this.#options = options;
    this.#limit = new UnsentLimit(options.limits.unsentBytes);
  }

  get link(): WebSocketLink | undefined {
    return this.#link;
  }

  /** Whether messages are kept in a durable log. */
  get isDurable(): boolean {
    return this.#position?.window.archive !== undefined;
  }

  get hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  get unsentBytes(): number {
    const waiting = this.isDurable ? (this.#position?.size ?? 0) : this.#absentBytes;
    if (this.#link !== undefined) return this.#link.unsentBytes + (this.isDurable ? waiting : 0);
    return this.#isGivenUp ? 0 : waiting;
  }

  /** From now on, messages are kept in `window`, and counted. */
  keep(window: ReplayWindow): void {
    this.#position = new ReaderPosition(window);
  }

  /** From now on, messages go to `link`. */
  use(link: WebSocketLink): void {
    this.#link = link;
    this.#absentBytes = 0;
    this.#isGivenUp = false;
  }

  /** Detaches the socket and returns it. */
  release(): WebSocketLink | undefined {
    const link = this.#link;
    this.#link = undefined;
    this.onSpace();
    return link;
  }

  /**
   * Moves to the position of a client that has received `received` messages; returns false if the next messages are
   * gone, or a promise if the log has to be read.
   */
  moveTo(received: number): boolean | Promise<boolean> {
    const { window } = this.#position ?? {};
    if (this.#position === undefined || window === undefined) return false;
    if (window.archive === undefined) return window.after(received) !== undefined;
    this.#moves += 1;
    const move = this.#moves;
    const isAvailable = this.#position.moveTo(received);
    // A later call has moved it elsewhere.
    return typeof isAvailable === 'boolean'
      ? isAvailable
      : isAvailable.then((isStillAvailable) => isStillAvailable && move === this.#moves);
  }

  /** Continues on another socket with a client that has received `received` messages; `first` is sent before them. */
  continueOn(link: WebSocketLink, received: number, first: string): void {
    this.use(link);
    link.send(first);
    if (!this.isDurable) {
      for (const text of this.#position?.window.after(received) ?? []) link.send(text);
      if (this.#endNotice !== undefined) link.send(this.#endNotice);
    }
    this.received(received);
    this.onSpace();
  }

  /** The client has received `count` messages. */
  received(count: number): void {
    this.#position?.window.trim(count);
  }

  /** Sends a message, which can be sent again if resumption is agreed on. */
  send(text: string): void {
    // A character takes up to three bytes; that only matters for long texts.
    const isLong = text.length * 3 > this.#options.limits.unsentBytes;
    this.#limit.sent(isLong ? Buffer.byteLength(text) : text.length);
    if (this.isDurable) {
      this.#position?.append(text, this.#link !== undefined);
      this.#pump();
    } else {
      this.#position?.window.append(text);
      this.sendUncounted(text);
    }
  }

  /** Sends a message that is not counted; it is lost if the client is away. */
  sendUncounted(text: string): void {
    if (this.#link === undefined) this.#absentBytes += text.length;
    else this.#link.send(text);
  }

  /** Sends `text` after everything else, also to a client that resumes. */
  finish(text: string): void {
    this.#endNotice = text;
    if (this.isDurable) this.#pump();
    else this.#link?.send(text);
  }

  /** Gives up on the client if too much waits. */
  check(): void {
    if (this.#limit.isExceeded(this.unsentBytes)) this.#giveUp();
  }

  /** Starts the timeout for a client with too much unread. */
  watchStall(): void {
    const { clock, limits } = this.#options;
    this.#cancelStallTimeout ??= clock.schedule(limits.stallTimeout, () => {
      this.#cancelStallTimeout = undefined;
      this.#giveUp();
    });
  }

  drained(): Promise<void> {
    return this.hasRoom || this.#isClosed ? Promise.resolve() : this.#drain.wait();
  }

  /** Something was sent: more may follow. */
  onSpace(): void {
    if (this.isDurable) this.#pump();
    if (!this.hasRoom) return;
    this.#cancelStallTimeout?.();
    this.#cancelStallTimeout = undefined;
    this.#drain.release();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelStallTimeout?.();
    this.#drain.release();
  }

  #giveUp(): void {
    if (this.#link !== undefined) {
      this.#options.onTooSlow(this.#link);
      return;
    }
    this.#isGivenUp = true;
    this.onSpace();
  }

  #sendEndNotice(link: WebSocketLink): void {
    if (this.#endNotice === undefined || this.#endSentTo === link) return;
    this.#endSentTo = link;
    link.send(this.#endNotice);
  }

  /** Sends the next messages, as fast as the client reads and the log stores. */
  #pump(): void {
    const link = this.#link;
    if (link === undefined || this.#isPumping || this.#position === undefined) return;
    while (link.unsentBytes < highWater) {
      const next = this.#position.take(batchSize);
      if (next instanceof Promise) {
        this.#isPumping = true;
        void next.then(() => {
          this.#isPumping = false;
          this.onSpace();
        });
        return;
      }
      if (next.kind === 'nothing') {
        this.#sendEndNotice(link);
        return;
      }
      if (next.kind === 'gone') {
        link.terminate();
        return;
      }
      for (const text of next.texts) link.send(text);
    }
  }
}
