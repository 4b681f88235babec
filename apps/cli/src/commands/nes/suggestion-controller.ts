/** Handles the keys for suggestions: accepts and rejects them, shows the next one, follows one to another file. */
import { describeError } from '@acp-stack/rpc';
import {
  SuggestionChoice,
  type Elsewhere,
  type NesClient,
  type ShownSuggestion,
  type TextPosition,
} from '@acp-stack/nes';

import { inOneLine } from '../../text/strip-control-characters.ts';
import { moved, replacedAll, type Outcome } from './editor-state.ts';
import type { OpenFiles } from './open-files.ts';
import type { OpenFile } from './open-file.ts';
import type { WorkspaceFolder } from './workspace-folder.ts';
import { findMatches } from './expression-search.ts';
import { lineOfSameChange } from './suggestion-reason.ts';
import { suggestionHint } from './suggestion-hint.ts';

export interface SuggestionControllerInit {
  readonly files: OpenFiles;
  readonly workspace: WorkspaceFolder;
  /** The client of the suggestion session; undefined while there is none. */
  readonly nes: () => NesClient | undefined;
  /** Whether a request for a suggestion has no response yet. */
  readonly isAsking: () => boolean;
  /** The number of visible lines. */
  readonly rows: () => number;
  /** Applies a change to the visible file. */
  readonly applyOutcome: (outcome: Outcome) => void;
  /** Keeps the keys that arrive before `work` is done, and handles them then. */
  readonly holdKeysUntil: (work: Promise<void>) => void;
  readonly showMessage: (message: string) => void;
}

export class SuggestionController {
  readonly #init: SuggestionControllerInit;
  readonly #choice = new SuggestionChoice();
  /** The id of the suggestion on the screen. */
  #drawnId: string | undefined;
  /** What the last Tab did, or that Ctrl+Space asked; undefined after another key. */
  #lastTab: 'accepted' | 'requested' | 'asked' | undefined;

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
      findMatches,
    });
  }

  /** Records which suggestion is on the screen. */
  recordDrawn(shown: ShownSuggestion | undefined): void {
    this.#drawnId = shown?.id;
  }

  /** Describes what Tab and Esc do. */
  hint(shown: ShownSuggestion | undefined): string {
    if (shown !== undefined) {
      const isVisible = (position: TextPosition): boolean => this.#isVisible(position);
      const sameChange = lineOfSameChange(shown, this.#init.files.front.state);
      return suggestionHint(shown, this.#choice.place, { isVisible, sameChange });
    }
    return this.#lastTab === 'accepted' && !this.#init.isAsking() ? 'Tab asks for more' : '';
  }

  /** Whether more suggestions were requested, and the response has none. */
  get hasNoMore(): boolean {
    return this.#lastTab === 'requested' && this.#hasNothing;
  }

  /** Whether Ctrl+Space asked for suggestions, and the response has none. */
  get hasFoundNothing(): boolean {
    return this.#lastTab === 'asked' && this.#hasNothing;
  }

  get #hasNothing(): boolean {
    return this.shown === undefined && !this.#init.isAsking();
  }

  /** Another key was pressed: without a visible suggestion, the next Tab indents. */
  forgetLastTab(): void {
    this.#lastTab = undefined;
  }

  /**
   * Handles Tab: accepts the visible suggestion or, after an accepted one, requests more. Returns false if Tab should
   * indent.
   */
  handleTab(): boolean {
    const { shown } = this;
    // A suggestion that is not on the screen yet is not accepted.
    if (shown === undefined || shown.id !== this.#drawnId) return this.#requestMore(shown);
    if (shown.elsewhere !== undefined) this.#follow(shown, shown.elsewhere);
    else if (shown.target === undefined) return this.#requestMore(shown);
    else this.#acceptHere(shown, shown.target);
    this.#lastTab = 'accepted';
    return true;
  }

  /** Requests the next suggestion if the last Tab accepted one. Returns false if Tab should indent. */
  #requestMore(shown: ShownSuggestion | undefined): boolean {
    if (this.#lastTab === 'accepted' && shown === undefined && !this.#init.isAsking()) {
      this.#request();
      this.#lastTab = 'requested';
    }
    return this.#lastTab === 'accepted' || this.#lastTab === 'requested';
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
    this.#request();
    this.#lastTab = 'asked';
    return true;
  }

  #request(): void {
    const { files, nes } = this.#init;
    nes()?.suggest(files.front.uri, files.front.state.cursor);
  }

  /** Accepts a suggestion in the visible file; an edit outside the visible lines is only scrolled to. */
  #acceptHere({ id, kind, replacements, cursor }: ShownSuggestion, target: TextPosition): void {
    const { files, nes, applyOutcome } = this.#init;
    const { state } = files.front;
    // The next Tab accepts it.
    if (kind === 'edit' && !this.#isVisible(target)) {
      applyOutcome(moved(state, target));
      return;
    }
    if (nes()?.accept(id) === undefined) return;
    const outcome =
      replacements.length > 0 ? replacedAll(state, replacements, cursor) : moved(state, cursor ?? state.cursor);
    if (outcome !== undefined) applyOutcome(outcome);
  }

  /** Shows the target of a suggestion in another file, which is read first if it is not open. */
  #follow(shown: ShownSuggestion, { uri, position }: Elsewhere): void {
    const { files, workspace, nes, holdKeysUntil, showMessage } = this.#init;
    const open = files.find(uri);
    if (open !== undefined) {
      this.#showTarget(shown, open, position);
      return;
    }
    const reading = workspace.read(uri).then(
      // The URI may be another name of an open file.
      (found) => this.#showTarget(shown, files.find(found.file.uri) ?? files.wrap(found), position),
      (error: unknown) => {
        nes()?.dismiss();
        showMessage(inOneLine(describeError(error)));
      },
    );
    holdKeysUntil(reading);
  }

  /** A jump is accepted by going there; an edit is only shown, and accepted by the next Tab. */
  #showTarget({ id, kind }: ShownSuggestion, file: OpenFile, position: TextPosition): void {
    const { files, rows, showMessage } = this.#init;
    const nes = this.#init.nes();
    if (kind === 'jump' && nes?.accept(id) === undefined) return;
    if (files.find(file.uri) === undefined) {
      const { uri, languageId, text } = file.document(rows());
      nes?.open(uri, languageId, text);
      const { rescued } = file.file;
      if (rescued !== undefined) showMessage(`unsaved changes from before are in ${inOneLine(rescued)}`);
    }
    file.goTo(position, rows());
    files.show(file);
    if (kind === 'jump') nes?.moveCursor(file.uri, file.state.cursor);
  }

  #isVisible(position: TextPosition): boolean {
    return this.#init.files.front.isVisible(position, this.#init.rows());
  }
}
