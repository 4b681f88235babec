/**
 * One event stream: the messages for a session, or for the connection, whether or not there is a reader.
 *
 * Messages are numbered and added to a window; the reader takes them from there, one write at a time, so that nothing
 * piles up in the socket. A resumable stream keeps sent messages while the window has room; any other drops them at
 * once.
 */
import type { Clock } from '@acp-stack/rpc';

import { eventText } from '../../wire/event-text.ts';
import type { ReplayWindow } from '../../replay/replay-window.ts';
import { ReaderPosition, type Batch } from '../../replay/reader-position.ts';
import { StreamReader } from './stream-reader.ts';
import type { EventSink } from '../request/event-sink.ts';
import { UnsentLimit } from '../limits/unsent-limit.ts';

/** Characters of messages in one write. */
const batchSize = 64 * 1024;
/** Characters that may wait before senders are paused. */
const highWater = 256 * 1024;

/** The sums over all streams of a connection; each stream updates them. */
export interface StreamTotals {
  /** Characters that wait for readers. */
  unsent: number;
  /** Characters that are kept. */
  kept: number;
  /** Streams whose senders should wait. */
  full: number;
  /** Streams with a reader. */
  open: number;
}

export interface EventStreamOptions {
  readonly totals: StreamTotals;
  readonly window: ReplayWindow;
  readonly clock: Clock;
  /** Whether a client that lost its stream can resume it. */
  readonly isResumable: () => boolean;
  /** Whether the client asked for resumption, and so opens a stream again that has ended. */
  readonly asksForResume: boolean;
  /** Bytes that may wait for a slow client. */
  readonly unsentBytes: number;
  /** Milliseconds that a reader may accept no data before its stream is cut; without a reader, that senders wait. */
  readonly stallTimeout: number;
  /** Milliseconds after which the stream of a client that comes back is ended. */
  readonly lifetime: number;
  /** Milliseconds that the client then has to read the rest. */
  readonly endTimeout: number;
  /** Called when messages were sent or given up. */
  readonly onSpace: () => void;
  /** Called when a stream was cut because its client was too slow. */
  readonly onCut: () => void;
}

/** The result of opening a stream. */
export type Attachment = 'open' | 'busy' | 'history-lost' | 'ended';

