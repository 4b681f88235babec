/**
 * One stream of events: what goes to one session, or to the connection, whether or not somebody reads it right now.
 *
 * Messages are numbered and go into a window; an open stream pulls from there, one write at a time, so that nothing piles up in the
 * socket. A stream that can be resumed keeps what it sent as long as the window has room, any other forgets it at once.
 */
import type { Clock } from '@acp-stack/rpc';

import { eventText, keepAliveEvent } from '../wire/events.ts';
import type { ReplayWindow } from '../wire/replay-window.ts';
import type { EventSink } from './event-sink.ts';

/** Characters of messages in one write. */
const batchSize = 256 * 1024;
/** Characters that may wait before senders are asked to. */
const highWater = 1024 * 1024;

/** What the streams of a connection amount to together; each keeps its share up to date. */
export interface Tally {
  /** Characters that wait for readers. */
  unsent: number;
  /** Characters that are kept. */
  kept: number;
  /** Streams whose senders should wait. */
  full: number;
  /** Streams that somebody reads. */
  open: number;
}

export interface OutletOptions {
  readonly tally: Tally;
  readonly window: ReplayWindow;
  readonly clock: Clock;
  /** Whether a client that lost its stream may go on where it was. */
  readonly isResumable: () => boolean;
  /** Bytes that may wait for a client that reads too slowly. */
  readonly unsentBytes: number;
  /** How long a stream that nobody reads holds its senders up. */
  readonly stallTimeout: number;
  /** Some bytes were handed over, or given up. */
  readonly onRelief: () => void;
  /** The client read too slowly, and its stream was cut. */
  readonly onCut: () => void;
}

/** What became of the wish to open a stream. */
export type Attachment = 'open' | 'busy' | 'history-lost' | 'ended';

export class Outlet {
  readonly #options: OutletOptions;
  readonly #window: ReplayWindow;
  #sink: EventSink | undefined;
  /** The number of the last message that was handed to a sink. */
  #cursor = 0;
  /** Characters of the messages after the cursor, and of those being written. */
  #unsent = 0;
  #writing = 0;
  #isScheduled = false;
  #isEnding = false;
  /** Too much waited too long: senders are not held up any more, and the oldest messages may go. */
  #isGivenUp = false;
  #stallTimer: (() => void) | undefined;
  #lastWrite = 0;
  /** Has not taken its last comment: another would only wait behind it. */
  #commented: EventSink | undefined;
  /** What the tally knows of this stream. */
  #told: Tally = { unsent: 0, kept: 0, full: 0, open: 0 };

  constructor(options: OutletOptions) {
    this.#options = options;
    this.#window = options.window;
  }

  /** Characters that wait for the reader; none when nobody waits for him any more. */
  get unsentBytes(): number {
    return this.#isGivenUp ? 0 : this.#unsent;
  }

  get hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  get isOpen(): boolean {
    return this.#sink !== undefined;
  }

  /** Whether nothing is left to read and nothing more comes. */
  get isFinished(): boolean {
    return this.#isEnding && this.#cursor === this.#window.last && this.#writing === 0;
  }

  /** What is kept, for whoever has to find room. */
  get keptBytes(): number {
    return this.#window.bytes;
  }

