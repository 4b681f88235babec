/**
 * Detects when all output of a command on a pseudo-terminal has arrived.
 *
 * The command's side of the terminal is held open, without making it the controlling terminal. When the command has
 * ended, a random marker is written there, after all output: when the marker arrives, everything before it has arrived,
 * however slow the system is. The marker is removed from the output. If it cannot be written, a short silence is used
 * instead.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** Milliseconds to wait for the marker, and between two attempts to write it. */
const [markerTimeout, retryDelay] = [1000, 5];

const nothing = Buffer.alloc(0);

type State = 'printing' | 'marking' | 'complete';

export class PtyOutput {
  readonly #mark = Buffer.from(`\0${randomBytes(12).toString('hex').toUpperCase()}\0`);
  #descriptor: number | undefined;
  #state: State = 'printing';
  /** Bytes that may be the start of the marker. */
  #held: Buffer = nothing;
  #chunks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `name` is the command's side of the terminal; absent on Windows. */
  constructor(name: string | undefined) {
    if (name === undefined) return;
    try {
      this.#descriptor = openSync(name, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    } catch {
      // The end of the output may be lost, which is better than no terminal.
    }
  }

  /** Returns the output of the command in `data`. */
  take(data: Buffer): Buffer {
    this.#chunks += 1;
    if (this.#state !== 'marking') return data;
    // While data arrives, the marker may still follow.
    this.#timer?.refresh();
    const all = Buffer.concat([this.#held, data]);
    const found = all.indexOf(this.#mark);
    if (found === -1) {
      const end = all.length - this.#beginningAtEndOf(all);
      this.#held = all.subarray(end);
      return all.subarray(0, end);
    }
    this.#held = nothing;
    this.complete();
    return Buffer.concat([all.subarray(0, found), all.subarray(found + this.#mark.length)]);
  }

  /** The command has ended. */
  ended(): void {
    if (this.#state !== 'printing') return;
    this.#state = 'marking';
    this.#timer = setTimeout(() => {
      this.complete();
    }, markerTimeout);
    this.#timer.unref();
    this.#write(0);
  }

  /** Stops waiting and closes the terminal. */
  complete(): void {
    this.#state = 'complete';
    clearTimeout(this.#timer);
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #write(from: number): void {
    if (this.#descriptor === undefined || this.#state !== 'marking') return;
    try {
      const written = from + writeSync(this.#descriptor, this.#mark, from);
      if (written < this.#mark.length) this.#write(written);
    } catch (error) {
      // The buffer is full until this process reads.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(() => this.#write(from), retryDelay).unref();
      else this.#awaitSilence();
    }
  }

  /** Waits for three iterations of the event loop without data. */
  #awaitSilence(quiet = 0): void {
    const before = this.#chunks;
    setImmediate(() => {
      const isQuiet = this.#chunks === before;
      if (isQuiet && quiet === 2) this.complete();
      else this.#awaitSilence(isQuiet ? quiet + 1 : 0);
    });
  }

  /** The number of bytes at the end of `bytes` that may be the start of the marker. */
  #beginningAtEndOf(bytes: Buffer): number {
    for (let size = Math.min(bytes.length, this.#mark.length - 1); size > 0; size -= 1)
      if (bytes.subarray(bytes.length - size).equals(this.#mark.subarray(0, size))) return size;
    return 0;
  }
}
