/**
 * What the user writes on a screen: the input box with its history, the messages that wait, and those from before the
 * conversation begins.
 */
import { describeError } from '@acp-stack/rpc';

import type { Line } from '../../../tui/styled-line.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import { EarlyMessages } from '../conversation/early-messages.ts';
import type { PendingMode } from '../conversation/pending-messages.ts';
import { sentText, type Prompt } from '../conversation/prompt.ts';
import { decideHeld } from '../slash-commands/held-messages.ts';
import { steer } from '../slash-commands/steer.ts';
import type { SlashCommands } from '../ui/chat-ui.ts';
import type { Questions } from '../ui/questions.ts';
import { InputBox } from './input-box.ts';
import { InputHistory } from './input-history.ts';
import { pastedPicture } from './pasted-picture.ts';
import { PendingSelection } from './pending-selection.ts';
import { commandSuggestions, fileSuggestions, type FileFinder } from './suggestions.ts';

export interface MessageInputOptions {
  readonly conversation: () => Conversation | undefined;
  readonly commands: () => SlashCommands;
  readonly questions: Questions;
  readonly findFiles: FileFinder;
  readonly historyFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keyLines: (width: number) => readonly Line[];
  readonly note: (note: Note) => void;
  readonly redraw: () => void;
}

export class MessageInput {
  readonly #options: MessageInputOptions;
  readonly box: InputBox;
  readonly history: InputHistory;
  readonly pending: PendingSelection;
  readonly early: EarlyMessages = new EarlyMessages();

  constructor(options: MessageInputOptions) {
    this.#options = options;
    const { conversation, commands, redraw, env } = options;
    const warn = (text: string): void => options.note({ kind: 'warning', text });
    this.history = new InputHistory(options.historyFile);
    this.pending = new PendingSelection({
      messages: () => conversation()?.pending,
      putBack: this.putBack,
      failed: this.failed,
      redraw,
    });
    this.box = new InputBox({
      history: this.history,
      sources: {
        commands: (typed) => commandSuggestions(typed, conversation()?.store.snapshot(), commands()),
        files: (pattern, signal) => fileSuggestions(options.findFiles, pattern, signal),
      },
      submit: (prompt, mode) => this.submit(prompt, mode),
      selectPending: () => this.pending.open(),
      picture: (pasted) => pastedPicture(pasted, { conversation: conversation(), env, warn }),
      warn,
      keyLines: options.keyLines,
      redraw,
    });
  }

  /** Sends a message, edits one that waits, or runs a command; before the conversation begins, it waits. */
  submit(prompt: Prompt, mode: PendingMode): void {
    const conversation = this.#options.conversation();
    if (conversation === undefined) return this.early.add({ prompt, mode });
    if (this.pending.submit(prompt) || this.#options.commands().run(sentText(prompt))) return undefined;
    if (mode === 'queue') return conversation.submit(prompt);
    return this.report(steer(prompt, { conversation, questions: this.#options.questions, putBack: this.putBack }));
  }

  /** The conversation has begun. */
  begin(): void {
    // Nothing runs yet that could be steered.
    for (const { prompt } of this.early.takeAll()) this.submit(prompt, 'queue');
  }

  /** Asks what becomes of the messages that waited when the work was cancelled. */
  decideHeld(conversation: Conversation): void {
    this.report(decideHeld({ conversation, questions: this.#options.questions, putBack: this.putBack }));
  }

  /** Puts a message before what is in the box. */
  readonly putBack = (prompt: Prompt): void => {
    this.box.restore(prompt);
    this.#options.redraw();
  };

  /** Shows an error if `work` fails. */
  report(work: Promise<unknown> | undefined): void {
    work?.catch(this.failed);
  }

  readonly failed = (error: unknown): void => {
    this.#options.note({ kind: 'error', text: describeError(error) });
  };
}
