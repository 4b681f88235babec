/**
 * A suggestion drawn into the text: what would be inserted in muted letters, what would be removed struck through, and
 * a hint where the suggestion is if that is another line.
 *
 * What is drawn is not part of the text. It is removed with every change of the text, until it is set again.
 */
import type { Replacement } from '@acp-stack/nes';
import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

import { offsetAt } from './positions.ts';

/** What is drawn. */
export interface DrawnSuggestion {
  /** The id of the suggestion. */
  readonly id: string;
  readonly replacements: readonly Replacement[];
  /** Shown at the end of the line of the cursor, such as `Tab: line 40`. */
  readonly hint?: string;
}

/** Draws a suggestion, or none. */
export const drawSuggestion = StateEffect.define<DrawnSuggestion | undefined>();

interface Drawing {
  readonly drawn: DrawnSuggestion | undefined;
  readonly decorations: DecorationSet;
}

const nothing: Drawing = { drawn: undefined, decorations: Decoration.none };

const field = StateField.define<Drawing>({
  create: () => nothing,
  update: (drawing, transaction) => {
    for (const effect of transaction.effects) {
      if (!effect.is(drawSuggestion)) continue;
      const drawn = effect.value;
      return drawn === undefined ? nothing : { drawn, decorations: decorationsOf(transaction.state, drawn) };
    }
    return transaction.docChanged ? nothing : drawing;
  },
  provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
});

/** The extension that draws. */
export const ghostText: Extension = field;

/** The suggestion that is on the screen. */
export const drawnIn = (state: EditorState): DrawnSuggestion | undefined => state.field(field, false)?.drawn;

/** What is removed and inserted, without the part that both have at their beginning and end. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The smallest difference of a replacement. */
export function differenceOf(state: EditorState, { span, text }: Replacement): Difference {
  const { doc } = state;
  const [from, to] = [offsetAt(doc, span.start), offsetAt(doc, span.end)];
  const old = doc.sliceString(from, to);
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end += 1;
  return { from: from + start, to: to - end, insert: text.slice(start, text.length - end) };
}

function decorationsOf(state: EditorState, { replacements, hint }: DrawnSuggestion): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const replacement of replacements) {
    const { from, to, insert } = differenceOf(state, replacement);
    if (to > from) ranges.push(removed.range(from, to));
    if (insert !== '') {
      const [first = '', ...others] = insert.split('\n');
      if (first !== '') ranges.push(inserted(first, 'inline').range(to));
      if (others.length > 0) ranges.push(inserted(others.join('\n'), 'block').range(state.doc.lineAt(to).to));
    }
  }
  if (hint !== undefined) {
    const { to } = state.doc.lineAt(state.selection.main.head);
    ranges.push(Decoration.widget({ widget: new Hint(hint), side: 2 }).range(to));
  }
  return Decoration.set(ranges, true);
}

const removed = Decoration.mark({ class: 'cm-ghost-removed' });

const inserted = (text: string, kind: 'inline' | 'block'): Decoration =>
  Decoration.widget({ widget: new GhostText(text, kind), side: 1, block: kind === 'block' });

class GhostText extends WidgetType {
  readonly #text: string;
  readonly #kind: 'inline' | 'block';

  constructor(text: string, kind: 'inline' | 'block') {
    super();
    this.#text = text;
    this.#kind = kind;
  }

  override eq(other: GhostText): boolean {
    return other.#text === this.#text && other.#kind === this.#kind;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement(this.#kind === 'block' ? 'div' : 'span');
    element.className = this.#kind === 'block' ? 'cm-ghost cm-ghost-block' : 'cm-ghost';
    element.textContent = this.#text;
    // It is not part of the text; the live region says it.
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
}

class Hint extends WidgetType {
  readonly #words: string;

  constructor(words: string) {
    super();
    this.#words = words;
  }

  override eq(other: Hint): boolean {
    return other.#words === this.#words;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-ghost-hint';
    element.textContent = this.#words;
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
}
