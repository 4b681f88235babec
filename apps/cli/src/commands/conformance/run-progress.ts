/** Shows on stderr which scenario has ended and how many are left, if that is a terminal. */
import type { Progress } from '@acp-stack/conformance';

import type { Terminal } from '../../terminal/terminal.ts';

const eraseLine = '\r\u001b[K';

export class RunProgress {
  readonly #terminal: Terminal;
  #isVisible = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show({ version, scenario, done, total }: Progress): void {
    if (!this.#terminal.stderr.isTerminal) return;
    this.#isVisible = true;
    void this.#terminal.stderr.tryWrite(`${eraseLine}version ${version}: ${done} of ${total}, ${scenario}`);
  }

  /** Removes the line. */
  async clear(): Promise<void> {
    if (this.#isVisible) await this.#terminal.stderr.tryWrite(eraseLine);
    this.#isVisible = false;
  }
}
