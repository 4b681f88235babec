/**
 * One stream of events: what goes to one session, or to the connection, whether or not somebody reads it right now.
 *
 * Messages are numbered and go into a window; a reader pulls from there, one write at a time, so that nothing piles up in the
 * socket. A stream that can be resumed keeps what it sent as long as the window has room, any other forgets it at once.
 */
import type { Clock } from '@acp-stack/rpc';

import { eventText } from '../../wire/event-text.ts';
import type { ReplayWindow } from '../../replay/replay-window.ts';
import { Backlog, type Batch } from '../../replay/backlog.ts';
import { StreamReader } from './stream-reader.ts';
import type { EventSink } from '../request/event-sink.ts';
import { UnsentLimit } from '../limits/unsent-limit.ts';

/** Characters of messages in one write. */
const batchSize = 64 * 1024;
/** Characters that may wait before senders are asked to. */
const highWater = 256 * 1024;

/** What the streams of a connection amount to together; each keeps its share up to date. */
export interface StreamTotals {
  /** Characters that wait for readers. */
  unsent: number;
  /** Characters that are kept. */
  kept: number;
  /** Streams whose senders should wait. */
  full: number;
  /** Streams that somebody reads. */
  open: number;
}

export interface EventStreamOptions {
  readonly totals: StreamTotals;
  readonly window: ReplayWindow;
  readonly clock: Clock;
  /** Whether a client that lost its stream may go on where it was. */
  readonly isResumable: () => boolean;
  /** Whether the client said that it comes back. */
  readonly comesBack: boolean;
  /** Bytes that may wait for a client that reads too slowly. */
  readonly unsentBytes: number;
  /** How long a stream that nobody reads holds its senders up. */
  readonly stallTimeout: number;
  /** How long a client that comes back may read before it has to. */
  readonly lifetime: number;
  /** How long a client that is sent away may take to read the rest. */
  readonly patience: number;
  /** Some bytes were handed over, or given up. */
  readonly onSpace: () => void;
  /** The client read too slowly, and its stream was cut. */
  readonly onCut: () => void;
}

/** What became of the wish to open a stream. */
export type Attachment = 'open' | 'busy' | 'history-lost' | 'ended';

