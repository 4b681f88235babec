/** The registry of the user: the registries of the config file, and the agents that are installed. */
import { join } from 'node:path';

import { openRegistry, RegistryError, type Registry, type RegistrySource } from '@acp-stack/registry';
import { dataFolder } from '@acp-stack/workspace/user-folders';

import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { escapeLine } from '../text/escape-control-characters.ts';
import { withoutPeriod } from '../text/without-period.ts';

/**
 * Opens it; nothing is read or contacted yet. Throws a `UsageError` if a source cannot be one.
 *
 * `onProblem` receives a line for each installed agent whose record is damaged; by default stderr does, once.
 */
export function openUserRegistry(
  sources: readonly RegistrySource[],
  { env, stderr }: Pick<Terminal, 'env' | 'stderr'>,
  onProblem: (line: string) => void = (line) => {
    reportOnce(line, stderr);
  },
): Registry {
  try {
    return openRegistry(sources, { folder: join(dataFolder(env), 'registry'), env, onProblem });
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new UsageError(withoutPeriod(escapeLine(error.message)), { cause: error });
  }
}

/** What was reported: a command reads the records more than once. */
const reported = new WeakMap<Terminal['stderr'], Set<string>>();

function reportOnce(line: string, stderr: Terminal['stderr']): void {
  const lines = reported.get(stderr) ?? new Set();
  reported.set(stderr, lines);
  if (lines.has(line)) return;
  lines.add(line);
  void stderr.tryWrite(`acp: ${withoutPeriod(escapeLine(line))}\n`);
}
