/** What agents and clients have in common: the settings of a run, and errors of the start. */
import type { Progress, Target, Version } from '@acp-stack/conformance';

import { UsageError } from '../../errors/usage-error.ts';
import { quoteWord } from '../../text/shell-words.ts';
import { withoutPeriod } from '../../text/without-period.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import type { RunProgress } from './run-progress.ts';

/** The options that every judge takes. */
export interface JudgeSettings {
  readonly versions?: readonly Version[];
  readonly jobs?: number;
  readonly limit?: number;
  readonly budget?: number;
  readonly bail?: boolean;
  readonly onProgress: (progress: Progress) => void;
}

/** The versions by the words of `--version`. */
const versions = { '1': 1, '2': 2 } as const;

export function judgeSettings(flags: ConformanceFlags, progress: RunProgress): JudgeSettings {
  return {
    ...(flags.version === undefined ? {} : { versions: [versions[flags.version]] }),
    ...(flags.jobs === undefined ? {} : { jobs: flags.jobs }),
    ...(flags.timeout === undefined ? {} : { limit: flags.timeout * 1000 }),
    ...(flags.totalTimeout === undefined ? {} : { budget: flags.totalTimeout * 1000 }),
    ...(flags.bail === undefined ? {} : { bail: flags.bail }),
    onProgress: (each) => {
      progress.show(each);
    },
  };
}

/** A command as the target of a report. */
export const commandTarget = (words: readonly string[]): Target => ({
  kind: 'command',
  words: words.map(quoteWord).join(' '),
});

/** A program that cannot be started or reached is a mistake in the command line. */
export async function reachable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { message } = error as Error;
    if (!/ cannot be (?:started|reached): /u.test(message)) throw error;
    throw new UsageError(`${withoutPeriod(message)}; check the command or the address`, { cause: error });
  }
}
