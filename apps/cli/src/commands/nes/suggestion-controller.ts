/** What the keys for suggestions do: look at one, take it, reject it, go where it leads. */
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
  /** The session; absent while there is none. */
  readonly nes: () => NesClient | undefined;
  /** Whether a suggestion is on its way. */
  readonly isAsking: () => boolean;
  /** Lines that are visible. */
  readonly rows: () => number;
  /** Does something to the text in front, or to its cursor. */
  readonly take: (outcome: Outcome) => void;
  /** Keeps the keys that come until `work` is done. */
  readonly hold: (work: Promise<void>) => void;
  readonly tell: (message: string) => void;
}

export class SuggestionController {
  readonly #init: SuggestionControllerInit;
  readonly #choice = new SuggestionChoice();
  /** The suggestion that stands on the screen. */
  #drawn: string | undefined;
  /** Whether the last key was a Tab that took something, or one after that, for which more was asked. */
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

  /** Notes what the user sees now. */
  draw(shown: ShownSuggestion | undefined): void {
    this.#drawn = shown?.id;
  }

  /** What Tab and Esc do now, in words. */
  hint(shown: ShownSuggestion | undefined): string {
    if (shown !== undefined) return this.#choice.hint(shown, (position) => this.#isVisible(position));
    return this.#tabs === 'took' && !this.#init.isAsking() ? 'Tab asks for more' : '';
  }

  /** Whether the user wanted more after what they took, and there is none. */
  get isOver(): boolean {
    return this.#tabs === 'asked' && this.shown === undefined && !this.#init.isAsking();
  }

  /** Another key than Tab was pressed: the next Tab is one that indents. */
  endTabs(): void {
    this.#tabs = undefined;
  }

  /** Takes what is shown; false when there is nothing to take, and Tab is pressed to indent. */
  accept(): boolean {
    const { shown } = this;
    // One that came this very moment is none that somebody wants.
    if (shown === undefined || shown.id !== this.#drawn) return this.#wantMore(shown);
    if (shown.elsewhere !== undefined) this.#lead(shown, shown.elsewhere);
    else if (shown.target === undefined) return this.#wantMore(shown);
    else this.#take(shown, shown.target);
    this.#tabs = 'took';
    return true;
  }

  /** Whoever takes one suggestion after the other does not want to indent when there is none any more: they are asking for the next. */
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
    // What nobody has seen is looked at first.
    if (kind === 'edit' && !this.#isVisible(target)) {
      take(moved(state, target));
      return;
    }
    if (nes()?.accept(id) === undefined) return;
    const outcome =
      replacements.length > 0 ? replacedAll(state, replacements, cursor) : moved(state, cursor ?? state.cursor);
    if (outcome !== undefined) take(outcome);
  }

  /** Goes to what is suggested for another file, which may have to be read first. */
  #lead(shown: ShownSuggestion, { uri, position }: Elsewhere): void {
    const { files, workspace, nes, hold, tell } = this.#init;
    const known = files.find(uri);
    if (known !== undefined) {
      this.#arrive(shown, known, position);
      return;
    }
    const read = workspace.read(uri).then(
      // The address may be another one of a file that is open.
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
    // An edit is seen there before it is taken.
    if (kind === 'jump' && nes?.accept(id) === undefined) return;
    if (files.find(file.uri) === undefined) {
      const { uri, languageId, text } = file.document(rows());
      nes?.open(uri, languageId, text);
      const { rescued } = file.file;
      if (rescued !== undefined) tell(`what was not saved before is in ${inOneLine(rescued)}`);
    }
    file.goTo(position, rows());
    files.show(file);
    if (kind === 'jump') nes?.moveCursor(file.uri, file.state.cursor);
  }

  #isVisible(position: TextPosition): boolean {
    return this.#init.files.front.isVisible(position, this.#init.rows());
  }
}
