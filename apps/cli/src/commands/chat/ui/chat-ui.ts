/** The side of a chat that the user sees: a screen, or plain lines for a screen reader. */
import type { ClientConnection } from '@acp-stack/sdk';
import type { LoginHooks } from '@acp-stack/workspace/client';

import type { Conversation, Note } from '../conversation/conversation.ts';
import type { Questions } from './questions.ts';
import type { Line } from '../../../tui/styled-line.ts';

export interface ChatUi {
  readonly questions: Questions;
  /** Lets another program have the terminal until it ends. */
  readonly runInTerminal: NonNullable<LoginHooks<ClientConnection>['runInTerminal']>;
  /** Shows the conversation, and takes what is typed for it. */
  begin(conversation: Conversation, agent: string): void;
  /** Shows a session that was opened, with what was said in it before, unless that is on the screen already. */
  sessionOpened(options?: { readonly isShown?: boolean }): void;
  /** Something is different. */
  changed(): void;
  note(note: Note): void;
  /** Lines of ours, such as a list of commands. */
  print(lines: readonly Line[]): void;
  /** Tells how the chat is used: its keys, or its commands where there are no keys. */
  listKeys(): void;
  /** Shows everything whole from now on, or not any more. */
  toggleDetails(): void;
  /** Shows the whole conversation, to scroll, unfold and search. */
  openPager(): void;
  /** Asks the terminal to put words into the clipboard; false where it is none that could. */
  copy(text: string): boolean;
  /** Resolves when the user leaves. */
  readonly left: Promise<void>;
  leave(): void;
  /** Gives the terminal back; resolves when everything is written. */
  close(): Promise<void>;
}

/** The commands of the program itself, which are not for the agent. */
export interface SlashCommands {
  /** All of them, with their slashes. */
  readonly list: () => readonly { readonly name: string; readonly description: string }[];
  /** Runs the one that the text is; false when the text is for the agent. */
  readonly run: (text: string) => boolean;
  /** Whether one of them is not done yet. */
  readonly isRunning: () => boolean;
}
