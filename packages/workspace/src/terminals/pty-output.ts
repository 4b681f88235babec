/**
 * Knows when everything that a command printed on a pseudo-terminal has arrived.
 *
 * The side of the command is held open, without becoming one of those that the terminal controls. When the command has ended, a mark is written there, behind
 * everything that was printed: when it arrives, so has all before it, however slow the system is. The mark itself is nobody's output. Where it cannot be
 * written, a moment of silence has to do.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** Milliseconds that the mark has to get through, and between two tries to write it. */
const [patience, pause] = [1000, 5];

const nothing = Buffer.alloc(0);

type State = 'printing' | 'marking' | 'complete';

export class PtyOutput {
  readonly #mark = Buffer.from(`\0${randomBytes(12).toString('hex').toUpperCase()}\0`);
  #descriptor: number | undefined;
  #state: State = 'printing';
  /** What may turn out to be the beginning of the mark. */
  #held: Buffer = nothing;
  #chunks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `name` is the side of the command; there is none on Windows. */
  constructor(name: string | undefined) {
    if (name === undefined) return;
    try {
      this.#descriptor = openSync(name, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    } catch {
      // Then the end of the output may be missing, which is better than no terminal.
    }
  }

  /** What the command has printed of `data`, which has arrived. */
  take(data: Buffer): Buffer {
    this.#chunks += 1;
    if (this.#state !== 'marking') return data;
    // As long as something arrives, the mark is on its way.
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

  /** The command has ended, and prints no more. */
  ended(): void {
    if (this.#state !== 'printing') return;
    this.#state = 'marking';
    this.#timer = setTimeout(() => {
      this.complete();
    }, patience);
    this.#timer.unref();
    this.#write(0);
  }

  /** Waits for nothing more, and gives the terminal up. */
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
      // Nothing fits in until somebody reads, which is us.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(() => this.#write(from), pause).unref();
      else this.#awaitSilence();
    }
  }

  /** The event loop has to go round three times without another chunk. */
  #awaitSilence(quiet = 0): void {
    const before = this.#chunks;
    setImmediate(() => {
      const isQuiet = this.#chunks === before;
      if (isQuiet && quiet === 2) this.complete();
      else this.#awaitSilence(isQuiet ? quiet + 1 : 0);
    });
  }

  /** How many bytes at the end of `bytes` could be the beginning of the mark. */
  #beginningAtEndOf(bytes: Buffer): number {
    for (let size = Math.min(bytes.length, this.#mark.length - 1); size > 0; size -= 1)
      if (bytes.subarray(bytes.length - size).equals(this.#mark.subarray(0, size))) return size;
    return 0;
  }
}
