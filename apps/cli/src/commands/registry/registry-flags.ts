/** The options of the commands of `acp registry`, and what they open. */
import type { ReadOptions, Registry } from '@acp-stack/registry';

import type { FormatFlags } from '../../command-line/format-option.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { configPath } from '../../config/config-path.ts';
import { acceptedSources } from '../../registry/sources.ts';
import { openUserRegistry } from '../../registry/user-registry.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface RegistryFlags extends FormatFlags {
  readonly config?: string;
  readonly offline?: boolean;
  readonly refresh?: boolean;
  readonly yes?: boolean;
}

/** The config of the user; the file of a project has no say about registries. */
export const userConfig = ({ config }: Pick<RegistryFlags, 'config'>, { env }: Terminal): Config =>
  readConfig(config ?? configPath(env));

/** Opens the registries that the user has accepted; asks once about the official one. */
export async function openAccepted(flags: RegistryFlags, terminal: Terminal): Promise<Registry> {
  const sources = await acceptedSources(userConfig(flags, terminal), terminal, {
    yes: flags.yes,
    reason: 'no registry is configured',
  });
  return openUserRegistry(sources, terminal);
}

export const readOptions = ({ offline, refresh }: RegistryFlags, signal: AbortSignal): ReadOptions => ({
  ...(offline === true ? { refresh: 'never' } : refresh === true ? { refresh: 'now' } : {}),
  signal,
});
