/**
 * Cuts a stream of bytes into lines and delivers each as one message.
 *
 * 0x0A never occurs inside a UTF-8 sequence, so everything up to the last newline of a chunk is decoded at once. An
 * unfinished line is carried until its end arrives, and costs about its size. A line that cannot be read is reported
 * and skipped.
 */
import type { ChannelProblem } from '../channel/channel-problem.ts';
import type { MessageReceiver, Receiver } from '../channel/channel.ts';
import type { Limits } from '../message/limits.ts';
import type { UnparsedMessage } from '../message/unparsed-message.ts';
import { CollectedBytes } from './collected-bytes.ts';
import { parseMessage, tooLarge } from './parse-message.ts';
import { readUnparsed } from './read-unparsed.ts';

const newline = 10;
/** Not a literal: one character beyond Latin-1 makes the engine keep the whole file at two bytes per character. */
const byteOrderMark: string = String.fromCodePoint(0xfe_ff);

/** Characters of an unreadable line that are shown. */
const shownCharacters = 500;
/** Bytes of a line over the limit that are searched for its id. */
const searchedBytes = 1000;
/** A line this many times longer than a message may be is taken to have no end. */
const endlessLine = 16;

/** What a line may hold, and how its bytes are decoded. */
export interface LineLimits extends Pick<Limits, 'messageBytes' | 'depth' | 'noiseLines'> {
  /** Decodes whole lines and throws if they are not UTF-8; a platform may be faster at it than `TextDecoder`. */
  readonly decode?: (bytes: Uint8Array) => string;
}

/** Is told that the stream is not made of messages. */
export interface LineOwner {
  /** `limit` is the limit that was reached. */
  notTheProtocol(reason: string, limit: 'noiseLines' | 'messageBytes'): void;
}

/** Made only where the platform has nothing faster. */
function strictDecoder(): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (bytes) => decoder.decode(bytes);
}

export class LineDecoder {
  readonly #limits: LineLimits;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #receiver: Receiver;
  readonly #owner: LineOwner;
  /** Where messages go; the receiver, unless they were redirected. */
  #messages: MessageReceiver;
  /** The unfinished line. */
  readonly #carried = new CollectedBytes();
  /** The current line is over the limit: its rest is dropped. */
  #isSkipping = false;
  /** How much of it was dropped. */
  #skippedBytes = 0;
  /** Lines since the last one that could be a message. */
  #noise = 0;
  #isStopped = false;

  constructor(limits: LineLimits, receiver: Receiver, owner: LineOwner) {
    this.#limits = limits;
    this.#decode = limits.decode ?? strictDecoder();
    this.#receiver = receiver;
    this.#owner = owner;
    this.#messages = receiver;
  }

  /** Delivers messages to `messages` from now on; problems still go to the receiver. */
  redirect(messages: MessageReceiver): void {
    this.#messages = messages;
  }

