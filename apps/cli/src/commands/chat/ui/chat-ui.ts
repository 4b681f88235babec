/** The user interface of a chat: a screen, or plain lines for a screen reader. */
import type { ClientConnection } from '@acp-stack/sdk';
import type { LoginHooks, PermissionDecision } from '@acp-stack/workspace/client';

import type { Conversation } from '../conversation/conversation.ts';
import type { Note } from '../conversation/outcome-note.ts';
import type { Questions } from './questions.ts';
import type { Line } from '../../../tui/styled-line.ts';

export interface ChatUi {
  readonly questions: Questions;
  /** Gives the terminal to another program until it exits. */
  readonly runInTerminal: NonNullable<LoginHooks<ClientConnection>['runInTerminal']>;
  /** Shows the conversation, and enables the input. */
  begin(conversation: Conversation, agent: string): void;
  /** Shows an opened session with its history, unless that is already on the screen. */
  sessionOpened(options?: { readonly isShown?: boolean }): void;
  /** Something that is displayed has changed. */
  changed(): void;
  note(note: Note): void;
  /** The work has failed, which a notification says before a note tells why. */
  failed?(): void;
  /** Keeps a decision about a permission request in the record. */
  answered(decision: PermissionDecision): void;
  /** Prints lines of the program, such as a list of commands. */
  print(lines: readonly Line[], options?: PrintOptions): void;
  /** Lists the keys, or the commands in a plain-text chat. */
  listKeys(): void;
  /** Explains what can be typed, with the commands. */
  showHelp(commands: HelpCommands): void;
  /** Toggles between full and short output. */
  toggleDetails(): void;
  /** Opens the whole conversation, to scroll, unfold and search. */
  openPager(): void;
  /** The sent messages, newest first, each once. */
  readonly history: readonly string[];
  /** Replaces what is in the input. */
  replaceInput(text: string): void;
  /** Copies text to the clipboard through the terminal; false if it cannot do that. */
  copy(text: string): boolean;
  /** Resolves when the user quits. */
  readonly left: Promise<void>;
  leave(): void;
  /** Restores the terminal; resolves when everything is written. */
  close(): Promise<void>;
}

export interface PrintOptions {
  /** Whether more lines follow, without an empty line between. */
  readonly isPart?: boolean;
}

interface ListedCommand {
  readonly name: string;
  readonly description: string;
}

/** The commands of the agent and of the program, with their slashes. */
export interface HelpCommands {
  readonly agent: readonly ListedCommand[];
  readonly program: readonly ListedCommand[];
}

/** The slash commands of this program, which are not sent to the agent. */
export interface SlashCommands {
  /** All commands, with their slashes. */
  readonly list: () => readonly ListedCommand[];
  /** What one types for a command of the program; an agent may have one of the same name. */
  readonly typed: (name: string) => string;
  /** Runs the command in the text; false if the text is for the agent. */
  readonly run: (text: string) => boolean;
  /** Whether a command is still running. */
  readonly isRunning: () => boolean;
  /** What a command of the shell does, while it runs. */
  readonly activity: () => string | undefined;
  /** Stops a command of the shell; false if none runs. */
  readonly stop: () => boolean;
}
