/** Lists the agents of a hub, and those that can be installed, with what their manifests say. */
import type { InstalledAgent, ListedAgent } from '@acp-stack/registry';

import type { Config } from '../config/config.ts';
import { bundledName } from '../connect/choose-agent.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readKnownAgents } from '../registry/known-agents.ts';
import { configuredSources, officialAdvice } from '../registry/sources.ts';
import { openUserRegistry } from '../registry/user-registry.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { AgentIcons } from './agent-icons.ts';
import type { HostAgent, HostResults } from '@acp-stack/web';

/** Where agents are known from. */
export interface KnownAgentsOfHost {
  /** The names of the agents that sessions of the hub may use, the default first. */
  readonly names: readonly string[];
  readonly settings: Config;
  readonly terminal: Terminal;
  readonly icons: AgentIcons;
  /** Whether agents can be installed: then those that are not installed are listed, too. */
  readonly canInstall: boolean;
}

/** `agents`: those of the hub in their order, then those that can be installed. */
export async function listAgents(host: KnownAgentsOfHost): Promise<HostResults['agents']> {
  const { names, settings, terminal, canInstall } = host;
  const { installed, available } = await readKnownAgents(settings, terminal);
  const installedById = new Map(installed.map((each) => [each.manifest.id, each]));
  const listedById = new Map(available.map((each) => [each.manifest.id, each]));
  // What was installed since the hub was opened is used, too.
  const ready = [...new Set([...names, ...(canInstall ? installedById.keys() : [])])];
  const installable = canInstall ? [...listedById.keys()].filter((id) => !ready.includes(id)) : [];
  const agents = [...ready, ...installable].map((name) =>
    describe(name, {
      host,
      state: ready.includes(name) ? 'ready' : 'installable',
      // The config file decides what a name means; its entry may be another program than that of a registry.
      known: settings.agents.has(name) ? undefined : (installedById.get(name) ?? listedById.get(name)),
    }),
  );
  return { agents: await Promise.all(agents) };
}

/** Asks the registries in use what they list, so that it can be installed; throws one sentence if there is none. */
export async function askRegistries(settings: Config, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const sources = configuredSources(settings);
  if (sources.length === 0) throw new UsageError(`no registry is used${officialAdvice(settings, terminal)}`);
  await openUserRegistry(sources, terminal).list({ refresh: 'now', signal });
}

interface Described {
  readonly host: KnownAgentsOfHost;
  readonly state: HostAgent['state'];
  readonly known: InstalledAgent | ListedAgent | undefined;
}

async function describe(name: string, { host, state, known }: Described): Promise<HostAgent> {
  const common = { name, state, isDefault: name === host.names[0] };
  if (name === bundledName && known === undefined) {
    return { ...common, title: 'Bundled agent', description: 'The coding agent that comes with acp-stack' };
  }
  if (known === undefined) return { ...common, title: name };
  const { manifest } = known;
  const registry = openUserRegistry(configuredSources(host.settings), host.terminal);
  const icon = await host.icons.of(known, registry);
  return {
    ...common,
    title: manifest.name,
    version: manifest.version,
    ...(manifest.description === undefined || manifest.description === '' ? {} : { description: manifest.description }),
    ...(icon === undefined ? {} : { icon }),
  };
}
