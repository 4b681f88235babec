/**
 * Prints a transcript into the scrollback of the terminal: every finished entry, once, in order.
 *
 * When the transcript is replaced, and at the end, unfinished entries are printed as they are.
 */
import type { TranscriptStore } from '@acp-stack/transcript';

import type { Screen } from '../../../tui/screen.ts';
import type { Line } from '../../../tui/styled-line.ts';
import { TranscriptView, type SettleOptions } from './transcript-view.ts';
import type { ViewOptions } from './view-options.ts';

export interface ScrollbackParts {
  readonly screen: Screen;
  readonly options: () => ViewOptions;
  /** Called when the transcript has changed. */
  readonly changed: () => void;
}

export class Scrollback {
  readonly #parts: ScrollbackParts;
  readonly view: TranscriptView = new TranscriptView();
  #store: TranscriptStore | undefined;
  #unsubscribe: Disposable | undefined;

  constructor(parts: ScrollbackParts) {
    this.#parts = parts;
  }

  /** Follows a transcript; `isShown` if its entries are already on the screen. */
  follow(
    store: TranscriptStore,
    { isShown, hasEarlier }: { readonly isShown: boolean; readonly hasEarlier: boolean },
  ): void {
    const { screen, options, changed } = this.#parts;
    if (this.#store !== store && !isShown) this.#printUnfinished();
    this.#store = store;
    this.#unsubscribe?.[Symbol.dispose]();
    this.#unsubscribe = store.subscribe((changes, transcript) => {
      screen.print(this.view.changed(changes, transcript, options()));
      changed();
    });
    if (!isShown) screen.print(this.view.begin(store.snapshot(), options(), { hasEarlier }));
  }

  /** Prints finished entries. */
  settle(): void {
    this.#settle({});
  }

  /** Prints lines that are not part of the transcript, after its finished entries; with `isLast` after all of them. */
  interrupt(lines: readonly Line[], { isLast = false }: { readonly isLast?: boolean } = {}): void {
    this.#settle({ isInterrupted: true, isEnded: isLast });
    this.#parts.screen.print(lines);
  }

  /** Stops following the transcript. */
  close(): void {
    this.#unsubscribe?.[Symbol.dispose]();
    this.settle();
    this.#printUnfinished();
  }

  #settle(settleOptions: SettleOptions): void {
    if (this.#store === undefined) return;
    const lines = this.view.settle(this.#store.snapshot(), this.#parts.options(), settleOptions);
    if (lines.length > 0) this.#parts.screen.print(lines);
  }

  #printUnfinished(): void {
    const { screen, options } = this.#parts;
    if (this.#store !== undefined) screen.print(this.view.live(this.#store.snapshot(), options()));
  }
}
