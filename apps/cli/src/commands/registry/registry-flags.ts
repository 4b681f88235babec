/** The options of the commands of `acp registry`, and what they open. */
import { RegistryError, type ListedAgent, type ReadOptions, type Registry } from '@acp-stack/registry';

import type { FormatFlags } from '../../command-line/format-option.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { configPath } from '../../config/config-path.ts';
import { acceptedSources, officialAdvice } from '../../registry/sources.ts';
import { openUserRegistry } from '../../registry/user-registry.ts';
import { withReadingNote } from '../../registry/reading-note.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exactLine } from '../../text/exact-text.ts';

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

export interface FindCommand {
  readonly name: string;
  readonly flags: RegistryFlags;
}

/** Finds the agent that the user names; says what else the user can try if no source lists it. */
export async function findListed(
  registry: Registry,
  { name, flags }: FindCommand,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ListedAgent> {
  try {
    return await withReadingNote(registry.find(name, readOptions(flags, signal)), terminal);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unknown') throw error;
    const { suggestions, message } = error;
    const advice =
      versionAdvice(name) || (suggestions.length > 0 ? '' : officialAdvice(userConfig(flags, terminal), terminal));
    if (advice === '') throw error;
    throw new RegistryError('unknown', `${message.replace(/[.]$/u, '')}${advice}`, { suggestions, cause: error });
  }
}

/** `florist@1.0.0` is how package managers name a version. */
function versionAdvice(name: string): string {
  const [, id, version] = /^([^@]+)@(.+)$/u.exec(name) ?? [];
  if (id === undefined || version === undefined) return '';
  return `; name the version with an option: acp registry install ${exactLine(id)} --version ${exactLine(version)}`;
}
