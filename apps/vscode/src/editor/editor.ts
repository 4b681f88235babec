/** What the extension needs of its editor; `binding` makes it of VS Code, and tests without one. */
import type { EditorState } from '@acp-stack/workspace/client';

import type { ReviewedFiles } from '../review/change-review.ts';
import type { AgentSettings, Agreements, AskForAgent } from '../settings/agent-settings.ts';
import type { TerminalView } from '../terminals/terminal-view.ts';

/** The settings of the extension. */
export interface Settings extends AgentSettings {
  /** The agent of new sessions; that of the config file when empty. */
  readonly defaultAgent: string;
  /** When the user decides about changes. */
  readonly changes: 'ask' | 'review';
  /** For how many days sessions that are not used are kept. */
  readonly keepSessions: number;
}

/** The editor. */
export interface Editor {
  /** Whether the user trusts the workspace. */
  readonly isTrusted: () => boolean;
  /** The folders of the workspace, absolute. */
  readonly folders: () => readonly string[];
  /** The settings now. */
  readonly settings: () => Settings;
  /** What the user has agreed to. */
  readonly agreements: Agreements;
  /** Asks whether to use an agent of the workspace. */
  readonly askForAgent: AskForAgent;
  /** The text of a file with unsaved changes; undefined if there are none. */
  readonly unsaved: (path: string) => string | undefined;
  /** Reads and changes files. */
  readonly files: ReviewedFiles;
  /** The documents, for agents that ask. */
  readonly documents: EditorState;
  /** Shows a file. */
  readonly openFile: (path: string, line: number | undefined) => Promise<void>;
  /** Shows a terminal. */
  readonly showTerminal: (name: string, view: TerminalView) => void;
  /** Adds a line to the log. */
  readonly log: (line: string) => void;
}
