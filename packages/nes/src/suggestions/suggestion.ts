/** What may be suggested, in the places of a text; ids and encodings belong to the wire. */
import type { TextPosition, Replacement } from '../text/text-position.ts';

/** Changes the text of one document; the replacements all refer to the text before. */
export interface EditSuggestion {
  readonly kind: 'edit';
  /** The document to change. */
  readonly uri: string;
  /** What to replace, without overlaps. */
  readonly edits: readonly Replacement[];
  /** Where the cursor goes afterwards, in the text after the edits. */
  readonly cursor?: TextPosition;
}

/** Moves the cursor. */
export interface JumpSuggestion {
  readonly kind: 'jump';
  /** The document to go to. */
  readonly uri: string;
  /** Where the cursor goes. */
  readonly position: TextPosition;
}

/** Renames the symbol at a place, wherever it is used. */
export interface RenameSuggestion {
  readonly kind: 'rename';
  /** The document with the symbol. */
  readonly uri: string;
  /** A place in the symbol. */
  readonly position: TextPosition;
  /** What it is to be called. */
  readonly newName: string;
}

/** Replaces a text wherever it is found, in a file or in all files of a folder (NES-12). */
export interface SearchAndReplaceSuggestion {
  readonly kind: 'searchAndReplace';
  /** The file, or the folder with the files. */
  readonly uri: string;
  /** What to look for. */
  readonly search: string;
  /** What to write instead. */
  readonly replace: string;
  /** Whether `search` is a regular expression; plain text when absent. */
  readonly isRegex?: boolean;
}

/** One thing the user may want to do next. */
export type Suggestion = EditSuggestion | JumpSuggestion | RenameSuggestion | SearchAndReplaceSuggestion;

/** What a suggestion would do; clients name those that they can show. */
export type SuggestionKind = Suggestion['kind'];

/** The kinds that a client has to ask for; every client can show an edit (NES-09). */
export const optionalKinds: readonly Exclude<SuggestionKind, 'edit'>[] = ['jump', 'rename', 'searchAndReplace'];