export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #position: ReaderPosition;
  readonly #limit: UnsentLimit;
  #reader: StreamReader | undefined;
  #isScheduled = false;
  #isEnding = false;
  /** Too much waited too long: senders are not paused any more, and the oldest messages may be dropped. */
  #isGivenUp = false;
  /** The client was told that messages are lost, and has not opened the stream since. */
  #isLossReported = false;
  #stallTimer: (() => void) | undefined;
  /** Counts the calls of `attach`, so that only the last one wins. */
  #attempts = 0;
  /** What the totals contain for this stream. */
  readonly #counted: StreamTotals = { unsent: 0, kept: 0, full: 0, open: 0 };

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#position = new ReaderPosition(options.window);
    this.#limit = new UnsentLimit(options.unsentBytes);
  }

  /** Characters that wait for the reader; 0 after the stream was given up. */
  get unsentBytes(): number {
    return this.#isGivenUp ? 0 : this.#position.size + (this.#reader?.writing ?? 0);
  }

  get hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  get isOpen(): boolean {
    return this.#reader !== undefined;
  }

  /** Whether the stream has ended and everything was read. */
  get isFinished(): boolean {
    return this.#isEnding && this.#position.isEmpty && (this.#reader?.writing ?? 0) === 0;
  }

  /**
   * Whether a client that can resume was told that messages are lost: it loads the session, and the stream starts
   * again.
   */
  get isLossReported(): boolean {
    return this.#isLossReported && this.#options.isResumable();
  }

  /** The size of the kept messages. */
  get keptBytes(): number {
    return this.#position.window.bytes;
  }

  /** Adds a message; returns false if its sender should wait. */
  append(text: string): boolean {
    if (this.#limit.isExceeded(this.unsentBytes)) this.#giveUp();
    this.#limit.sent(text.length);
    this.#position.append(text, this.#reader !== undefined && !this.#isGivenUp);
    this.#schedule();
    this.#updateTotals();
    if (this.hasRoom) return true;
    this.#watchStall();
    return false;
  }

  /**
   * Makes `sink` the reader, of all unread messages or of those after message number `after`. Returns a promise if a
   * durable log has to be read.
   */
  attach(sink: EventSink, after: number | undefined): Attachment | Promise<Attachment> {
    const isResuming = after !== undefined && this.#options.isResumable();
    if (this.#reader !== undefined && !isResuming) return 'busy';
    const from = isResuming ? after : this.#position.cursor;
    if (this.#isEnding && from === this.#position.window.last) return 'ended';
    this.#attempts += 1;
    const attempt = this.#attempts;
    const open = (isAvailable: boolean): Attachment => {
      if (attempt !== this.#attempts) return 'busy';
      if (isAvailable) return this.#open(sink, isResuming);
      // The loss was reported once; a client that opens the stream again gets what follows.
      if (!isResuming) this.#skip();
      this.#isLossReported = true;
      return 'history-lost';
    };
    const { archive, last } = this.#position.window;
    const mayBeAvailable = archive === undefined ? this.#position.window.after(from) !== undefined : from <= last;
    if (!mayBeAvailable) return open(false);
    this.#detach()?.end();
    const isAvailable = this.#position.moveTo(from);
    return typeof isAvailable === 'boolean' ? open(isAvailable) : isAvailable.then(open);
  }

  /** `sink` has closed. */
  detached(sink: EventSink): void {
    if (this.#reader?.sink !== sink) return;
    this.#detach();
    // What was being written does not count any more.
    this.#options.onSpace();
  }

  /** Sends a comment if nothing was sent for `quiet` milliseconds; ends or cuts a stream whose client may be dead. */
  keepAlive(quiet: number): void {
    if (this.#reader?.isDue === true) this.#detach()?.end();
    else if (this.#reader?.isStuck(this.#options.stallTimeout) === true) this.#cut();
    else this.#reader?.keepAlive(quiet);
  }

  /** No more messages follow; the stream ends when everything was read. */
  end(): void {
    this.#isEnding = true;
    this.#schedule();
  }

  /** Cuts the stream and drops all messages. */
  destroy(): void {
    this.#isEnding = true;
    const reader = this.#detach();
    this.#skip();
    this.#position.window.trim(this.#position.window.last);
    this.#updateTotals();
    reader?.end();
    this.#options.onSpace();
  }

  /** Cuts the reader off; the messages stay, for a reader that comes back. */
  disconnect(): void {
    const reader = this.#detach();
    reader?.cut();
    if (reader !== undefined) this.#options.onSpace();
  }

  /** Drops the oldest messages: `bytes` or a little more, or all of them. */
  shrink(bytes: number): void {
    this.#position.shrink(bytes);
    this.#updateTotals();
    if (this.#position.isLost) this.#cut();
  }

  #open(sink: EventSink, isResuming: boolean): Attachment {
    const { clock, asksForResume, lifetime, endTimeout } = this.#options;
    const reader: StreamReader = new StreamReader({
      sink,
      clock,
      endTimeout,
      lifetime: asksForResume || isResuming ? lifetime : Infinity,
      onTaken: () => {
        if (this.#reader === reader) this.#written();
      },
    });
    this.#reader = reader;
    this.#isGivenUp = false;
    this.#isLossReported = false;
    this.#updateTotals();
    this.#schedule();
    return 'open';
  }

  #schedule(): void {
    if (this.#isScheduled || this.#reader === undefined || this.#reader.writing > 0) return;
    this.#isScheduled = true;
    process.nextTick(() => {
      this.#isScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const reader = this.#reader;
    if (reader === undefined || reader.writing > 0) return;
    const next = this.#position.take(batchSize);
    if (next instanceof Promise) {
      this.#isScheduled = true;
      void next.then(() => {
        this.#isScheduled = false;
        this.#pump();
      });
    } else if (next.kind === 'batch') reader.write(this.#eventsOf(next), next.size);
    else if (next.kind === 'gone') this.#cut();
    else if (this.#isEnding) this.#detach()?.end();
  }

  #eventsOf({ texts, number }: Batch): string {
    const isResumable = this.#options.isResumable();
    return texts.map((text, index) => eventText(text, isResumable ? number + index : undefined)).join('');
  }

  #written(): void {
    if (!this.#options.isResumable()) this.#position.window.trim(this.#position.cursor);
    this.#updateTotals();
    this.#stopStallTimer();
    if (!this.hasRoom) this.#watchStall();
    this.#options.onSpace();
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

  /** Stops waiting for the reader: an open stream is cut, and only the window limits what is kept. */
  #giveUp(): void {
    this.#isGivenUp = true;
    this.#updateTotals();
    if (this.#reader !== undefined) this.#cut();
    this.#options.onSpace();
  }

  /** Cuts an open stream; a client that cannot resume loses the unread messages. */
  #cut(): void {
    const reader = this.#detach();
    if (!this.#options.isResumable()) this.#skip();
    if (reader === undefined) return;
    this.#options.onCut();
    reader.cut();
  }

  #detach(): StreamReader | undefined {
    const reader = this.#reader;
    this.#reader = undefined;
    this.#stopStallTimer();
    this.#updateTotals();
    return reader;
  }

  #skip(): void {
    this.#position.skip();
    this.#isGivenUp = false;
    if (!this.#options.isResumable()) this.#position.window.trim(this.#position.window.last);
    this.#updateTotals();
  }

  #updateTotals(): void {
    const { totals } = this.#options;
    const counted = this.#counted;
    const unsent = this.unsentBytes;
    const kept = this.#position.window.bytes;
    const full = unsent < highWater ? 0 : 1;
    const open = this.#reader === undefined ? 0 : 1;
    totals.unsent += unsent - counted.unsent;
    totals.kept += kept - counted.kept;
    totals.full += full - counted.full;
    totals.open += open - counted.open;
    counted.unsent = unsent;
    counted.kept = kept;
    counted.full = full;
    counted.open = open;
  }
}
