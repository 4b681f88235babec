/**
 * Released terminals that are still displayed, for instance in a tool call.
 *
 * The newest ones are kept, within limits.
 */
import type { Terminal } from '../../terminals/terminal.ts';

/** Limits for released terminals: 200 terminals and 32 MiB by default; the oldest are dropped first. */
export interface DisplayedTerminalLimits {
  /** The maximum number of released terminals. */
  readonly terminals: number;
  /** The maximum number of bytes of their output in total. */
  readonly bytes: number;
}

export const defaultShownLimits: DisplayedTerminalLimits = { terminals: 200, bytes: 32 * 1024 * 1024 };

export class DisplayedTerminals {
  readonly #limits: DisplayedTerminalLimits;
  /** With the size of their output, which is known when they have ended. */
  readonly #kept = new Map<Terminal, number>();
  readonly #releasing = new Set<Promise<void>>();

  constructor(limits: DisplayedTerminalLimits) {
    this.#limits = limits;
  }

  get(id: string): Terminal | undefined {
    for (const terminal of this.#kept.keys()) if (terminal.id === id) return terminal;
    return undefined;
  }

  /** Releases a terminal and keeps it; resolves when its command has ended. */
  async release(terminal: Terminal): Promise<void> {
    this.#kept.set(terminal, 0);
    const releasing = terminal.release();
    this.#releasing.add(releasing);
    await releasing.finally(() => this.#releasing.delete(releasing));
    if (this.#kept.has(terminal)) this.#kept.set(terminal, Buffer.byteLength(terminal.output().text));
    this.#trim();
  }

  /** Resolves when the commands of all released terminals have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#releasing);
  }

  #trim(): void {
    let bytes = 0;
    for (const size of this.#kept.values()) bytes += size;
    for (const [terminal, size] of this.#kept) {
      if (this.#kept.size <= this.#limits.terminals && bytes <= this.#limits.bytes) return;
      this.#kept.delete(terminal);
      bytes -= size;
    }
  }
}
