/**
 * Cuts a stream of bytes into lines and parses each as one JSON value.
 *
 * Works on whole chunks: 0x0A never occurs inside a UTF-8 sequence, so everything up to the last newline can be decoded at once, and
 * an unfinished line is carried as a list of chunks that is joined when its end arrives. A line that cannot be read is reported and
 * skipped; the stream goes on.
 */
import type { ChannelProblem } from '../channel/channel-problem.ts';
import { isDeeperThan } from '../message/limits.ts';
import { readPartialMessage } from '../message/partial-message.ts';
import { MessageParser } from './message-parser.ts';

const newline = 10;
/** Not as a literal: with a single letter beyond Latin-1 in it, an engine keeps the whole file at two bytes a letter. */
const byteOrderMark: string = String.fromCodePoint(0xfe_ff);

/** Characters of an unreadable line that are shown. */
const shownCharacters = 500;
/** Bytes of a line over the limit that are looked at. */
const lookedAt = 1000;
/** A line that is this many times longer than a message may be, and still has no end, has none. */
const endlessLine = 16;

export interface LineDecoderOptions {
  readonly messageBytes: number;
  readonly depth: number;
  /** Makes text of whole lines, and throws when they are not UTF-8; a platform may be faster at it than `TextDecoder`. */
  readonly decode?: (bytes: Uint8Array) => string;
  readonly onMessage: (message: unknown, text: string) => void;
  readonly onProblem: (problem: ChannelProblem) => void;
  /** Hears that the current line does not end. */
  readonly onEndless?: () => void;
}

/** Made only where the platform has nothing faster. */
function strictDecoder(): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (bytes) => decoder.decode(bytes);
}

export class LineDecoder {
  readonly #options: LineDecoderOptions;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #parser = new MessageParser();
  #carried: Uint8Array[] = [];
  #carriedBytes = 0;
  /** The current line is over the limit: its rest is dropped. */
  #isSkipping = false;
  /** How much of it was dropped. */
  #skippedBytes = 0;

  constructor(options: LineDecoderOptions) {
    this.#options = options;
    this.#decode = options.decode ?? strictDecoder();
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(newline);
    if (last === -1) {
      this.#carry(chunk);
      return;
    }
    let start = 0;
    if (this.#carriedBytes > 0 || this.#isSkipping) {
      const first = chunk.indexOf(newline);
      this.#carry(chunk.subarray(0, first));
      this.#finishCarried();
      start = first + 1;
    }
    if (start <= last) this.#region(chunk.subarray(start, last));
    if (last + 1 < chunk.length) this.#carry(chunk.subarray(last + 1));
  }

  /** Takes the end of the stream; a last line needs no newline. */
  finish(): void {
    if (this.#carriedBytes > 0 || this.#isSkipping) this.#finishCarried();
  }

  #carry(bytes: Uint8Array): void {
    if (this.#isSkipping) {
      this.#skip(bytes.length);
      return;
    }
    if (bytes.length === 0) return;
    this.#carriedBytes += bytes.length;
    if (this.#carriedBytes > this.#options.messageBytes) {
      const begin = this.#carried[0] ?? bytes;
      const size = this.#carriedBytes;
      this.#carried = [];
      this.#carriedBytes = 0;
      this.#isSkipping = true;
      this.#skippedBytes = 0;
      this.#tooLarge(new TextDecoder().decode(begin.subarray(0, lookedAt)));
      this.#skip(size);
      return;
    }
    // The end of a large chunk is copied, so that it does not keep the whole of it alive; the middle of a long line is not.
    this.#carried.push(bytes.length * 2 < bytes.buffer.byteLength ? bytes.slice() : bytes);
  }

  #skip(bytes: number): void {
    const most = this.#options.messageBytes * endlessLine;
    const before = this.#skippedBytes;
    this.#skippedBytes += bytes;
    if (before <= most && this.#skippedBytes > most) this.#options.onEndless?.();
  }

  #finishCarried(): void {
    const parts = this.#carried;
    const size = this.#carriedBytes;
    const wasSkipping = this.#isSkipping;
    this.#carried = [];
    this.#carriedBytes = 0;
    this.#isSkipping = false;
    if (wasSkipping || size === 0) return;
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) {
      this.#region(only);
      return;
    }
    const whole = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    this.#region(whole);
  }

  /** Complete lines, without the last newline. */
  #region(bytes: Uint8Array): void {
    let text: string;
    try {
      text = this.#decode(bytes);
    } catch {
      this.#regionWithBadBytes(bytes);
      return;
    }
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end === -1) break;
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#line(start === 0 ? text : text.slice(start));
  }

  /** Some line is not UTF-8: only that one is lost. */
  #regionWithBadBytes(bytes: Uint8Array): void {
    let start = 0;
    while (start <= bytes.length) {
      const found = bytes.indexOf(newline, start);
      const end = found === -1 ? bytes.length : found;
      const line = bytes.subarray(start, end);
      let text: string | undefined;
      try {
        text = this.#decode(line);
      } catch {
        const shown = new TextDecoder().decode(line.subarray(0, shownCharacters));
        this.#options.onProblem({ kind: 'unparsable', message: 'The line is not valid UTF-8.', text: shown });
      }
      if (text !== undefined) this.#line(text);
      start = end + 1;
    }
  }

  #line(text: string): void {
    const { messageBytes, depth, onMessage, onProblem } = this.#options;
    if (text.length > messageBytes) {
      this.#tooLarge(text);
      return;
    }
    let message: unknown;
    try {
      message = this.#parser.parse(text);
    } catch {
      // The mark with which some programs begin a file, and nothing else.
      let marks = 0;
      while (text.charAt(marks) === byteOrderMark) marks += 1;
      if (marks > 0) this.#line(text.slice(marks));
      else if (text.trim() !== '') {
        const shown = text.slice(0, shownCharacters);
        onProblem({ kind: 'unparsable', message: 'The line is not JSON.', text: shown });
      }
      return;
    }
    // Each level takes two characters at least, so most messages need no look.
    if (text.length > depth * 2 && isDeeperThan(message, depth)) {
      const partial = readPartialMessage(text);
      onProblem({ kind: 'too-deep', message: `The message is nested deeper than ${depth} levels.`, partial });
      return;
    }
    onMessage(message, text);
  }

  #tooLarge(beginning: string): void {
    const { messageBytes, onProblem } = this.#options;
    const partial = readPartialMessage(beginning);
    onProblem({ kind: 'too-large', message: `The message is longer than ${messageBytes} bytes.`, partial });
  }
}
