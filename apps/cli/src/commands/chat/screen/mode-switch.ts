/**
 * Shift+Tab: switches to the next mode, which the status line shows at once.
 *
 * A line confirms the mode at the next other key, so that going through all modes leaves one line and not four.
 */
import { currentMode } from '@acp-stack/transcript';

import { escapeLine } from '../../../text/escape-control-characters.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import { nextMode } from '../slash-commands/session-settings.ts';

export class ModeSwitch {
  readonly #note: (note: Note) => void;
  /** The change that no line confirms yet, and the mode before it. */
  #change: { readonly from: string | undefined; readonly done: Promise<void> } | undefined;

  constructor(note: (note: Note) => void) {
    this.#note = note;
  }

  /** Switches to the next mode; rejects if the agent refuses. */
  async next(conversation: Conversation): Promise<void> {
    // Of two quick presses, the second begins where the first has led.
    const before = this.#change?.done.catch(() => undefined) ?? Promise.resolve();
    const done = before.then(() => nextMode(conversation));
    const from = this.#change === undefined ? nameIn(conversation) : this.#change.from;
    this.#change = { from, done };
    await done;
  }

  /** Confirms the mode if it was switched. */
  confirm(conversation: Conversation | undefined): void {
    const change = this.#change;
    this.#change = undefined;
    if (change === undefined || conversation === undefined) return;
    const confirm = (): void => {
      const name = nameIn(conversation);
      if (name !== undefined && name !== change.from) this.#note({ kind: 'info', text: `Mode: ${escapeLine(name)}` });
    };
    // A refusal is reported where the switch was asked for.
    change.done.then(confirm, () => undefined);
  }
}

const nameIn = ({ store }: Conversation): string | undefined => currentMode(store.snapshot())?.name;
