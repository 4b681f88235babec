/** Shows the progress of a long check on stderr, if that is a terminal and stdout is not. */
import type { Terminal } from '../../terminal/terminal.ts';

const interval = 1_000;
const eraseLine = '\r\u001b[K';

export class Progress {
  readonly #terminal: Terminal;
  readonly #size: number | undefined;
  readonly #isWatched: boolean;
  #bytes = 0;
  #shown: number;
  #isVisible = false;

  /** `size` is the number of bytes to read, if known. */
  constructor(terminal: Terminal, size: number | undefined) {
    this.#terminal = terminal;
    this.#size = size;
    this.#isWatched = terminal.stderr.isTerminal && !terminal.stdout.isTerminal;
    this.#shown = terminal.now();
  }

  /** Counts `bytes`; updates the display once a second. */
  async advance(bytes: number, messages: number): Promise<void> {
    this.#bytes += bytes;
    const now = this.#terminal.now();
    if (!this.#isWatched || now - this.#shown < interval) return;
    this.#shown = now;
    this.#isVisible = true;
    const share = this.#size === undefined ? '' : `, ${Math.floor((100 * this.#bytes) / this.#size)} %`;
    await this.#terminal.stderr.tryWrite(`${eraseLine}${messages} messages checked${share} …`);
  }

  /** Removes the line. */
  async clear(): Promise<void> {
    if (this.#isVisible) await this.#terminal.stderr.tryWrite(eraseLine);
    this.#isVisible = false;
  }
}
