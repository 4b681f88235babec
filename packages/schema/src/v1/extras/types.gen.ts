// Generated from src/definitions by `npm run generate`. Do not edit.

/** Free-form metadata that any object may carry; unknown keys have no meaning. */
export type Meta = { readonly [key: string]: unknown } | null;

/** The command to start and its surroundings. */
export interface CreateTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The program to start, without its arguments. */
  readonly command: string;
  /** The arguments of the program; absent means none. */
  readonly args?: readonly string[];
  /** Variables to add to its environment; absent means none. */
  readonly env?: readonly EnvVariable[];
  /** The absolute directory to start in; absent or null leaves it to the client. */
  readonly cwd?: string | null;
  /** The most bytes of output to keep; absent or null leaves it to the client. */
  readonly outputByteLimit?: number | null;
  readonly _meta?: Meta;
}

/** The terminal that now runs the command. */
export interface CreateTerminalResponse {
  /** The id to use until the terminal is released. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** One environment variable for a program that is started. */
export interface EnvVariable {
  /** The name of the variable, as the program reads it. */
  readonly name: string;
  /** The value, which may be secret and is never logged. */
  readonly value: string;
  readonly _meta?: Meta;
}

/** Which terminal's command to end at once. */
export interface KillTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose command to end. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Says that the command has been told to end. */
export interface KillTerminalResponse {
  readonly _meta?: Meta;
}

/** Which file to read, and how much of it. */
export interface ReadTextFileRequest {
  /** The session for which the file is read. */
  readonly sessionId: SessionId;
  /** The absolute path of the file. */
  readonly path: string;
  /** The first line to read, counted from one; absent or null starts at the top. */
  readonly line?: number | null;
  /** The most lines to read; absent or null reads to the end. */
  readonly limit?: number | null;
  readonly _meta?: Meta;
}

/** What the file holds in the editor. */
export interface ReadTextFileResponse {
  /** The text of the requested lines. */
  readonly content: string;
  readonly _meta?: Meta;
}

/** Which terminal the agent no longer needs. */
export interface ReleaseTerminalRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal to give up; its id is invalid afterwards. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** Says that the terminal is gone. */
export interface ReleaseTerminalResponse {
  readonly _meta?: Meta;
}

/** Names one session of an agent; opaque to the client. */
export type SessionId = string;

/** How a command ended; in v2 even an empty object means it ended. */
export interface TerminalExitStatus {
  /** The exit code; absent or null when a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended it; absent or null when none did. */
  readonly signal?: string | null;
  readonly _meta?: Meta;
}

/** Names one terminal of a session; never used again for another. */
export type TerminalId = string;

/** Which terminal to read the output of. */
export interface TerminalOutputRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose output is read. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** What the terminal holds at this moment. */
export interface TerminalOutputResponse {
  /** The text that has been kept. */
  readonly output: string;
  /** True when the limit made the client drop the beginning. */
  readonly truncated: boolean;
  /** How the command ended; absent or null while it runs. */
  readonly exitStatus?: TerminalExitStatus | null;
  readonly _meta?: Meta;
}

/** Which terminal to wait for until it exits. */
export interface WaitForTerminalExitRequest {
  /** The session the terminal belongs to. */
  readonly sessionId: SessionId;
  /** The terminal whose command to wait for. */
  readonly terminalId: TerminalId;
  readonly _meta?: Meta;
}

/** How the command ended, by itself or by a signal. */
export interface WaitForTerminalExitResponse {
  /** The exit code; absent or null when a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended it; absent or null when none did. */
  readonly signal?: string | null;
  readonly _meta?: Meta;
}

/** Which file to write, and with what. */
export interface WriteTextFileRequest {
  /** The session for which the file is written. */
  readonly sessionId: SessionId;
  /** The absolute path of the file. */
  readonly path: string;
  /** The whole new text of the file. */
  readonly content: string;
  readonly _meta?: Meta;
}

/** Says that the file has been written. */
export interface WriteTextFileResponse {
  readonly _meta?: Meta;
}
