/** Why an agent is not there, or no longer. */

/**
 * `not-started`: there is no such program, or it may not be run. `exited`: it ended by itself. `hanging`: it said
 * nothing at all. `installing`: it went on printing and never spoke ACP. `not-acp`: what it prints is something else.
 * `closed-input`: it reads no more.
 */
export type AgentProcessErrorCode = 'not-started' | 'exited' | 'hanging' | 'installing' | 'not-acp' | 'closed-input';

/** What is known about a process that failed. */
export interface AgentProcessErrorDetails extends ErrorOptions {
  /** Null or absent when it did not end by itself. */
  readonly exitCode?: number | null;
  /** The name of the signal that ended it; null or absent when none did. */
  readonly signal?: string | null;
  /** What the agent printed last. */
  readonly lines?: readonly string[];
}

/** Lines that are shown in the message itself. */
const shownLines = 10;

/** A failure of the process behind a channel; it is never sent to anybody. */
export class AgentProcessError extends Error {
  static {
    this.prototype.name = 'AgentProcessError';
  }

  /** What happened, for programs to tell failures apart. */
  readonly code: AgentProcessErrorCode;
  /** Undefined when the process did not end by itself. */
  readonly exitCode: number | undefined;
  /** The name of the signal that ended it; undefined when none did. */
  readonly signal: string | undefined;
  /** What the agent printed last, oldest first. */
  readonly lines: readonly string[];

  constructor(code: AgentProcessErrorCode, message: string, details: AgentProcessErrorDetails = {}) {
    const { exitCode, signal, lines = [], ...options } = details;
    super([message, ...lines.slice(-shownLines)].join('\n  '), options);
    this.code = code;
    this.exitCode = exitCode ?? undefined;
    this.signal = signal ?? undefined;
    this.lines = lines;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be run; check its name and path',
  EPERM: 'the system does not allow it',
  ENOEXEC: 'it is not a program that this system can run',
  E2BIG: 'its arguments and variables are too long',
  EMFILE: 'this program has too many files open',
  ENFILE: 'the system has too many files open',
  EAGAIN: 'the system has too many processes',
  ENOMEM: 'the system has no memory left',
};

/** Why a command could not be started, in one sentence; a missing folder and a missing command are one to the system. */
export function notStarted(
  command: string,
  error: NodeJS.ErrnoException,
  missingFolder: string | undefined,
): AgentProcessError {
  const words = (): string => {
    if (missingFolder !== undefined) return `there is no folder ${missingFolder}`;
    if (error.code === 'ENOENT') return 'there is no such command; check its name and path';
    return reasons[error.code ?? ''] ?? error.message;
  };
  return new AgentProcessError('not-started', `${command} could not be started: ${words()}.`, { cause: error });
}
