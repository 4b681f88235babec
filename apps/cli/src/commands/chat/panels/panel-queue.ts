/** The open questions; one is shown at a time, the oldest first. */
import type { Panel } from '../../../tui/panel.ts';

export interface AskOptions<T> {
  /** Withdraws the question. */
  readonly signal?: AbortSignal;
  /** The answer if it was withdrawn. */
  readonly dismissed: T;
}

export class PanelQueue {
  readonly #panels: Panel[] = [];
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get current(): Panel | undefined {
    return this.#panels[0];
  }

  /** Shows a panel until it is answered or withdrawn. */
  ask<T>({ signal, dismissed }: AskOptions<T>, build: (done: (answer: T) => void) => Panel): Promise<T> {
    return new Promise((resolve) => {
      const done = (answer: T): void => {
        signal?.removeEventListener('abort', withdraw);
        const index = this.#panels.indexOf(panel);
        if (index >= 0) this.#panels.splice(index, 1);
        resolve(answer);
        this.#changed();
      };
      const withdraw = (): void => {
        done(dismissed);
      };
      const panel = build(done);
      if (signal?.aborted === true) return resolve(dismissed);
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#panels.push(panel);
      return this.#changed();
    });
  }

  dismissAll(): void {
    for (const panel of this.#panels.toReversed()) panel.dismiss();
  }
}
