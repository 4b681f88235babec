/** The theme of a screen, which may change once when the terminal has said what its background is. */
import { backgroundQuestion, type ChosenTheme } from './choose-theme.ts';
import type { Theme } from './theme.ts';

export class TerminalTheme {
  readonly #after: ChosenTheme['after'];
  readonly #changed: (theme: Theme) => void;
  #current: Theme;

  constructor({ theme, after }: ChosenTheme, changed: (theme: Theme) => void) {
    this.#current = theme;
    this.#after = after;
    this.#changed = changed;
  }

  get current(): Theme {
    return this.#current;
  }

  /** What to ask the terminal. */
  get questions(): string {
    return this.#after === undefined ? '' : backgroundQuestion;
  }

  /** An answer of the terminal. */
  readonly hear = (answer: string): void => {
    const theme = this.#after?.(answer);
    if (theme === undefined) return;
    this.#current = theme;
    this.#changed(theme);
  };
}
