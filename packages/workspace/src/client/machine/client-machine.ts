/**
 * The machine of a client: what it lets agents do with its files and commands, for the handlers of `client()`.
 *
 * Each session has a workspace of its own, in its own folders, and cannot reach what belongs to another. What a session started ends with it.
 */
import type { TerminalSize } from '../../terminals/command.ts';
import type { Terminal } from '../../terminals/terminal.ts';
import type { Workspace } from '../../workspace.ts';
import { fileHandlers, type EditorBuffers, type MachineFiles } from './file-handlers.ts';
import { SessionWorkspaces, type MachineSession, type WorkspaceSettings } from './session-workspaces.ts';
import { defaultShownLimits, DisplayedTerminals, type DisplayedTerminalLimits } from './displayed-terminals.ts';
import { terminalHandlers, type MachineTerminals } from './terminal-handlers.ts';

/** How commands run and files are read for agents; the folders come with each session. */
export interface ClientMachineOptions extends WorkspaceSettings {
  /** What the editor holds of files besides the disk. */
  readonly buffers?: EditorBuffers;
  /** Runs commands on a pseudo-terminal of this size; with pipes when absent. */
  readonly pty?: TerminalSize;
  /** How much is kept of terminals that were released. */
  readonly shown?: Partial<DisplayedTerminalLimits>;
}

/** Closing it ends every command of every session. */
export interface ClientMachine extends AsyncDisposable {
  /** For `client().onFiles()`. */
  readonly files: MachineFiles;
  /** For `client().onTerminals()`. */
  readonly terminals: MachineTerminals;
  /** The workspace of a session, for the client itself: to search in it, for instance. Do not close it. */
  workspace(session: MachineSession): Promise<Workspace>;
  /** A terminal by its id, to show it; also one that was released, while it is kept. */
  terminal(id: string): Terminal | undefined;
}

/** A machine that any number of sessions, and of connections, can share. */
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
