/** What the keys do with suggestions: take one, dismiss it, look at the next one, go where one is, ask for one. */
import { SuggestionChoice, type NesClient, type ShownSuggestion } from '@acp-stack/nes';
import type { TransactionSpec } from '@codemirror/state';

import { pathOf, wayBelow } from '../paths/file-path.ts';
import type { EditedDocument } from './edited-document.ts';
import { differenceOf, type DrawnSuggestion } from './ghost-text.ts';
import { changesOf, offsetAt } from './positions.ts';

/** The editor that shows the text. */
export interface EditorSurface {
  /** The file that is shown. */
  readonly front: () => EditedDocument | undefined;
  readonly find: (uri: string) => EditedDocument | undefined;
  /** The folder of the session; files outside of it are not opened. */
  readonly folder: string;
  readonly nes: () => NesClient | undefined;
  /** The id of the suggestion that is drawn now. */
  readonly drawnId: () => string | undefined;
  readonly dispatch: (spec: TransactionSpec) => void;
  /** Whether a place of the text is on the screen. */
  readonly isVisible: (offset: number) => boolean;
  /** Shows another file, at a line from 1. */
  readonly open: (path: string, line: number) => void;
}

export class SuggestionActions {
  readonly #surface: EditorSurface;
  readonly #choice = new SuggestionChoice();
  #hasTaken = false;

  constructor(surface: EditorSurface) {
    this.#surface = surface;
  }

  /** The suggestion to show. */
  get shown(): ShownSuggestion | undefined {
    const { front, find, nes } = this.#surface;
    const document = front();
    if (document === undefined) return undefined;
    return this.#choice.of(nes()?.offered ?? [], {
      uri: document.uri,
      text: document.text,
      cursor: document.cursor,
      textOf: (uri) => find(uri)?.text,
      canOpen: (uri) => wayBelow(pathOf(uri, this.#surface.folder) ?? '', this.#surface.folder) !== undefined,
    });
  }

  /** What is drawn of it into the text. */
  get drawn(): DrawnSuggestion | undefined {
    const { shown } = this;
    const document = this.#surface.front();
    if (shown === undefined || document === undefined) return undefined;
    const { id, drawn, target } = shown;
    const isHere = target?.line === document.cursor.line;
    return { id, replacements: drawn, ...(isHere ? {} : { hint: hintOf(shown, document) }) };
  }

  /** What the status line says: where the suggestion is, what Tab does, and which of how many it is. */
  get words(): string {
    const { shown } = this;
    const document = this.#surface.front();
    if (shown === undefined || document === undefined) return this.#hasTaken ? 'Tab asks for more' : '';
    const { number, of } = this.#choice.place;
    const place = of > 1 ? ` · ${number} of ${of}` : '';
    return `${hintOf(shown, document)} · Esc dismisses it${place}`;
  }

  /** The suggestion in a sentence, for screen readers. */
  get sentence(): string {
    const { shown } = this;
    const document = this.#surface.front();
    if (shown === undefined || document === undefined) return '';
    const [first] = shown.drawn;
    if (first === undefined) return `Suggestion: Tab ${shown.words}, Esc dismisses it.`;
    const { from, to, insert } = differenceOf(document.state, first);
    const old = document.state.doc.sliceString(from, to).trim();
    const what = insert.trim() === '' ? `remove ${old}` : `${old === '' ? '' : `${old} becomes `}${insert.trim()}`;
    return `Suggestion in line ${first.span.start.line + 1}: ${what}. Tab takes it, Esc dismisses it.`;
  }

  /** Tab: takes the suggestion that is drawn, goes where it is, or asks for more. False if Tab should indent. */
  take(): boolean {
    const { shown } = this;
    const { front, nes, drawnId, dispatch, isVisible } = this.#surface;
    const document = front();
    // A suggestion that is not on the screen yet is not taken.
    if (document === undefined || shown === undefined || shown.id !== drawnId()) return this.#askForMore(shown);
    const { id, kind, replacements, cursor, target, elsewhere } = shown;
    if (elsewhere !== undefined) {
      this.#follow(shown, elsewhere);
      return true;
    }
    if (target === undefined) return false;
    const { doc } = document.state;
    const place = offsetAt(doc, target);
    this.#hasTaken = true;
    if (kind === 'edit' && !isVisible(place)) {
      // The next Tab takes it.
      dispatch({ selection: { anchor: place }, scrollIntoView: true, userEvent: 'select' });
      return true;
    }
    if (nes()?.accept(id) === undefined) return true;
    const changes = changesOf(doc, replacements);
    if (changes.length > 0) dispatch({ changes: [...changes], userEvent: 'input.complete' });
    const end = this.#surface.front()?.state.doc ?? doc;
    const anchor = cursor === undefined ? endOfFirst(changes) : offsetAt(end, cursor);
    if (anchor !== undefined) dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: 'select' });
    return true;
  }

  /** Esc: false if there is nothing to dismiss. */
  dismiss(): boolean {
    if (this.shown === undefined) return false;
    this.#hasTaken = false;
    this.#surface.nes()?.dismiss();
    return true;
  }

  /** Shows the next suggestion; false if there is only one. */
  next(): boolean {
    if (this.shown === undefined) return false;
    this.#choice.next();
    return true;
  }

  /** Asks for a suggestion at the cursor. */
  ask(): boolean {
    const document = this.#surface.front();
    if (document !== undefined) this.#surface.nes()?.suggest(document.uri, document.cursor);
    return true;
  }

  /** Another key was pressed: the next Tab indents again. */
  forget(): void {
    this.#hasTaken = false;
  }

  #askForMore(shown: ShownSuggestion | undefined): boolean {
    if (!this.#hasTaken || shown !== undefined) return false;
    this.#hasTaken = false;
    return this.ask();
  }

  /** A jump is taken by going there; an edit is only shown, and taken by the next Tab. */
  #follow({ id, kind }: ShownSuggestion, { uri, position }: NonNullable<ShownSuggestion['elsewhere']>): void {
    const path = pathOf(uri, this.#surface.folder);
    if (path === undefined) return;
    if (kind === 'jump' && this.#surface.nes()?.accept(id) === undefined) return;
    this.#surface.open(path, position.line + 1);
  }
}

/** What Tab does, in a few words. */
function hintOf({ target, elsewhere, words, kind }: ShownSuggestion, { cursor }: EditedDocument): string {
  if (target === undefined) return elsewhere === undefined ? words : `Tab ${words}`;
  return kind !== 'edit' || target.line === cursor.line ? `Tab ${words}` : `Tab: line ${target.line + 1}`;
}

/** Where the first change ends, in the changed text. */
function endOfFirst(changes: ReturnType<typeof changesOf>): number | undefined {
  const [first] = changes;
  return first === undefined ? undefined : first.from + first.insert.length;
}
