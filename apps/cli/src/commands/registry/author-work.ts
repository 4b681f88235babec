/** Runs work of `@acp-stack/registry/authors` until a signal arrives, and explains its failures. */
import { RegistryError } from '@acp-stack/registry';

import { untilInterrupted } from '../../connect/until-interrupted.ts';
import { CommandError, exitCodes } from '../../errors/command-error.ts';
import { explainSystemError } from '../../errors/system-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';
import { withoutPeriod } from '../../text/without-period.ts';

/** The maximum number of lines of output to show. */
const maxLines = 10;

/** Resolves like `work`. Its errors are sentences: a `TypeError` is about an option, any other one about the work. */
export const authorWork = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  untilInterrupted(async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (!(error instanceof Error) || signal.aborted || explainSystemError(error) !== undefined) throw error;
      // An agent that failed has its last output in further lines.
      const [first = '', ...lines] = error.message.split('\n').map((each) => escapeLine(each.trim()));
      const words = withoutPeriod(first);
      if (error instanceof TypeError || isUsage(error)) throw new UsageError(words, { cause: error });
      throw new CommandError(exitCodes.failed, words, { cause: error, details: lines.slice(-maxLines) });
    }
  });

/** Whether the user can mend it on the command line. */
const isUsage = (error: Error): boolean =>
  error instanceof RegistryError && (error.code === 'unknown' || error.code === 'invalid');
