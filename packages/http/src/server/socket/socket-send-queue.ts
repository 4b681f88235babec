/**
 * What goes to one WebSocket client, whether or not it is there right now.
 *
 * A client that can come back is sent again what it has not received, from a window; while it is away senders are held up as if it read
 * too slowly, for a while. From a window in memory everything leaves at once, a durable log is waited for.
 */
import { Drain, type Clock } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import type { ReplayWindow } from '../../replay/replay-window.ts';
import { Backlog } from '../../replay/backlog.ts';
import { UnsentLimit } from '../limits/unsent-limit.ts';
import type { WebSocketLink } from './web-socket-link.ts';

export interface SocketSendQueueOptions {
  readonly limits: Pick<HttpLimits, 'unsentBytes' | 'stallTimeout'>;
  readonly clock: Clock;
  /** The client reads too slowly, and cannot be waited for any longer. */
  readonly onTooSlow: (link: WebSocketLink) => void;
}

/** Characters that may wait before senders are asked to. */
const highWater = 1024 * 1024;
/** Characters that are taken from a durable log at once. */
const batchSize = 256 * 1024;

export class SocketSendQueue {
  readonly #options: SocketSendQueueOptions;
  readonly #drain = new Drain();
  #link: WebSocketLink | undefined;
  /** What can be sent again, once that is agreed on. */
  #backlog: Backlog | undefined;
  readonly #limit: UnsentLimit;
  /** Characters that were sent while the client was away. */
  #absentBytes = 0;
  /** The client is away for so long that nobody is held up for it any more. */
  #isGivenUp = false;
  /** What comes behind everything else, and the socket that it was sent to. */
  #endNotice: string | undefined;
  #endSentTo: WebSocketLink | undefined;
  #isPumping = false;
  /** Counts the wishes for a place, so that only the last of them is granted. */
  #wishes = 0;
  #isClosed = false;
  #stopStall: (() => void) | undefined;

  constructor(options: SocketSendQueueOptions) {
    this.#options = options;
    this.#limit = new UnsentLimit(options.limits.unsentBytes);
  }

  get link(): WebSocketLink | undefined {
    return this.#link;
  }

  /** Whether what is sent is kept in a durable log. */
  get isDurable(): boolean {
    return this.#backlog?.window.archive !== undefined;
  }

  get hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  get unsentBytes(): number {
    const waiting = this.isDurable ? (this.#backlog?.size ?? 0) : this.#absentBytes;
    if (this.#link !== undefined) return this.#link.unsentBytes + (this.isDurable ? waiting : 0);
    return this.#isGivenUp ? 0 : waiting;
  }

  /** From now on what is sent is kept in `window`, and counted. */
  keep(window: ReplayWindow): void {
    this.#backlog = new Backlog(window);
  }

  /** Sends to `link` from now on. */
  use(link: WebSocketLink): void {
    this.#link = link;
    this.#absentBytes = 0;
    this.#isGivenUp = false;
  }

  /** Sends to nobody; the socket that was used. */
  release(): WebSocketLink | undefined {
    const link = this.#link;
    this.#link = undefined;
    this.onSpace();
    return link;
  }

  /** Finds the place of a client that has received `received` messages; false when what comes next is gone, a promise when that has to be found out. */
  find(received: number): boolean | Promise<boolean> {
    const { window } = this.#backlog ?? {};
    if (this.#backlog === undefined || window === undefined) return false;
    if (window.archive === undefined) return window.after(received) !== undefined;
    this.#wishes += 1;
    const wish = this.#wishes;
    const isThere = this.#backlog.moveTo(received);
    // Whoever asked for another place meanwhile has it.
    return typeof isThere === 'boolean' ? isThere : isThere.then((isIt) => isIt && wish === this.#wishes);
  }

  /** Goes on with a client on another socket, which has received `received` messages, after the text `first`. */
  goOn(link: WebSocketLink, received: number, first: string): void {
    this.use(link);
    link.send(first);
    if (!this.isDurable) {
      for (const text of this.#backlog?.window.after(received) ?? []) link.send(text);
      if (this.#endNotice !== undefined) link.send(this.#endNotice);
    }
    this.received(received);
    this.onSpace();
  }

  /** The client has received so many messages. */
  received(count: number): void {
    this.#backlog?.window.trim(count);
  }

  /** Sends a message, which can be sent again where that is agreed on. */
  send(text: string): void {
    // Characters have up to three bytes, which only matters where there are many.
    const isLong = text.length * 3 > this.#options.limits.unsentBytes;
    this.#limit.sent(isLong ? Buffer.byteLength(text) : text.length);
    if (this.isDurable) {
      this.#backlog?.append(text, this.#link !== undefined);
      this.#pump();
    } else {
      this.#backlog?.window.append(text);
      this.sendUncounted(text);
    }
  }

  /** Sends what belongs to no agreement; to a client that is away it is lost. */
  sendUncounted(text: string): void {
    if (this.#link === undefined) this.#absentBytes += text.length;
    else this.#link.send(text);
  }

  /** Sends `text` behind everything else, also to a client that comes back. */
  finish(text: string): void {
    this.#endNotice = text;
    if (this.isDurable) this.#pump();
    else this.#link?.send(text);
  }

  /** Looks whether too much waits. */
  check(): void {
    if (this.#limit.isExceeded(this.unsentBytes)) this.#giveUp();
  }

  /** Waits some time for a client with too much unread. */
  watchStall(): void {
    const { clock, limits } = this.#options;
    this.#stopStall ??= clock.schedule(limits.stallTimeout, () => {
      this.#stopStall = undefined;
      this.#giveUp();
    });
  }

  drained(): Promise<void> {
    return this.hasRoom || this.#isClosed ? Promise.resolve() : this.#drain.wait();
  }

  /** Some of what waited is gone. */
  onSpace(): void {
    if (this.isDurable) this.#pump();
    if (!this.hasRoom) return;
    this.#stopStall?.();
    this.#stopStall = undefined;
    this.#drain.release();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopStall?.();
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

  /** Sends what comes next as fast as the client reads and the log stores. */
  #pump(): void {
    const link = this.#link;
    if (link === undefined || this.#isPumping || this.#backlog === undefined) return;
    while (link.unsentBytes < highWater) {
      const next = this.#backlog.take(batchSize);
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
