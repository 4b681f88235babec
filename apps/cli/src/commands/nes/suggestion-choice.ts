/** Chooses the visible suggestion: the first one, until the user asks for the next. */
import type { OfferedSuggestion, TextPosition, Text } from '@acp-stack/nes';

import { showable, type ShownSuggestion, type Surroundings } from './shown-suggestion.ts';

/** The visible document with its cursor, and access to others. */
interface DocumentView extends Surroundings {
  readonly cursor: TextPosition;
}

export class SuggestionChoice {
  #index = 0;
  #offered: readonly OfferedSuggestion[] = [];
  #text: Text | undefined;
  #showable: readonly ShownSuggestion[] = [];

  /** The suggestion to show for this document. */
  of(offered: readonly OfferedSuggestion[], view: DocumentView): ShownSuggestion | undefined {
    const { text, cursor } = view;
    if (offered !== this.#offered || text !== this.#text) {
      const isNewOffer = offered.map(({ id }) => id).join('\n') !== this.#offered.map(({ id }) => id).join('\n');
      if (isNewOffer) this.#index = 0;
      this.#offered = offered;
      this.#text = text;
      this.#showable = showable(offered, view);
    }
    const shown = this.#showable[this.#index % this.#count];
    // A jump to the current line is pointless.
    return shown?.kind === 'jump' && shown.target?.line === cursor.line ? undefined : shown;
  }

  next(): void {
    this.#index += 1;
  }

  /** Describes what Tab and Esc do. */
  hint({ target, elsewhere, words, kind }: ShownSuggestion, isVisible: (position: TextPosition) => boolean): string {
    const others = this.#count > 1 ? `, Ctrl+N ${(this.#index % this.#count) + 1}/${this.#count}` : '';
    if (target === undefined) return `${elsewhere === undefined ? '' : 'Tab '}${words}, Esc rejects it${others}`;
    const isHidden = kind === 'edit' && !isVisible(target);
    return `Tab ${isHidden ? `shows an edit in line ${target.line + 1}` : words}, Esc rejects it${others}`;
  }

  get #count(): number {
    return Math.max(1, this.#showable.length);
  }
}
