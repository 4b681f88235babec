/** Runs commands for a version 1 agent whose client has no terminals; the bridge itself starts no processes. */

export interface TerminalCommand {
  /** A program, not a command line for a shell. */
  readonly command: string;
  /** Passed on unchanged. */
  readonly args: readonly string[];
  /** Variables besides those that every command has. */
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** An absolute path; undefined if neither the agent nor its session names a directory. */
  readonly cwd: string | undefined;
}

/** How a command ended; both fields may be null. */
export interface TerminalExit {
  /** Null if a signal ended the command. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the command, such as `SIGTERM`; null if none did. */
  readonly signal: string | null;
}

/** The events of a running command. */
export interface TerminalEvents {
  /** Called with each piece of output, in order. */
  readonly output: (bytes: Uint8Array) => void;
  /** Called once, after all output. */
  readonly exit: (status: TerminalExit) => void;
}

/** A command that was started. */
export interface RunningTerminal {
  /** Ends the command; `exit` follows. */
  kill(): void;
}

/** Starts a command. Throws an error with a one-sentence message if it cannot. */
export type TerminalRunner = (command: TerminalCommand, events: TerminalEvents) => RunningTerminal;
