/**
 * A command that did not do what it was asked to, for a reason that scripts can tell from its exit code.
 *
 * The message is one sentence that says what to do.
 */

/** The exit codes besides 0 for success, 2 for a wrong command line and 128 and the number of a signal. */
export const exitCodes = {
  /** The agent, or the protocol, failed. */
  failed: 1,
  timeout: 3,
  noSession: 4,
  /** Permission was asked for, and for everything refused. */
  denied: 5,
  authRequired: 6,
  /** The agent could not be started or reached. */
  notStarted: 7,
  /** The agent ended while it worked. */
  exited: 8,
  /** Nobody knows what became of the work. */
  unknownOutcome: 9,
} as const;

export interface CommandErrorOptions extends ErrorOptions {
  /** What else may help, line by line: the last words of an agent. */
  readonly details?: readonly string[];
}

export class CommandError extends Error {
  static {
    this.prototype.name = 'CommandError';
  }

  readonly exitCode: number;
  readonly details: readonly string[];

  constructor(exitCode: number, message: string, options: CommandErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
    this.details = options.details ?? [];
  }
}
