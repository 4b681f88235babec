/** Runs commands for a version 1 agent whose client has no terminals; the bridge itself knows no processes. */

export interface TerminalCommand {
  /** A program, not a line for a shell. */
  readonly command: string;
  /** Passed on as they are. */
  readonly args: readonly string[];
  /** Variables besides those that commands have anyway. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Absolute; undefined when neither the agent nor its session names a folder. */
  readonly cwd: string | undefined;
}

/** How a command ended; either may be null. */
export interface TerminalExit {
  /** Null when a signal ended the command. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the command, such as `SIGTERM`; null when none did. */
  readonly signal: string | null;
}

/** What a running command tells. */
export interface TerminalEvents {
  /** Called with each piece that the command prints, in order. */
  readonly output: (bytes: Uint8Array) => void;
  /** Called once, after all output. */
  readonly exit: (status: TerminalExit) => void;
}

/** A command that was started. */
export interface RunningTerminal {
  /** Ends the command; `exit` follows. */
  kill(): void;
}

/** Starts a command; throws an error with one sentence when it cannot. */
export type TerminalRunner = (command: TerminalCommand, events: TerminalEvents) => RunningTerminal;
