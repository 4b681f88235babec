/**
 * Shows how far an install is, on stderr: a line that is redrawn on a terminal, and one line at the beginning
 * elsewhere.
 */
import type { InstallProgress } from '@acp-stack/registry';

import type { Terminal } from '../terminal/terminal.ts';
import { shownSize } from './shown-size.ts';

/** Milliseconds between two drawings. */
const interval = 100;
const eraseLine = '\r\u001b[K';

const steps: Readonly<Record<InstallProgress['step'], string>> = {
  download: 'downloading',
  unpack: 'unpacking',
  place: 'installing',
};

export class InstallDisplay {
  readonly #terminal: Pick<Terminal, 'stderr' | 'now'>;
  readonly #isDrawn: boolean;
  #step: InstallProgress['step'] | undefined;
  #shownAt = 0;
  #isVisible = false;

  constructor(terminal: Pick<Terminal, 'stderr' | 'now' | 'env'>) {
    this.#terminal = terminal;
    this.#isDrawn = terminal.stderr.isTerminal && terminal.env['TERM'] !== 'dumb';
  }

  /** Says what is installed. */
  async begin(words: string): Promise<void> {
    await this.#terminal.stderr.tryWrite(`${words}\n`);
  }

  /** Shows the progress; not more often than the eye can follow, but every new step. */
  readonly show = (progress: InstallProgress): void => {
    if (progress.isKept === true) void this.#terminal.stderr.tryWrite('using the kept download\n');
    if (!this.#isDrawn || progress.isKept === true) return;
    const now = this.#terminal.now();
    if (progress.step === this.#step && now - this.#shownAt < interval) return;
    this.#step = progress.step;
    this.#shownAt = now;
    this.#isVisible = true;
    void this.#terminal.stderr.tryWrite(`${eraseLine}  ${progressWords(progress)}`);
  };

  /** Removes the line. */
  async end(): Promise<void> {
    if (this.#isVisible) await this.#terminal.stderr.tryWrite(eraseLine);
    this.#isVisible = false;
  }
}

/** Such as `downloading 1.5 MB of 3.0 MB (50 %), 1.2 MB/s`. */
export function progressWords({ step, bytes, totalBytes, bytesPerSecond }: InstallProgress): string {
  const all =
    totalBytes === undefined || totalBytes <= 0
      ? ''
      : ` of ${shownSize(totalBytes)} (${Math.min(100, Math.floor((100 * bytes) / totalBytes))} %)`;
  const speed = bytesPerSecond === undefined ? '' : `, ${shownSize(bytesPerSecond)}/s`;
  return `${steps[step]} ${shownSize(bytes)}${all}${speed}`;
}
