/**
 * The files and commands that a client offers to agents, for the handlers of `client()`.
 *
 * Each session has a workspace of its own, in its own directories, and cannot reach those of another. Commands of a
 * session end with it.
 */
import type { TerminalSize } from '../../terminals/command.ts';
import type { Terminal } from '../../terminals/terminal.ts';
import type { Workspace } from '../../workspace.ts';
import { fileHandlers, type EditorBuffers, type MachineFiles } from './file-handlers.ts';
import { SessionWorkspaces, type MachineSession, type WorkspaceSettings } from './session-workspaces.ts';
import { defaultShownLimits, DisplayedTerminals, type DisplayedTerminalLimits } from './displayed-terminals.ts';
import { terminalHandlers, type MachineTerminals } from './terminal-handlers.ts';

/** How files are read and commands run for agents; the directories come with each session. */
export interface ClientMachineOptions extends WorkspaceSettings {
  /** Unsaved changes of the editor. */
  readonly buffers?: EditorBuffers;
  /** Runs commands on a pseudo-terminal of this size; with pipes by default. */
  readonly pty?: TerminalSize;
  /** How many released terminals are kept. */
  readonly shown?: Partial<DisplayedTerminalLimits>;
}

/** Files and commands for sessions. Disposing of it ends every command of every session. */
export interface ClientMachine extends AsyncDisposable {
  /** For `client().onFiles()`. */
  readonly files: MachineFiles;
  /** For `client().onTerminals()`. */
  readonly terminals: MachineTerminals;
  /** The workspace of a session, for the client itself, for instance to search in it. Do not dispose of it. */
  workspace(session: MachineSession): Promise<Workspace>;
  /** A terminal by its id, for display; also a released one, while it is kept. */
  terminal(id: string): Terminal | undefined;
}

/** Creates a machine that any number of sessions and connections can share. */
export function clientMachine(options: ClientMachineOptions = {}): ClientMachine {
  const { buffers, pty, shown: shownLimits, ...settings } = options;
  const shown = new DisplayedTerminals({ ...defaultShownLimits, ...shownLimits });
  const workspaces = new SessionWorkspaces(settings, (terminal) => shown.release(terminal));
  return {
    files: fileHandlers(workspaces, buffers),
    terminals: terminalHandlers(workspaces, { shown, pty }),
    workspace: (session) => workspaces.of(session),
    terminal: (id) => workspaces.terminal(id) ?? shown.get(id),
    [Symbol.asyncDispose]: async () => {
      await workspaces[Symbol.asyncDispose]();
      await shown.settled();
    },
  };
}
