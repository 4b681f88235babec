/** Opens the agents that sources list, and those that are installed. */
import type { DistributionKind, RegistrySource } from './contract/agents.ts';
import type { Registry } from './contract/registry.ts';

/** Where a registry keeps its files, and how it reads its sources. */
export interface RegistryOptions {
  /**
   * The folder for the cache and the installed agents. Default: that of the `acp` program, so both know the same agents.
   */
  readonly folder?: string;
  /** How many milliseconds the cache of an address is used before it is asked again. Default: one hour. */
  readonly maxAge?: number;
  /** The distributions in the order of preference. Default: `binary`, `npx`, `uvx`. */
  readonly prefer?: readonly DistributionKind[];
  /** The environment in which `npx` and `uvx` are looked up. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Makes requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
}

/** The registry of the Agent Client Protocol. Nothing contacts it unless a program passes it to `openRegistry`. */
export const officialSource: RegistrySource = {
  name: 'official',
  location: 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json',
};

/**
 * Opens a registry: the sources in the order in which they win, and the agents that are installed in its folder.
 * Nothing is read or contacted before a method is called.
 */
export function openRegistry(_sources: readonly RegistrySource[], _options: RegistryOptions = {}): Registry {
  throw new Error('not yet');
}
