/** Chooses the visible suggestion: the first one, until the user asks for the next. */
import type { OfferedSuggestion } from '../client/suggest-controller.ts';
import type { TextPosition } from '../text/text-position.ts';
import type { Text } from '../text/text.ts';

import { showable, type ShownSuggestion, type Surroundings } from './shown-suggestion.ts';

/** The visible document with its cursor, and access to others. */
export interface DocumentView extends Surroundings {
  /** The cursor in it. */
  readonly cursor: TextPosition;
}

/** Remembers which of the suggestions the user looks at. */
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

  /** Shows the next suggestion; after the last one, the first. */
  next(): void {
    this.#index += 1;
  }

  /** The number of the visible suggestion, from 1, and how many there are. */
  get place(): { readonly number: number; readonly of: number } {
    return { number: (this.#index % this.#count) + 1, of: this.#count };
  }

  get #count(): number {
    return Math.max(1, this.#showable.length);
  }
}
