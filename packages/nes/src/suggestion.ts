/** What may be suggested, in the places of a text; ids and encodings belong to the wire. */
import type { Place, Replacement } from './text/place.ts';

/** Changes the text of one document; the replacements all refer to the text before. */
export interface EditSuggestion {
  readonly kind: 'edit';
  readonly uri: string;
  readonly edits: readonly Replacement[];
  /** Where the cursor goes afterwards, in the text after the edits. */
  readonly cursor?: Place;
}

/** Moves the cursor. */
export interface JumpSuggestion {
  readonly kind: 'jump';
  readonly uri: string;
  readonly place: Place;
}

/** Renames the symbol at a place, wherever it is used. */
export interface RenameSuggestion {
  readonly kind: 'rename';
  readonly uri: string;
  readonly place: Place;
  readonly newName: string;
}

/** Replaces a text wherever it is found, in a file or in all files of a folder (NES-12). */
export interface SearchAndReplaceSuggestion {
  readonly kind: 'searchAndReplace';
  readonly uri: string;
  readonly search: string;
  readonly replace: string;
  /** Whether `search` is a regular expression; plain text when absent. */
  readonly isRegex?: boolean;
}

/** One thing the user may want to do next. */
export type Suggestion = EditSuggestion | JumpSuggestion | RenameSuggestion | SearchAndReplaceSuggestion;

export type SuggestionKind = Suggestion['kind'];

/** The kinds that a client has to ask for; every client can show an edit (NES-09). */
export const optionalKinds: readonly Exclude<SuggestionKind, 'edit'>[] = ['jump', 'rename', 'searchAndReplace'];
