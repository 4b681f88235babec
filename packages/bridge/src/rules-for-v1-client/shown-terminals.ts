/** Which tool calls show which terminals of the agent; the client does not see a terminal that none shows. */
import type { LossReporter } from '../loss/loss-reporter.ts';

/** `T` identifies a tool call. */
export class ShownTerminals<T> {
  readonly #losses: Pick<LossReporter, 'omit'>;
  readonly #remembered: number;
  readonly #showing = new Map<string, Set<T>>();
  /** Terminals with output that no tool call has shown, as long as that has not been reported. */
  readonly #unshown = new Set<string>();

  /** Remembers at most `remembered` terminals that are not shown. */
  constructor(losses: Pick<LossReporter, 'omit'>, remembered: number) {
    this.#losses = losses;
    this.#remembered = remembered;
  }

  add(terminalId: string, call: T): void {
    const showing = this.#showing.get(terminalId) ?? new Set();
    this.#showing.set(terminalId, showing.add(call));
    this.#unshown.delete(terminalId);
  }

  remove(terminalId: string, call: T): void {
    const showing = this.#showing.get(terminalId);
    showing?.delete(call);
    if (showing?.size === 0) this.#showing.delete(terminalId);
  }

  /** Returns the tool calls that show a terminal with something new; one that none shows is noted, to be reported. */
  by(terminalId: string): readonly T[] {
    const showing = this.#showing.get(terminalId);
    if (showing !== undefined) return [...showing];
    this.#unshown.add(terminalId);
    const [oldest] = this.#unshown;
    if (this.#unshown.size > this.#remembered && oldest !== undefined) this.#report(oldest);
    return [];
  }

  reportUnshown(): void {
    for (const terminalId of this.#unshown) this.#report(terminalId);
  }

  clear(): void {
    this.#showing.clear();
    this.#unshown.clear();
  }

  #report(terminalId: string): void {
    this.#unshown.delete(terminalId);
    this.#losses.omit('display terminals', `No tool call shows the terminal ${terminalId}; its output was left out.`);
  }
}
