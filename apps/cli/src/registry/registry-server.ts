/**
 * Finds agents that are not in the config file: installed ones by their name, others in the registries.
 *
 * Nothing is contacted, downloaded or run before the user has agreed.
 */
import type { AgentCommand, InstalledAgent, Registry } from '@acp-stack/registry';

import { noDefaults, type AgentServer, type RegistryEntry } from '../config/agent-server.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { exactLine } from '../text/exact-text.ts';
import { matchAgents } from './match-agents.ts';
import { offerInstall, type Interruptible } from './offer-install.ts';
import { acceptedSources, configuredSources } from './sources.ts';
import { openUserRegistry } from './user-registry.ts';

export interface WantedAgent {
  readonly name: string;
  /** The entry of the config file, if it has one. */
  readonly entry?: RegistryEntry | undefined;
  /** Accepts the official registry and installs the agent without a question. */
  readonly yes: boolean;
  /** Other names that the user may have meant. */
  readonly otherNames: readonly string[];
  /** Runs work with the registry, so that a signal stops it. */
  readonly run: Interruptible;
}

/** The agent, installed if it was not; undefined if no registry is in use. */
export async function registryServer(
  wanted: WantedAgent,
  config: Config,
  terminal: Terminal,
): Promise<AgentServer | undefined> {
  const installed = await wanted.run(() => findInstalled(wanted.name, terminal));
  if (installed !== undefined)
    return wanted.run(() => startOf(openUserRegistry([], terminal), installed, wanted.entry));
  const isUnused = config.registries !== undefined && configuredSources(config).length === 0;
  if (isUnused && wanted.entry === undefined) return undefined;
  const guess = config.registries === undefined ? didYouMean(wanted.name, wanted.otherNames) : '';
  if (guess !== '' && wanted.entry === undefined) return undefined;
  const sources = await acceptedSources(config, terminal, {
    yes: wanted.yes,
    reason: `there is no agent "${exactLine(wanted.name)}"`,
    ...(wanted.entry === undefined
      ? { instead: `acp agents add ${exactLine(wanted.name)} -- command adds it to ${config.path}` }
      : {}),
  });
  const registry = openUserRegistry(sources, terminal);
  const { yes, run } = wanted;
  const agent = await run((signal) => registry.find(wanted.name, { signal }));
  const placed = await offerInstall(registry, { agent, yes, isStarted: true, run }, terminal);
  return startOf(registry, placed, wanted.entry);
}

/** The installed agent that a name means; nothing is contacted. */
export async function findInstalled(name: string, terminal: Terminal): Promise<InstalledAgent | undefined> {
  const found = matchInstalled(name, await openUserRegistry([], terminal).installed());
  if (found.length <= 1) return found[0];
  const ids = found.map(({ manifest }) => manifest.id);
  throw new UsageError(`several installed agents match "${exactLine(name)}": ${ids.join(', ')}; name one of them`);
}

/** The ids of the agents that are installed. */
export async function installedIds(terminal: Terminal): Promise<readonly string[]> {
  return (await openUserRegistry([], terminal).installed()).map(({ manifest }) => manifest.id);
}

/** The installed agents that a name means: an id, the beginning of one, or `source/id`. */
export function matchInstalled(name: string, installed: readonly InstalledAgent[]): readonly InstalledAgent[] {
  const bySource = installed.filter(({ manifest, source }) => `${source.name}/${manifest.id}` === name);
  return bySource.length > 0 ? bySource : matchAgents(name, installed, ({ manifest }) => manifest);
}

/** The agents that are installed, as agents of the config file, which may add to them. */
export async function installedServers(
  { registryAgents }: Config,
  terminal: Terminal,
): Promise<readonly AgentServer[]> {
  const installed = await openUserRegistry([], terminal).installed();
  return installed.map((agent) => serverOf(agent, agent.start, registryAgents.get(agent.manifest.id)));
}

/** The agent as it is started; throws if it is damaged. */
async function startOf(registry: Registry, agent: InstalledAgent, entry?: RegistryEntry): Promise<AgentServer> {
  return serverOf(agent, await registry.command(agent), entry);
}

function serverOf(
  { manifest }: InstalledAgent,
  { command, args, env }: AgentCommand,
  entry?: RegistryEntry,
): AgentServer {
  const given = entry ?? { name: manifest.id, defaults: noDefaults, env: {} };
  return { ...given, kind: 'command', command, args, env: { ...env, ...given.env } };
}