export class EventStream {
  readonly #options: EventStreamOptions;
  readonly #backlog: Backlog;
  readonly #limit: UnsentLimit;
  #reader: StreamReader | undefined;
  #isScheduled = false;
  #isEnding = false;
  /** Too much waited too long: senders are not held up any more, and the oldest messages may go. */
  #isGivenUp = false;
  /** The client knows that it has lost something, and has not come back since. */
  #isLossTold = false;
  #stallTimer: (() => void) | undefined;
  /** Counts the wishes to open the stream, so that only the last of them is granted. */
  #wishes = 0;
  /** What the tally knows of this stream. */
  readonly #counted: StreamTotals = { unsent: 0, kept: 0, full: 0, open: 0 };

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#backlog = new Backlog(options.window);
    this.#limit = new UnsentLimit(options.unsentBytes);
  }

  /** Characters that wait for the reader; none when nobody waits for him any more. */
  get unsentBytes(): number {
    return this.#isGivenUp ? 0 : this.#backlog.size + (this.#reader?.writing ?? 0);
  }

  get hasRoom(): boolean {
    return this.unsentBytes < highWater;
  }

  get isOpen(): boolean {
    return this.#reader !== undefined;
  }

  /** Whether nothing is left to read and nothing more comes. */
  get isFinished(): boolean {
    return this.#isEnding && this.#backlog.isEmpty && (this.#reader?.writing ?? 0) === 0;
  }

  /** Whether a client that can resume was told that it has lost something: it loads the session, and begins anew. */
  get isLossTold(): boolean {
    return this.#isLossTold && this.#options.isResumable();
  }

  /** What is kept, for whoever has to find room. */
  get keptBytes(): number {
    return this.#backlog.window.bytes;
  }

  /** Adds a message; false when its sender should wait. */
  append(text: string): boolean {
    if (this.#limit.isExceeded(this.unsentBytes)) this.#giveUp();
    this.#limit.sent(text.length);
    this.#backlog.append(text, this.#reader !== undefined && !this.#isGivenUp);
    this.#schedule();
    this.#updateTotals();
    if (this.hasRoom) return true;
    this.#watchStall();
    return false;
  }

  /** Lets `sink` read: what nobody has read yet, or everything after message number `after`. A durable log may need a while to find that. */
  attach(sink: EventSink, after: number | undefined): Attachment | Promise<Attachment> {
    const isResuming = after !== undefined && this.#options.isResumable();
    if (this.#reader !== undefined && !isResuming) return 'busy';
    const from = isResuming ? after : this.#backlog.cursor;
    if (this.#isEnding && from === this.#backlog.window.last) return 'ended';
    this.#wishes += 1;
    const wish = this.#wishes;
    const open = (isThere: boolean): Attachment => {
      if (wish !== this.#wishes) return 'busy';
      if (isThere) return this.#open(sink, isResuming);
      // What is gone was told once; a client that begins anew gets what comes from here.
      if (!isResuming) this.#skip();
      this.#isLossTold = true;
      return 'history-lost';
    };
    const { archive, last } = this.#backlog.window;
    const mayBeThere = archive === undefined ? this.#backlog.window.after(from) !== undefined : from <= last;
    if (!mayBeThere) return open(false);
    this.#detach()?.end();
    const isThere = this.#backlog.moveTo(from);
    return typeof isThere === 'boolean' ? open(isThere) : isThere.then(open);
  }

  /** The stream of `sink` is gone, for whatever reason. */
  detached(sink: EventSink): void {
    if (this.#reader?.sink !== sink) return;
    this.#detach();
    // What was being written does not count any more.
    this.#options.onSpace();
  }

  /** Sends a comment when nothing was sent for `quiet` milliseconds, and a client away that may be gone, or has been for long. */
  keepAlive(quiet: number): void {
    if (this.#reader?.isDue === true) this.#detach()?.end();
    else if (this.#reader?.isStuck(this.#options.stallTimeout) === true) this.#cut();
    else this.#reader?.keepAlive(quiet);
  }

  /** Nothing more is added; the stream ends when everything was read. */
  end(): void {
    this.#isEnding = true;
    this.#schedule();
  }

  /** Cuts the stream and forgets everything. */
  destroy(): void {
    this.#isEnding = true;
    const reader = this.#detach();
    this.#skip();
    this.#backlog.window.trim(this.#backlog.window.last);
    this.#updateTotals();
    reader?.end();
    this.#options.onSpace();
  }

  /** Forgets the oldest messages, at least `bytes` of them where there are so many. */
  shrink(bytes: number): void {
    this.#backlog.shrink(bytes);
    this.#updateTotals();
    if (this.#backlog.isLost) this.#cut();
  }

  #open(sink: EventSink, isResuming: boolean): Attachment {
    const { clock, comesBack, lifetime, patience } = this.#options;
    const reader: StreamReader = new StreamReader({
      sink,
      clock,
      patience,
      lifetime: comesBack || isResuming ? lifetime : Infinity,
      onTaken: () => {
        if (this.#reader === reader) this.#written();
      },
    });
    this.#reader = reader;
    this.#isGivenUp = false;
    this.#isLossTold = false;
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
    const next = this.#backlog.take(batchSize);
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
    if (!this.#options.isResumable()) this.#backlog.window.trim(this.#backlog.cursor);
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

  /** Stops waiting for the reader: an open stream is cut, and from now on the window alone bounds what is kept. */
  #giveUp(): void {
    this.#isGivenUp = true;
    this.#updateTotals();
    if (this.#reader !== undefined) this.#cut();
    this.#options.onSpace();
  }

  /** Cuts an open stream; a client that cannot resume has lost what waited for it. */
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
    this.#backlog.skip();
    this.#isGivenUp = false;
    if (!this.#options.isResumable()) this.#backlog.window.trim(this.#backlog.window.last);
    this.#updateTotals();
  }

  #updateTotals(): void {
    const { totals } = this.#options;
    const counted = this.#counted;
    const unsent = this.unsentBytes;
    const kept = this.#backlog.window.bytes;
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
