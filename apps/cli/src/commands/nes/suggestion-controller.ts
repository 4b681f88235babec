/** Handles the keys for suggestions: show, accept, reject, and follow one to another file. */
import type { NesClient, TextPosition } from '@acp-stack/nes';

import { inOneLine } from '../../text/strip-control-characters.ts';
import { moved, replacedAll, type Outcome } from './editor-state.ts';
import type { OpenFiles } from './open-files.ts';
import type { OpenFile } from './open-file.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';
import type { Elsewhere, ShownSuggestion } from './shown-suggestion.ts';
import { SuggestionChoice } from './suggestion-choice.ts';

export interface SuggestionControllerInit {
  readonly files: OpenFiles;
  readonly workspace: WorkspaceFolder;
  /** The session; undefined while there is none. */
  readonly nes: () => NesClient | undefined;
  /** Whether a suggestion was requested. */
  readonly isAsking: () => boolean;
  /** The number of visible lines. */
  readonly rows: () => number;
  /** Applies a change to the visible file. */
  readonly take: (outcome: Outcome) => void;
  /** Holds back keys until `work` is done. */
  readonly hold: (work: Promise<void>) => void;
  readonly tell: (message: string) => void;
}

export class SuggestionController {
  readonly #init: SuggestionControllerInit;
  readonly #choice = new SuggestionChoice();
  /** The suggestion on the screen. */
  #drawn: string | undefined;
  /** Whether the last key was a Tab that accepted a suggestion, or one that requested more. */
  #tabs: 'took' | 'asked' | undefined;

  constructor(init: SuggestionControllerInit) {
    this.#init = init;
  }

  /** The suggestion to show. */
  get shown(): ShownSuggestion | undefined {
    const { files, workspace, nes } = this.#init;
    const { uri, state } = files.front;
    return this.#choice.of(nes()?.offered ?? [], {
      uri,
      text: state.text,
      cursor: state.cursor,
      textOf: (other) => files.find(other)?.state.text,
      canOpen: (other) => workspace.has(other),
    });
  }

  /** Records which suggestion is on the screen. */
  draw(shown: ShownSuggestion | undefined): void {
    this.#drawn = shown?.id;
  }

  /** Describes what Tab and Esc do. */
  hint(shown: ShownSuggestion | undefined): string {
    if (shown !== undefined) return this.#choice.hint(shown, (position) => this.#isVisible(position));
    return this.#tabs === 'took' && !this.#init.isAsking() ? 'Tab asks for more' : '';
  }

  /** Whether more suggestions were requested and there are none. */
  get isOver(): boolean {
    return this.#tabs === 'asked' && this.shown === undefined && !this.#init.isAsking();
  }

  /** Another key was pressed, so the next Tab indents. */
  endTabs(): void {
    this.#tabs = undefined;
  }

  /** Accepts the visible suggestion; false if there is none, so that Tab indents. */
  accept(): boolean {
    const { shown } = this;
    // A suggestion that is not on the screen yet is not accepted.
    if (shown === undefined || shown.id !== this.#drawn) return this.#wantMore(shown);
    if (shown.elsewhere !== undefined) this.#lead(shown, shown.elsewhere);
    else if (shown.target === undefined) return this.#wantMore(shown);
    else this.#take(shown, shown.target);
    this.#tabs = 'took';
    return true;
  }

  /** After an accepted suggestion, Tab requests the next one instead of indenting. */
  #wantMore(shown: ShownSuggestion | undefined): boolean {
    if (this.#tabs === 'took' && shown === undefined && !this.#init.isAsking()) {
      this.#tabs = 'asked';
      this.ask();
    }
    return this.#tabs !== undefined;
  }

  reject(): boolean {
    if (this.shown === undefined) return false;
    this.#init.nes()?.dismiss();
    return true;
  }

  showNext(): true {
    this.#choice.next();
    return true;
  }

  ask(): true {
    const { files, nes } = this.#init;
    nes()?.suggest(files.front.uri, files.front.state.cursor);
    return true;
  }

  #take({ id, kind, replacements, cursor }: ShownSuggestion, target: TextPosition): void {
    const { files, nes, take } = this.#init;
    const { state } = files.front;
    // An edit that is not visible is shown first.
    if (kind === 'edit' && !this.#isVisible(target)) {
      take(moved(state, target));
      return;
    }
    if (nes()?.accept(id) === undefined) return;
    const outcome =
      replacements.length > 0 ? replacedAll(state, replacements, cursor) : moved(state, cursor ?? state.cursor);
    if (outcome !== undefined) take(outcome);
  }

  /** Opens the file of a suggestion, which may have to be read first. */
  #lead(shown: ShownSuggestion, { uri, position }: Elsewhere): void {
    const { files, workspace, nes, hold, tell } = this.#init;
    const known = files.find(uri);
    if (known !== undefined) {
      this.#arrive(shown, known, position);
      return;
    }
    const read = workspace.read(uri).then(
      // The URI may be another name of an open file.
      (found) => this.#arrive(shown, files.find(found.file.uri) ?? files.take(found), position),
      (error: unknown) => {
        nes()?.dismiss();
        tell(inOneLine(error instanceof Error ? error.message : String(error)));
      },
    );
    hold(read);
  }

  #arrive({ id, kind }: ShownSuggestion, file: OpenFile, position: TextPosition): void {
    const { files, rows, tell } = this.#init;
    const nes = this.#init.nes();
    // An edit is shown there before it is accepted.
    if (kind === 'jump' && nes?.accept(id) === undefined) return;
    if (files.find(file.uri) === undefined) {
      const { uri, languageId, text } = file.document(rows());
      nes?.open(uri, languageId, text);
      const { rescued } = file.file;
      if (rescued !== undefined) tell(`unsaved changes from before are in ${inOneLine(rescued)}`);
    }
    file.goTo(position, rows());
    files.show(file);
    if (kind === 'jump') nes?.moveCursor(file.uri, file.state.cursor);
  }

  #isVisible(position: TextPosition): boolean {
    return this.#init.files.front.isVisible(position, this.#init.rows());
  }
}
