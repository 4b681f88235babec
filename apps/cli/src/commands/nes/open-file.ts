/** An open file: its edited text, the visible part, and the saved version. */
import { basename } from 'node:path';

import { Text, type TextPosition, type Span } from '@acp-stack/nes';

import { inOneLine } from '../../text/strip-control-characters.ts';
import type { EditedDocument } from './suggestion-agent.ts';
import type { Scroll } from './compose-frame.ts';
import type { EditedFile, ReadFile } from './edited-file.ts';
import { isSameText, moved, stateOf, type EditorState } from './editor-state.ts';
import { languageIdOf } from './language-id.ts';
import { FileSaver, type FileSaverInit } from './file-saver.ts';

export class OpenFile {
  readonly file: EditedFile;
  readonly #saver: FileSaver;
  state: EditorState;
  scroll: Scroll = { top: 0, left: 0 };

  constructor({ file, text }: ReadFile, owner: Pick<FileSaverInit, 'ask' | 'showMessage' | 'saved'>) {
    this.file = file;
    const content = Text.from(text);
    this.state = stateOf(content);
    this.#saver = new FileSaver({ ...owner, file, text: file.isNew ? Text.from('') : content });
  }

  get uri(): string {
    return this.file.uri;
  }

  get name(): string {
    return inOneLine(basename(this.file.path));
  }

  get isChanged(): boolean {
    return !isSameText(this.state.text, this.#saver.saved);
  }

  /** Saves the file; resolves with whether that succeeded. */
  save(): Promise<boolean> {
    return this.#saver.save(this.state.text);
  }

  /** Moves the cursor to a place, or as near as the text allows; `rows` lines are visible. */
  goTo({ line, column }: TextPosition, rows: number): void {
    const { text } = this.state;
    const last = Math.min(line, text.lineCount - 1);
    this.state = moved(this.state, { line: last, column: Math.min(column, text.line(last).length) }).state;
    if (!this.isVisible({ line: last, column: 0 }, rows))
      this.scroll = { ...this.scroll, top: Math.max(0, last - Math.floor(rows / 2)) };
  }

  isVisible({ line }: TextPosition, rows: number): boolean {
    return line >= this.scroll.top && line < this.scroll.top + rows;
  }

  visible(rows: number): Span {
    const { text } = this.state;
    const { top } = this.scroll;
    const last = Math.min(top + rows, text.lineCount) - 1;
    return { start: { line: top, column: 0 }, end: { line: last, column: text.line(last).length } };
  }

  /** The document for the agent. */
  document(rows: number): EditedDocument {
    const { text, cursor } = this.state;
    const { uri, file } = this;
    return { uri, languageId: languageIdOf(file.path), text: String(text), cursor, visible: this.visible(rows) };
  }
}
