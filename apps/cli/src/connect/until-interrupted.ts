/** Runs work with registries until a signal arrives, and explains its failures. */
import { CommandError, exitCodes } from '../errors/command-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { escapeLine } from '../text/escape-control-characters.ts';
import { CommandDeadline } from './command-deadline.ts';
import { withoutPeriod } from '../text/without-period.ts';

/** Failures that the user can fix on the command line. */
const usageCodes: ReadonlySet<unknown> = new Set(['unknown', 'ambiguous', 'unusable', 'invalid']);

export interface InterruptedWords {
  /** The exit code of failures that are not mistakes of the command line. */
  readonly exitCode?: number;
  /** What is said after a signal. */
  readonly afterSignal?: string;
}

/** Resolves like `work`; a signal aborts what it is given. */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { exitCode = exitCodes.failed, afterSignal }: InterruptedWords = {},
): Promise<T> {
  const deadline = new CommandDeadline(undefined);
  try {
    return await work(deadline.signal);
  } catch (error) {
    const { reason } = deadline;
    if (reason === undefined) throw await explained(error, exitCode);
    throw afterSignal === undefined
      ? reason
      : new CommandError(reason.exitCode, `${reason.message}; ${afterSignal}`, { cause: error });
  } finally {
    deadline[Symbol.dispose]();
  }
}

async function explained(error: unknown, exitCode: number): Promise<unknown> {
  const { RegistryError } = await import('@acp-stack/registry');
  if (!(error instanceof RegistryError)) return error;
  // Messages on the terminal end without a period, and names in them are those of others.
  const sentence = withoutPeriod(escapeLine(error.message));
  const { receivedSha256 } = error;
  const accepting =
    receivedSha256 === undefined ? '' : `: acp registry install <agent> --accept-sha256 ${receivedSha256}`;
  const words = `${sentence}${accepting}`;
  if (usageCodes.has(error.code)) return new UsageError(words, { cause: error });
  return new CommandError(exitCode, words, { cause: error });
}
