/** The agents that are known without contacting anything: installed ones, and those that registries listed before. */
import { RegistryError, type InstalledAgent, type ListedAgent } from '@acp-stack/registry';

import type { Config } from '../config/config.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { escapeLine } from '../text/escape-control-characters.ts';
import { configuredSources } from './sources.ts';
import { openUserRegistry } from './user-registry.ts';
import { withoutPeriod } from '../text/without-period.ts';

export interface KnownAgents {
  readonly installed: readonly InstalledAgent[];
  /** The agents of the registries in use that this system can use. */
  readonly available: readonly ListedAgent[];
}

/** Reads both; a registry that cannot be read is reported, and the command goes on. */
export async function readKnownAgents(config: Config, terminal: Terminal): Promise<KnownAgents> {
  const installed = await openUserRegistry([], terminal).installed();
  const sources = configuredSources(config);
  if (sources.length === 0) return { installed, available: [] };
  try {
    const { agents } = await openUserRegistry(sources, terminal).list({ refresh: 'never' });
    return { installed, available: agents.filter(({ distributions }) => distributions.length > 0) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    await terminal.stderr.tryWrite(`acp: ${withoutPeriod(escapeLine(error.message))}\n`);
    return { installed, available: [] };
  }
}
