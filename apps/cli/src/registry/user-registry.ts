/** The registry of the user: the registries of the config file, and the agents that are installed. */
import { join } from 'node:path';

import { openRegistry, RegistryError, type Registry, type RegistrySource } from '@acp-stack/registry';
import { dataFolder } from '@acp-stack/workspace/user-folders';

import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { escapeLine } from '../text/escape-control-characters.ts';

/** Opens it; nothing is read or contacted yet. Throws a `UsageError` if a source cannot be one. */
export function openUserRegistry(sources: readonly RegistrySource[], { env }: Pick<Terminal, 'env'>): Registry {
  try {
    return openRegistry(sources, { folder: join(dataFolder(env), 'registry'), env });
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new UsageError(escapeLine(error.message).replace(/\.$/u, ''), { cause: error });
  }
}
