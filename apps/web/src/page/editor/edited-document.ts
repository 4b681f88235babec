/**
 * A file in the editor: its text as CodeMirror has it, the same text for suggestions, and what is on the disk.
 *
 * `text` is always the text of `state`: each change is made to both.
 */
import { Text as SuggestedText, type Replacement, type TextPosition } from '@acp-stack/nes';
import type { EditorState, Text, Transaction } from '@codemirror/state';

import { uriOf } from '../paths/file-path.ts';
import { languageOf } from './languages.ts';
import { positionAt, replacementsOf } from './positions.ts';

/** A file as it was read. */
export interface LoadedFile {
  readonly text: string;
  /** What identifies this content. */
  readonly version: string;
}

export class EditedDocument {
  /** Absolute. */
  readonly path: string;
  readonly uri: string;
  readonly languageId: string;
  #state: EditorState;
  #text: SuggestedText;
  #saved: Text;
  #version: string;

  constructor(path: string, { version }: Pick<LoadedFile, 'version'>, state: EditorState) {
    this.path = path;
    this.uri = uriOf(path);
    this.languageId = languageOf(path).id;
    this.#state = state;
    this.#text = SuggestedText.from(state.doc.toString());
    this.#saved = state.doc;
    this.#version = version;
  }

  get state(): EditorState {
    return this.#state;
  }

  /** The text for suggestions. */
  get text(): SuggestedText {
    return this.#text;
  }

  /** The content that was last read or written. */
  get version(): string {
    return this.#version;
  }

  get cursor(): TextPosition {
    return positionAt(this.#state.doc, this.#state.selection.main.head);
  }

  /** Whether there is something to save. */
  get isChanged(): boolean {
    return !this.#state.doc.eq(this.#saved);
  }

  /** Takes a transaction; returns what it changes in the text. */
  apply(transaction: Transaction): readonly Replacement[] {
    const replacements = transaction.docChanged ? replacementsOf(transaction.startState.doc, transaction.changes) : [];
    this.#state = transaction.state;
    for (const { span, text } of replacements) this.#text = this.#text.replace(span, text);
    return replacements;
  }

  /** The text `doc` is on the disk now, with this version. */
  saved(doc: Text, version: string): void {
    this.#saved = doc;
    this.#version = version;
  }
}
