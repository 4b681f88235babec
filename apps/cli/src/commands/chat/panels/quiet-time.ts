/**
 * Tells a key that answers a question from one that was meant for something else: a key that is held, or that was
 * pressed before the question was visible.
 *
 * An answer counts after a quiet time: some time after the question was shown, and after the last key that could be an
 * answer. Each repetition of a held key restarts it. It ends only after the input that has arrived by then was read, so
 * a key that a busy process reads late does not count either.
 */
import type { Key } from '../../../tui/key.ts';

/** How time passes; a test passes its own. */
export interface QuietClock {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Calls `callback` after `delay` milliseconds, when all input was read; the result cancels that. */
  readonly wait: (delay: number, callback: () => void) => () => void;
}

/** The clock of the process. */
export const systemClock: QuietClock = {
  now: () => performance.now(),
  wait: (delay, callback) => {
    let immediate: NodeJS.Immediate | undefined;
    // The event loop reads all input that has arrived between a timer and an immediate.
    const timer = setTimeout(() => (immediate = setImmediate(callback)), delay);
    return () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
  },
};

/** Milliseconds after the question was shown. */
const afterShown = 250;
/** Milliseconds after a key; longer than the 500 to 660 after which a keyboard usually begins to repeat a held key. */
const afterKey = 750;

export class QuietTime {
  readonly #clock: QuietClock;
  readonly #changed: () => void;
  #shown: { readonly question: object; readonly at: number } | undefined;
  #lastKeyAt = -Infinity;
  #isOver = false;
  #cancel: () => void = () => undefined;

  /** `changed` is called when the quiet time ends. */
  constructor(changed: () => void, clock: QuietClock = systemClock) {
    this.#changed = changed;
    this.#clock = clock;
  }

  /** Whether an answer to `question` that allows something counts now. */
  isOver(question: object): boolean {
    return this.#isOver && this.#shown?.question === question;
  }

  /** Sets the question that is on the screen; undefined if none is, or if it may be covered. */
  show(question: object | undefined): void {
    if (this.#shown?.question === question) return;
    this.#shown = question === undefined ? undefined : { question, at: this.#clock.now() };
    this.#restart();
  }

  /** Restarts it if the key could be an answer; called after the key was handled. */
  press(key: Key): void {
    if (!couldAnswer(key)) return;
    this.#lastKeyAt = this.#clock.now();
    this.#restart();
  }

  [Symbol.dispose](): void {
    this.show(undefined);
  }

  #restart(): void {
    this.#cancel();
    this.#isOver = false;
    if (this.#shown === undefined) return;
    const end = Math.max(this.#shown.at + afterShown, this.#lastKeyAt + afterKey);
    this.#cancel = this.#clock.wait(end - this.#clock.now(), () => {
      this.#isOver = true;
      this.#changed();
    });
  }
}

/** Not the keys that move or scroll: an answer may follow them at once. */
const couldAnswer = ({ name, text }: Key): boolean => name === 'enter' || (name === 'text' && text.trim() !== '');