  /** Adds a message; false when its sender should wait. */
  append(text: string): boolean {
    // Asked before the message is added: one message may be larger than all that may wait.
    if (this.unsentBytes > this.#options.unsentBytes) this.#giveUp();
    this.#window.append(text);
    this.#unsent += text.length;
    this.#schedule();
    this.#tell();
    if (this.hasRoom) return true;
    this.#watchStall();
    return false;
  }

  /** Lets `sink` read: what nobody has read yet, or everything after message number `after`. */
  attach(sink: EventSink, after: number | undefined): Attachment {
    const isResuming = after !== undefined && this.#options.isResumable();
    if (this.#sink !== undefined && !isResuming) return 'busy';
    const from = isResuming ? after : this.#cursor;
    const missed = this.#window.after(from);
    if (missed === undefined) {
      // What is gone was told once; a client that begins anew gets what comes from here.
      if (!isResuming) this.#skipTo(this.#window.last);
      return 'history-lost';
    }
    if (this.#isEnding && from === this.#window.last) return 'ended';
    this.#detach()?.end();
    this.#cursor = from;
    this.#unsent = sizeOf(missed);
    this.#isGivenUp = false;
    this.#sink = sink;
    this.#lastWrite = this.#options.clock.now();
    this.#tell();
    this.#schedule();
    return 'open';
  }

  /** The stream of `sink` is gone, for whatever reason. */
  detached(sink: EventSink): void {
    if (this.#sink === sink) this.#detach();
  }

  /** Sends a comment when nothing was sent for `quiet` milliseconds. */
  keepAlive(quiet: number): void {
    const now = this.#options.clock.now();
    const sink = this.#sink;
    if (sink === undefined || sink === this.#commented || this.#writing > 0 || now - this.#lastWrite < quiet) return;
    this.#lastWrite = now;
    this.#commented = sink;
    sink.write(keepAliveEvent, () => {
      this.#commented = undefined;
    });
  }

  /** Nothing more is added; the stream ends when everything was read. */
  end(): void {
    this.#isEnding = true;
    this.#schedule();
  }

  /** Cuts the stream and forgets everything. */
  destroy(): void {
    this.#isEnding = true;
    const sink = this.#detach();
    this.#skipTo(this.#window.last);
    this.#window.trim(this.#window.last);
    this.#tell();
    sink?.end();
    this.#options.onRelief();
  }

  /** Forgets the oldest messages, at least `bytes` of them where there are so many. */
  shrink(bytes: number): void {
    let left = bytes;
    let number = this.#window.first - 1;
    for (const text of this.#window.after(number) ?? []) {
      if (left <= 0) break;
      left -= text.length;
      number += 1;
    }
    this.#window.trim(number);
    this.#tell();
    if (number > this.#cursor) this.#cut();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#sink === undefined || this.#writing > 0) return;
    this.#isScheduled = true;
    process.nextTick(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const sink = this.#sink;
    if (sink === undefined || this.#writing > 0) return;
    if (this.#cursor === this.#window.last) {
      if (!this.#isEnding) return;
      this.#detach();
      sink.end();
      return;
    }
    const batch = this.#takeBatch();
    if (batch === undefined) {
      this.#cut();
      return;
    }
    this.#lastWrite = this.#options.clock.now();
    sink.write(batch, () => {
      if (this.#sink === sink) this.#written();
    });
  }

  /** The next events as one text; undefined when they are gone. */
  #takeBatch(): string | undefined {
    const texts = this.#window.after(this.#cursor);
    if (texts === undefined) return undefined;
    const isResumable = this.#options.isResumable();
    const events: string[] = [];
    for (const text of texts) {
      this.#cursor += 1;
      this.#writing += text.length;
      events.push(eventText(text, isResumable ? this.#cursor : undefined));
      if (this.#writing >= batchSize) break;
    }
    return events.join('');
  }

  #written(): void {
    this.#unsent -= this.#writing;
    this.#writing = 0;
    if (!this.#options.isResumable()) this.#window.trim(this.#cursor);
    this.#tell();
    this.#stopStallTimer();
    if (!this.hasRoom) this.#watchStall();
    this.#options.onRelief();
    this.#pump();
  }

  #watchStall(): void {
    this.#stallTimer ??= this.#options.clock.schedule(this.#options.stallTimeout, () => {
      this.#stallTimer = undefined;
      this.#giveUp();
    });
  }

  #stopStallTimer(): void {
    this.#stallTimer?.();
    this.#stallTimer = undefined;
  }

  /** Stops waiting for the reader: an open stream is cut, and from now on the window alone bounds what is kept. */
  #giveUp(): void {
    this.#isGivenUp = true;
    this.#tell();
    if (this.#sink !== undefined) this.#cut();
    this.#options.onRelief();
  }

  /** Cuts an open stream; a client that cannot resume has lost what waited for it. */
  #cut(): void {
    const sink = this.#detach();
    if (!this.#options.isResumable()) this.#skipTo(this.#window.last);
    if (sink === undefined) return;
    this.#options.onCut();
    sink.destroy();
  }

  #detach(): EventSink | undefined {
    const sink = this.#sink;
    this.#sink = undefined;
    this.#unsent -= this.#writing;
    this.#writing = 0;
    this.#stopStallTimer();
    this.#tell();
    return sink;
  }

  #skipTo(number: number): void {
    this.#cursor = number;
    this.#unsent = 0;
    this.#writing = 0;
    this.#isGivenUp = false;
    if (!this.#options.isResumable()) this.#window.trim(number);
    this.#tell();
  }

  #tell(): void {
    const { tally } = this.#options;
    const told = this.#told;
    this.#told = {
      unsent: this.unsentBytes,
      kept: this.#window.bytes,
      full: this.hasRoom ? 0 : 1,
      open: this.isOpen ? 1 : 0,
    };
    tally.unsent += this.#told.unsent - told.unsent;
    tally.kept += this.#told.kept - told.kept;
    tally.full += this.#told.full - told.full;
    tally.open += this.#told.open - told.open;
  }
}

const sizeOf = (texts: Iterable<string>): number => {
  let size = 0;
  for (const text of texts) size += text.length;
  return size;
};
