/**
 * A failure of a command, with an exit code that scripts can check.
 *
 * The message is one sentence that says what to do.
 */

/** The exit codes besides 0 for success, 2 for a usage error, and 128 plus the number of a signal. */
export const exitCodes = {
  /** The agent failed, or violated the protocol. */
  failed: 1,
  timeout: 3,
  noSession: 4,
  /** The agent asked for permission, and every request was denied. */
  denied: 5,
  authRequired: 6,
  /** The agent could not be started or reached. */
  notStarted: 7,
  /** The agent exited while it worked. */
  exited: 8,
  /** The outcome of the work is unknown. */
  unknownOutcome: 9,
} as const;

export interface CommandErrorOptions extends ErrorOptions {
  /** Further lines that may help, such as the last output of the agent. */
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
