/**
 * Terminals that were released and are still shown, for instance in a tool call.
 *
 * The newest are kept, as many as fit; what is left out can be shown no more.
 */
import type { Terminal } from '../../terminals/terminal.ts';

/** How much of released terminals is kept: 200 of them and 32 MiB when nothing is said; the oldest go first. */
export interface DisplayedTerminalLimits {
  /** Released terminals that are kept. */
  readonly terminals: number;
  /** Bytes of their output in all. */
  readonly bytes: number;
}

export const defaultShownLimits: DisplayedTerminalLimits = { terminals: 200, bytes: 32 * 1024 * 1024 };

export class DisplayedTerminals {
  readonly #limits: DisplayedTerminalLimits;
  /** With the bytes of their output, which are known when they have ended. */
  readonly #kept = new Map<Terminal, number>();
  readonly #releasing = new Set<Promise<void>>();

  constructor(limits: DisplayedTerminalLimits) {
    this.#limits = limits;
  }

  get(id: string): Terminal | undefined {
    for (const terminal of this.#kept.keys()) if (terminal.id === id) return terminal;
    return undefined;
  }

  /** Releases a terminal and keeps it; resolves when its command is gone. */
  async release(terminal: Terminal): Promise<void> {
    this.#kept.set(terminal, 0);
    const releasing = terminal.release();
    this.#releasing.add(releasing);
    await releasing.finally(() => this.#releasing.delete(releasing));
    if (this.#kept.has(terminal)) this.#kept.set(terminal, Buffer.byteLength(terminal.output().text));
    this.#trim();
  }

  /** Resolves when the commands of all that were released are gone. */
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
