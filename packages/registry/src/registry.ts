/** Opens the agents that sources list, and those that are installed. */
import { join } from 'node:path';

import { dataFolder } from '@acp-stack/workspace/user-folders';

import { findAgent } from './catalog/find-agent.ts';
import { searchAgents } from './catalog/search-agents.ts';
import type { AgentCommand, DistributionKind, InstalledAgent, ListedAgent, RegistrySource } from './contract/agents.ts';
import { fieldsOf, requireAgent, requireInstalled, requireText, requireUpdate } from './contract/check-arguments.ts';
import { defaultLimits, type RegistryLimits } from './contract/limits.ts';
import { RegistryError } from './contract/registry-error.ts';
import type {
  AgentUpdate,
  CommandOptions,
  InstallOptions,
  ReadOptions,
  Registry,
  RegistryListing,
  VerifiedAgent,
} from './contract/registry.ts';
import type { Store } from './contract/store.ts';
import { readIcon } from './icons/read-icon.ts';
import { openStore } from './install/store.ts';
import { previewInstall } from './manifest/preview-install.ts';
import { currentSystem } from './manifest/system.ts';
import { usableDistributions, usualOrder } from './manifest/usable-distributions.ts';
import { isAddress, readSource, type SourceContext } from './sources/read-source.ts';
import { installedCommand } from './start/installed-command.ts';
import { findUpdate } from './updates/find-update.ts';

/** Where a registry keeps its files, and how it reads its sources. */
export interface RegistryOptions {
  /**
   * The folder for the cache and the installed agents. Default: that of the `acp` program, so both know the same
   * agents.
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
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** Receives a line for each record of an installed agent that cannot be read; the agent is left out. */
  readonly onProblem?: (line: string) => void;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<RegistryLimits>;
}

/** The registry of the Agent Client Protocol. Nothing contacts it unless a program passes it to `openRegistry`. */
export const officialSource: RegistrySource = {
  name: 'official',
  location: 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json',
};

const hour = 60 * 60 * 1000;

/**
 * Opens a registry: the sources in the order in which they win, and the agents that are installed in its folder.
 * Nothing is read or contacted before a method is called. Throws a `RegistryError` if a source is not valid.
 *
 * ```ts
 * const registry = openRegistry([officialSource]);
 * const installed = await registry.install(await registry.find('claude'));
 * const { command, args, env } = await registry.command(installed);
 * ```
 */
export function openRegistry(sources: readonly RegistrySource[], options: RegistryOptions = {}): Registry {
  checkSources(sources);
  return new SourcesAndStore(sources, options);
}

function checkSources(sources: readonly RegistrySource[]): void {
  if (!Array.isArray(sources)) throw invalid('openRegistry needs a list of sources, each with a name and a location.');
  const names = new Set<string>();
  for (const source of sources) {
    const { name, location } = fieldsOf(source);
    if (typeof name !== 'string' || typeof location !== 'string') {
      const example = "{ name: 'team', location: './agents' }";
      throw invalid(`A source is an object with a name and a location, such as ${example}.`);
    }
    const isName = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(name);
    if (!isName)
      throw invalid(`The name of a source must have letters, digits, ".", "_" and "-" only: ${JSON.stringify(name)}.`);
    if (names.has(name.toLowerCase())) throw invalid(`Two sources are named ${name}; rename one.`);
    names.add(name.toLowerCase());
    const isScheme = /^[a-z][a-z+.-]+:/iu.test(location) && !isAddress(location) && !/^file:/iu.test(location);
    if (location === '' || isScheme || (isAddress(location) && !URL.canParse(location))) {
      throw invalid(`The source ${name} needs an address that begins with https:// or http://, or a path.`);
    }
  }
}

const invalid = (sentence: string): RegistryError => new RegistryError('invalid', sentence);

class SourcesAndStore implements Registry {
  readonly sources: readonly RegistrySource[];
  readonly #context: SourceContext;
  readonly #env: RegistryOptions['env'];
  readonly #prefer: readonly DistributionKind[];
  readonly #store: Store;

