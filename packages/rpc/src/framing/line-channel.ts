/**
 * A channel of newline-delimited JSON over any two streams of bytes.
 *
 * Messages that a program sends without waiting are written together, so that a burst of messages costs one write.
 * Bytes count as unsent until the stream has taken them.
 */
import type { MessageReceiver, Receiver, TextChannel } from '../channel/channel.ts';
import { Drain } from '../channel/drain.ts';
import { ConnectionError, failedError } from '../message/errors.ts';
import { exceedsBytes } from './exceeds-bytes.ts';
import { LineDecoder, type LineLimits, type LineOwner } from './line-decoder.ts';
import { defaultLimits, type Limits } from '../message/limits.ts';
import { serializeMessage } from './serialize-message.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';

/** Where bytes come from. */
export interface ByteSource {
  /** Begins to deliver; `onEnd` is called once. A chunk is not written to again, so the listener may keep it. */
  start(onData: (chunk: Uint8Array) => void, onEnd: (error?: Error) => void): void;
  /** Asks for no more until `resume`; a chunk may still arrive. */
  pause(): void;
  /** Asks for more again. */
  resume(): void;
}

const lineBreak = /[\n\r]/u;

/** Where text goes, to be encoded as UTF-8. */
export interface ByteSink {
  /** Writes `text`; `onTaken` is called when the stream has taken it.  */
  write(text: string, onTaken: (error?: Error) => void): void;
  /** Ends the output. */
  end(): Promise<void>;
  /** Stops both directions. */
  destroy(error?: Error): void;
}

/** Characters that are written without waiting for more. */
const flushAt = 64 * 1024;
/** Unsent characters above which senders wait: one write that the other side reads, and one that is collected. */
const highWater = 2 * flushAt;

/** Runs `work` when the code that runs now has returned; on Node, before the next input is read. */
const soon: (work: () => void) => void =
  (globalThis as { process?: { nextTick?: (work: () => void) => void } }).process?.nextTick ?? queueMicrotask;

/** The limits of a line channel, and how its bytes are decoded. */
export interface LineChannelOptions extends Partial<Pick<Limits, 'messageBytes' | 'depth' | 'noiseLines'>> {
  /** Decodes bytes and throws if they are not UTF-8; a platform may be faster at it than `TextDecoder`. */
  readonly decode?: (bytes: Uint8Array) => string;
}

/** Makes a channel. */
export function lineChannel(source: ByteSource, sink: ByteSink, options: LineChannelOptions = {}): TextChannel {
  const { messageBytes, depth, noiseLines } = defaultLimits;
  return new LineChannel(source, sink, { messageBytes, depth, noiseLines, ...options });
}

class LineChannel implements TextChannel, LineOwner {
  readonly #source: ByteSource;
  readonly #sink: ByteSink;
  readonly #limits: LineLimits;
  #receiver: Receiver | undefined;
  #decoder: LineDecoder | undefined;
  /**
   * Lines that are not written yet. Joined at the end they are one flat string; concatenation makes a tree of strings.
   */
  #lines: string[] = [];
  /** Their length, with newlines. */
  #linesLength = 0;
  #isScheduled = false;
  #writtenBytes = 0;
  /** Nothing more may be sent. */
  #isEnding = false;
  /** Nothing more arrives; messages that were taken may still be sent. */
  #hasEnded = false;
  /** The error that ended the channel; a receiver that is set later gets it. */
  #endError: Error | undefined;
  #isDestroyed = false;
  readonly #drain = new Drain();

  constructor(source: ByteSource, sink: ByteSink, limits: LineLimits) {
    this.#source = source;
    this.#sink = sink;
    this.#limits = limits;
  }

  /** In characters, which is the number of bytes for ASCII and a little less otherwise. */
  get unsentBytes(): number {
    return this.#linesLength + this.#writtenBytes;
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    if (this.#hasEnded) {
      queueMicrotask(() => {
        receiver.ended(this.#endError);
      });
      return;
    }
    const decoder = new LineDecoder(this.#limits, receiver, this);
    this.#decoder = decoder;
    this.#source.start(
      (chunk) => {
        decoder.push(chunk);
      },
      (error) => {
        if (error !== undefined) {
          this.destroy(error);
          return;
        }
        decoder.finish();
        this.#finish(undefined);
      },
    );
  }

  redirect(receiver: MessageReceiver): void {
    this.#decoder?.redirect(receiver);
  }

  send(message: unknown, text?: string): boolean {
    // Text of another transport may have line breaks, and each line would be a message here.
    return this.#send(text === undefined || lineBreak.test(text) ? serializeMessage(message) : text);
  }

  sendUnparsed({ text }: UnparsedMessage): boolean {
    return this.#send(text);
  }

  #send(line: string): boolean {
    if (this.#isEnding) {
      // Says why the channel ended, because the sender may not have heard of it.
      throw this.#endError ? failedError(this.#endError) : new ConnectionError('closed', 'The channel has ended.');
    }
    if (exceedsBytes(line, this.#limits.messageBytes)) {
      throw new ConnectionError(
        'limit',
        `The message is longer than ${this.#limits.messageBytes} bytes; send less at once.`,
        { limit: 'messageBytes' },
      );
    }
    this.#lines.push(line);
    this.#linesLength += line.length + 1;
    if (this.#linesLength >= flushAt) this.#flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      soon(() => {
        this.#isScheduled = false;
        this.#flush();
      });
    }
    return this.unsentBytes < highWater;
  }

  drained(): Promise<void> {
    if (this.unsentBytes < highWater || this.#isDestroyed) return Promise.resolve();
    return this.#drain.wait();
  }

  pause(): void {
    this.#source.pause();
  }

  resume(): void {
    this.#source.resume();
  }

  async end(): Promise<void> {
    if (this.#isEnding) return;
    this.#flush();
    this.#isEnding = true;
    await this.#sink.end();
  }

  destroy(error?: Error): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#isEnding = true;
    this.#takeLines();
    this.#drain.release();
    this.#sink.destroy(error);
    this.#finish(error);
  }

  notTheProtocol(reason: string, limit: 'noiseLines' | 'messageBytes'): void {
    this.destroy(new ConnectionError('malformed', `The other side does not speak the protocol: ${reason}.`, { limit }));
  }

  #flush(): void {
    const text = this.#takeLines();
    const { length } = text;
    if (length === 0) return;
    this.#writtenBytes += length;
    // The callback keeps only the length, so that a sink that encodes the text need not keep both.
    this.#sink.write(text, (error) => {
      this.#writtenBytes -= length;
      if (error !== undefined) this.destroy(error);
      else if (this.unsentBytes < highWater) this.#drain.release();
    });
  }

  #takeLines(): string {
    const lines = this.#lines;
    if (lines.length === 0) return '';
    this.#lines = [];
    this.#linesLength = 0;
    // The empty string at the end adds the last newline.
    lines.push('');
    return lines.join('\n');
  }

  #finish(error: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#endError = error;
    this.#decoder?.stop();
    this.#receiver?.ended(error);
  }
}
