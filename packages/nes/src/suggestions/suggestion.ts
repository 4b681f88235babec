/** Suggestions with positions in a text; ids and encodings exist only on the wire (NES-09, NES-12). */
import type { TextPosition, Replacement } from '../text/text-position.ts';

/** Changes the text of one document; all replacements refer to the text before. */
export interface EditSuggestion {
  readonly kind: 'edit';
  /** The document to change. */
  readonly uri: string;
  /** The replacements, without overlaps. */
  readonly edits: readonly Replacement[];
  /** The position of the cursor afterwards, in the text after the edits. */
  readonly cursor?: TextPosition;
}

/** Moves the cursor. */
export interface JumpSuggestion {
  readonly kind: 'jump';
  /** The target document. */
  readonly uri: string;
  /** The new position of the cursor. */
  readonly position: TextPosition;
}

/** Renames the symbol at a position and all of its uses. */
export interface RenameSuggestion {
  readonly kind: 'rename';
  /** The document with the symbol. */
  readonly uri: string;
  /** A position in the symbol. */
  readonly position: TextPosition;
  /** The new name. */
  readonly newName: string;
}

/** Replaces a text wherever it is found, in a file or in all files of a folder. */
export interface SearchAndReplaceSuggestion {
  readonly kind: 'searchAndReplace';
  /** The file or folder. */
  readonly uri: string;
  /** The text or pattern to search for. */
  readonly search: string;
  /** The replacement. */
  readonly replace: string;
  /** Whether `search` is a regular expression; false by default. */
  readonly isRegex?: boolean;
}

/** A suggestion. */
export type Suggestion = EditSuggestion | JumpSuggestion | RenameSuggestion | SearchAndReplaceSuggestion;

/** The kind of a suggestion; clients advertise those that they support. */
export type SuggestionKind = Suggestion['kind'];

/** The kinds that a client has to advertise; every client supports edits. */
export const optionalKinds: readonly Exclude<SuggestionKind, 'edit'>[] = ['jump', 'rename', 'searchAndReplace'];