  constructor(sources: readonly RegistrySource[], options: RegistryOptions) {
    const {
      folder = join(dataFolder(), 'registry'),
      maxAge = hour,
      prefer = usualOrder,
      now = Date.now,
      limits,
    } = options;
    const ownFetch = options.fetch === undefined ? {} : { fetch: options.fetch };
    const ownReport = options.onProblem === undefined ? {} : { onProblem: options.onProblem };
    const { downloadBytes, ...reading } = { ...defaultLimits, ...limits };
    this.sources = [...sources];
    this.#context = { folder, maxAge, now, unwritten: new Map(), ...reading, ...ownFetch };
    this.#env = options.env;
    this.#prefer = prefer;
    this.#store = openStore(folder, { ...ownFetch, ...ownReport, now: () => new Date(now()), downloadBytes });
  }

  async list(options: ReadOptions = {}): Promise<RegistryListing> {
    const [reads, installed] = await Promise.all([
      Promise.all(this.sources.map((source) => readSource(source, this.#context, options))),
      // What is installed decides only the order of distributions here.
      this.#store.installed().catch(() => []),
    ]);
    const system = currentSystem(this.#env);
    const chosen = new Map(installed.map(({ manifest, distribution }) => [manifest.id, distribution]));
    const agents = new Map<string, ListedAgent>();
    const hidden: ListedAgent[] = [];
    for (const { agents: manifests, status } of reads) {
      for (const manifest of manifests) {
        const choice = chosen.get(manifest.id);
        const prefer =
          choice === undefined ? this.#prefer : [choice, ...this.#prefer.filter((kind) => kind !== choice)];
        const agent = { manifest, source: status.source, ...usableDistributions(manifest, system, prefer) };
        if (agents.has(manifest.id)) hidden.push(agent);
        else agents.set(manifest.id, agent);
      }
    }
    return { agents: [...agents.values()], hidden, sources: reads.map(({ status }) => status) };
  }

  async search(words: string, options?: ReadOptions): Promise<readonly ListedAgent[]> {
    requireText(words, 'search needs words');
    return searchAgents(words, (await this.list(options)).agents);
  }

  async find(name: string, options?: ReadOptions): Promise<ListedAgent> {
    requireText(name, 'find needs the name of an agent');
    return findAgent(name, await this.list(options));
  }

  installed(): Promise<readonly InstalledAgent[]> {
    return this.#store.installed();
  }

  async install(agent: ListedAgent, options: InstallOptions = {}): Promise<InstalledAgent> {
    // Throws if it cannot be installed here.
    previewInstall(agent, options.distribution);
    return this.#store.install(agent, options);
  }

  async newer(agent: InstalledAgent, options?: ReadOptions): Promise<AgentUpdate | undefined> {
    requireInstalled(agent, 'newer');
    return findUpdate(agent, await this.list(options));
  }

  async update(update: AgentUpdate, options: Omit<InstallOptions, 'distribution'> = {}): Promise<InstalledAgent> {
    requireUpdate(update);
    const { agent, distribution } = update;
    return this.install(agent, { ...options, distribution });
  }

  async remove(id: string): Promise<boolean> {
    requireText(id, 'remove needs the id of an installed agent');
    return this.#store.remove(id);
  }

  async verify(id: string): Promise<VerifiedAgent> {
    requireText(id, 'verify needs the id of an installed agent');
    return this.#store.verify(id);
  }

  async command(agent: InstalledAgent, options?: CommandOptions): Promise<AgentCommand> {
    requireInstalled(agent, 'command');
    return installedCommand(agent, options ?? {}, { emptyFolder: join(this.#context.folder, 'npx') });
  }

  async icon(agent: ListedAgent | InstalledAgent, options: ReadOptions = {}): Promise<string | undefined> {
    requireAgent(agent, 'icon needs an agent that this registry returned');
    // The source of an installed agent may no longer be one of ours; then only the cache is asked.
    const isOurs = this.sources.some(({ location }) => location === agent.source.location);
    return readIcon(agent, this.#context, isOurs ? options : { ...options, refresh: 'never' });
  }
}
