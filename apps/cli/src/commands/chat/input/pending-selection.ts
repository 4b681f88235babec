/** Selects one pending message with the arrow keys, to edit, move or take it back. */
import type { Key } from '../../../tui/key.ts';
import type { PendingMessage, PendingMessages } from '../conversation/pending-messages.ts';
import type { Prompt } from '../conversation/prompt.ts';

export interface PendingSelectionOptions {
  readonly messages: () => PendingMessages | undefined;
  /** Puts a message into the input box. */
  readonly putBack: (prompt: Prompt) => void;
  /** Reports a failure. */
  readonly failed: (error: unknown) => void;
  readonly redraw: () => void;
}

export class PendingSelection {
  readonly #options: PendingSelectionOptions;
  #selected: PendingMessage | undefined;
  #edited: PendingMessage | undefined;

  constructor(options: PendingSelectionOptions) {
    this.#options = options;
  }

  /** The selected message; undefined if the keys go to the input box. */
  get selected(): PendingMessage | undefined {
    return this.#all.find((each) => each === this.#selected);
  }

  /** The message that is being edited in the input box. */
  get edited(): PendingMessage | undefined {
    return this.#edited;
  }

  /** Selects the last message; false if there is none. */
  open(): boolean {
    this.#selected = this.#all.at(-1);
    return this.#selected !== undefined;
  }

  /** Handles a key for the selected message; false if the key is for the input box. */
  press(key: Key): boolean {
    const { selected } = this;
    if (selected === undefined) return false;
    const step = stepOf(key);
    if (step !== undefined) this.#step(selected, step, key);
    else if (key.name === 'enter') this.#edit(selected);
    else if (key.name === 'backspace' || key.name === 'delete') this.#takeBack(selected);
    else {
      this.#selected = undefined;
      return key.name === 'escape';
    }
    return true;
  }

  /** Replaces the edited message with the sent text; false if none is edited. */
  submit(prompt: Prompt): boolean {
    const edited = this.#edited;
    if (edited === undefined) return false;
    this.#edited = undefined;
    this.#report(
      this.#options
        .messages()
        ?.edit(edited, withShared(prompt, edited.prompt))
        .catch((error: unknown) => {
          this.#options.putBack(prompt);
          throw error;
        }),
    );
    return true;
  }

  /** Stops editing; false if no message is edited. */
  stopEditing(): boolean {
    const wasEditing = this.#edited !== undefined;
    this.#edited = undefined;
    return wasEditing;
  }

  get #all(): readonly PendingMessage[] {
    return this.#options.messages()?.all ?? [];
  }

  #step(selected: PendingMessage, step: -1 | 1, key: Key): void {
    const isMove = key.name === 'text' || key.isAlt || key.isControl || key.isShift;
    if (isMove) this.#report(this.#options.messages()?.move(selected, step));
    else {
      const index = this.#all.indexOf(selected) + step;
      // Below the last message is the input box.
      this.#selected = this.#all[Math.max(0, index)];
    }
  }

  #edit(selected: PendingMessage): void {
    this.#selected = undefined;
    this.#edited = selected;
    this.#options.putBack(selected.prompt);
  }

  #takeBack(selected: PendingMessage): void {
    this.#selected = undefined;
    this.#report(
      this.#options
        .messages()
        ?.takeBack(selected)
        .then((prompt) => this.#options.putBack(prompt)),
    );
  }

  /** Reports a failure of `work`, and redraws when it is done. */
  #report(work: Promise<unknown> | undefined): void {
    work?.catch(this.#options.failed).finally(this.#options.redraw);
  }
}

/** The new text of a message, with what is shared by it. */
const withShared = (prompt: Prompt, { shared }: Prompt): Prompt =>
  shared === undefined ? prompt : { ...prompt, shared };

/** The arrow keys, and `-` and `+` for terminals that do not report modifiers. */
function stepOf({ name, text }: Key): -1 | 1 | undefined {
  if (name === 'up' || (name === 'text' && text === '-')) return -1;
  return name === 'down' || (name === 'text' && text === '+') ? 1 : undefined;
}