  /** Delivers nothing any more, not even the rest of the current chunk. */
  stop(): void {
    this.#isStopped = true;
    this.#carried.clear();
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    if (this.#isStopped) return;
    const last = chunk.lastIndexOf(newline);
    if (last === -1) {
      this.#carry(chunk);
      return;
    }
    let start = 0;
    if (this.#carried.size > 0 || this.#isSkipping) {
      const first = chunk.indexOf(newline);
      this.#carry(chunk.subarray(0, first));
      this.#finishCarried();
      start = first + 1;
    }
    if (start <= last) this.#region(chunk.subarray(start, last));
    if (last + 1 < chunk.length) this.#carry(chunk.subarray(last + 1));
  }

  /** Takes the end of the stream; the last line needs no newline. */
  finish(): void {
    if (this.#carried.size > 0 || this.#isSkipping) this.#finishCarried();
  }

  #carry(bytes: Uint8Array): void {
    if (this.#isSkipping) {
      this.#skip(bytes.length);
      return;
    }
    this.#carried.add(bytes);
    const { size } = this.#carried;
    if (size <= this.#limits.messageBytes) return;
    const beginning = this.#carried.first(searchedBytes);
    this.#carried.clear();
    this.#isSkipping = true;
    this.#rejectLong(beginning, size);
  }

  /** Rejects a line over the limit, of which `size` bytes have arrived. */
  #rejectLong(beginning: Uint8Array, size: number): void {
    const { messageBytes } = this.#limits;
    // Never more than the limit: more may not have arrived yet, and the same line is always reported in the same way.
    const searched = beginning.subarray(0, Math.min(searchedBytes, messageBytes));
    this.#reject(tooLarge(new TextDecoder().decode(searched), messageBytes));
    this.#skippedBytes = 0;
    this.#skip(size);
  }

  #skip(bytes: number): void {
    const most = this.#limits.messageBytes * endlessLine;
    const before = this.#skippedBytes;
    this.#skippedBytes += bytes;
    if (before <= most && this.#skippedBytes > most) this.#owner.notTheProtocol('a line did not end', 'messageBytes');
  }

  #finishCarried(): void {
    const wasSkipping = this.#isSkipping;
    this.#isSkipping = false;
    if (!wasSkipping && this.#carried.size > 0) this.#region(this.#carried.take());
  }

  /** Takes complete lines, without the last newline. */
  #region(bytes: Uint8Array): void {
    // Bytes within the limit have no line over it.
    const text = bytes.length > this.#limits.messageBytes ? undefined : this.#textOf(bytes);
    if (text === undefined) {
      this.#lineByLine(bytes);
      return;
    }
    if (this.#messages.receiveUnparsed !== undefined) {
      this.#unparsedRegion(text, bytes);
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

  /** Takes complete lines for a relay: those in the usual form are not parsed. */
  #unparsedRegion(text: string, bytes: Uint8Array): void {
    let start = 0;
    let byteStart = 0;
    while (byteStart <= bytes.length) {
      const [end, byteEnd] = [text.indexOf('\n', start), bytes.indexOf(newline, byteStart)];
      const line = end === -1 ? text.slice(start) : text.slice(start, end);
      this.#line(line, readUnparsed(line, { bytes, start: byteStart }, this.#limits.depth));
      if (end === -1) return;
      start = end + 1;
      byteStart = byteEnd + 1;
    }
  }

  /** Takes complete lines of which one may be over the limit or not UTF-8: only that one is lost. */
  #lineByLine(bytes: Uint8Array): void {
    let start = 0;
    while (start <= bytes.length) {
      const found = bytes.indexOf(newline, start);
      const end = found === -1 ? bytes.length : found;
      this.#lineOf(bytes.subarray(start, end));
      start = end + 1;
    }
  }

  #lineOf(bytes: Uint8Array): void {
    if (bytes.length > this.#limits.messageBytes) {
      this.#rejectLong(bytes, bytes.length);
      return;
    }
    const text = this.#textOf(bytes);
    if (text !== undefined) {
      this.#line(text);
      return;
    }
    const shown = new TextDecoder().decode(bytes.subarray(0, shownCharacters));
    this.#reject({ kind: 'unparsable', message: 'The line is not valid UTF-8.', text: shown });
  }

  /** The text of `bytes`; undefined if they are not UTF-8. */
  #textOf(bytes: Uint8Array): string | undefined {
    try {
      return this.#decode(bytes);
    } catch {
      return undefined;
    }
  }

  #line(text: string, unparsed?: UnparsedMessage): void {
    if (this.#isStopped) return;
    // The receiver may have changed since the line was read.
    if (unparsed !== undefined && this.#messages.receiveUnparsed !== undefined) {
      this.#messages.receiveUnparsed(unparsed);
      this.#noise = 0;
      return;
    }
    // Its bytes were counted before.
    const parsed = parseMessage(text, { depth: this.#limits.depth });
    if (parsed.kind === 'message') {
      const { message } = parsed;
      this.#messages.receive(message, text);
      // A number or a word is JSON too, and programs print such lines.
      if (typeof message === 'object') this.#noise = 0;
      else this.#countNoise();
      return;
    }
    if (parsed.problem.kind === 'unparsable') {
      // Some programs begin a file with byte order marks.
      let marks = 0;
      while (text.charAt(marks) === byteOrderMark) marks += 1;
      if (marks > 0) {
        this.#line(text.slice(marks));
        return;
      }
      if (text.trim() === '') return;
    }
    this.#reject(parsed.problem);
  }

  #reject(problem: ChannelProblem): void {
    if (this.#isStopped) return;
    this.#receiver.reject(problem);
    this.#countNoise();
  }

  #countNoise(): void {
    this.#noise += 1;
    if (this.#noise < this.#limits.noiseLines || this.#isStopped) return;
    this.#owner.notTheProtocol(`${this.#noise} lines in a row were not messages`, 'noiseLines');
  }
}
