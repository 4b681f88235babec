/** Runs commands for a version 1 agent whose client has no terminals; the bridge itself knows no processes. */

export interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd: string | undefined;
}

export interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What a running command tells. */
export interface TerminalEvents {
  readonly output: (bytes: Uint8Array) => void;
  /** Called once, after all output. */
  readonly exit: (status: TerminalExit) => void;
}

export interface RunningTerminal {
  /** Ends the command; `exit` follows. */
  kill(): void;
}

/** Starts a command; throws an error with one sentence when it cannot. */
export type TerminalRunner = (command: TerminalCommand, events: TerminalEvents) => RunningTerminal;
