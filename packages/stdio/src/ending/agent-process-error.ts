/** Why an agent could not be started, or has ended. */

/**
 * `not-started`: the program does not exist, or may not be run. `exited`: it exited by itself. `hanging`: it sent and
 * printed nothing. `installing`: it printed, and sent no message. `not-acp`: what it prints are not messages.
 * `closed-input`: it does not read any more.
 */
export type AgentProcessErrorCode = 'not-started' | 'exited' | 'hanging' | 'installing' | 'not-acp' | 'closed-input';

/** What is known about a process that failed. */
export interface AgentProcessErrorDetails extends ErrorOptions {
  /** Null or absent if it did not exit by itself. */
  readonly exitCode?: number | null;
  /** The name of the signal that ended it; null or absent if none did. */
  readonly signal?: string | null;
  /** The last lines that the agent printed. */
  readonly lines?: readonly string[];
  /** What happened, without the name of the program; the message when absent. */
  readonly reason?: string;
}

/** Lines that are shown in the message itself. */
const shownLines = 10;

/** A failure of the process behind a channel; it is never sent to the other side. */
export class AgentProcessError extends Error {
  static {
    this.prototype.name = 'AgentProcessError';
  }

  /** Which kind of failure it is. */
  readonly code: AgentProcessErrorCode;
  /** Undefined if the process did not exit by itself. */
  readonly exitCode: number | undefined;
  /** The name of the signal that ended it; undefined if none did. */
  readonly signal: string | undefined;
  /** The last lines that the agent printed, oldest first. */
  readonly lines: readonly string[];
  /** What happened, without the name of the program, as in `exited with code 1`. */
  readonly reason: string;

  constructor(code: AgentProcessErrorCode, message: string, details: AgentProcessErrorDetails = {}) {
    const { exitCode, signal, lines = [], reason = message, ...options } = details;
    super([message, ...lines.slice(-shownLines)].join('\n  '), options);
    this.code = code;
    this.exitCode = exitCode ?? undefined;
    this.signal = signal ?? undefined;
    this.lines = lines;
    this.reason = reason;
  }
}
