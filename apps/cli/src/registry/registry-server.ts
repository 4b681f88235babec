/**
 * Finds agents that are not in the config file: installed ones by their name, others in the registries.
 *
 * Nothing is contacted, downloaded or run before the user has agreed.
 */
import {
  matchAgents,
  matchExactly,
  RegistryError,
  type AgentCommand,
  type InstalledAgent,
  type ListedAgent,
  type Registry,
} from '@acp-stack/registry';

import { noDefaults, type AgentServer, type RegistryEntry } from '../config/agent-server.ts';
import type { Config } from '../config/config.ts';
import { CommandError, exitCodes } from '../errors/command-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { escapeLine } from '../text/escape-control-characters.ts';
import { exactLine } from '../text/exact-text.ts';
import { offerInstall, type Interruptible } from './offer-install.ts';
import { withReadingNote } from './reading-note.ts';
import { acceptedSources, configuredSources, officialAdvice } from './sources.ts';
import { openUserRegistry } from './user-registry.ts';
import { withoutPeriod } from '../text/without-period.ts';

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

/** The agent, installed if it was not; undefined if no registry is in use, or another name was probably meant. */
export async function registryServer(
  wanted: WantedAgent,
  config: Config,
  terminal: Terminal,
): Promise<AgentServer | undefined> {
  const { name, entry, yes, run } = wanted;
  const own = openUserRegistry([], terminal);
  const installed = await run(() => own.installed());
  const known = await run(() => meantInstalled(name, installed, { config, terminal }));
  if (known !== undefined) return run(() => startOf(own, known, entry));
  if (entry === undefined && !isWorthAsking(wanted, config)) return undefined;
  const sources = await acceptedSources(config, terminal, {
    yes,
    reason: `agent "${exactLine(name)}" not found`,
    ...(entry === undefined
      ? { instead: `acp agents add ${exactLine(name)} -- command adds it to ${config.path}` }
      : {}),
  });
  const registry = openUserRegistry(sources, terminal);
  const agent = await run((signal) =>
    withReadingNote(findListed(registry, wanted, signal, officialAdvice(config, terminal)), terminal),
  );
  const here = installed.find(({ manifest }) => manifest.id === agent.manifest.id);
  // `source/id` means the agent of that source, and not one of another source that is installed under its id.
  const isMeant = here !== undefined && (!name.includes('/') || here.source.location === agent.source.location);
  const started = isMeant
    ? here
    : await offerInstall(registry, { agent, name, yes, installed: here, isStarted: true, run }, terminal);
  return run(() => startOf(registry, started, entry));
}

/** No registry is asked about if the user wants none, or if the name resembles one of the config file. */
function isWorthAsking({ name, otherNames }: WantedAgent, config: Config): boolean {
  if (config.registries === undefined) return didYouMean(name, otherNames) === '';
  return configuredSources(config).length > 0;
}

interface Place {
  readonly config: Config;
  readonly terminal: Terminal;
}

/**
 * The installed agent that a name means. If an installed agent only begins with the name, and a registry has listed one
 * that has exactly this name, the listed one is meant.
 */
async function meantInstalled(
  name: string,
  installed: readonly InstalledAgent[],
  { config, terminal }: Place,
): Promise<InstalledAgent | undefined> {
  const [exact] = matchExactly(name, installed);
  if (exact !== undefined) return exact;
  const near = matchAgents(name, installed);
  if (near.length === 0) return undefined;
  const sources = configuredSources(config);
  const { agents } = sources.length === 0 ? { agents: [] } : await openUserRegistry(sources, terminal).list(fromCache);
  if (matchExactly(name, agents).length > 0) return undefined;
  if (near.length === 1) return near[0];
  const ids = near.map(({ manifest }) => manifest.id);
  throw new UsageError(`"${exactLine(name)}" can be ${ids.join(', ')}; name one of them`);
}

const fromCache = { refresh: 'never' } as const;

/** Explains a name that no registry lists with everything that it could be, or with what could not be read. */
async function findListed(
  registry: Registry,
  { name, otherNames }: WantedAgent,
  signal: AbortSignal,
  official: string,
): Promise<ListedAgent> {
  const { agents, sources } = await registry.list({ signal });
  try {
    return await registry.find(name, fromCache);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unknown') throw error;
    const offline = sources.find(({ isOffline }) => isOffline);
    if (offline !== undefined) {
      const reason = withoutPeriod(escapeLine(offline.reason ?? 'it cannot be read'));
      const words = `agent "${exactLine(name)}" not found, and ${offline.source.name} is offline: ${reason}`;
      throw new CommandError(exitCodes.notStarted, words, { cause: error });
    }
    const names = agents.flatMap(({ manifest: { id } }) => [id, id.split('-')[0] ?? id]);
    const advice =
      didYouMean(name, [...otherNames, ...names]) ||
      `; acp registry list lists agents, and acp agents add adds one${official}`;
    throw new UsageError(`agent "${exactLine(name)}" not found${advice}`, { cause: error });
  }
}

/** The ids of the agents that are installed. */
export async function installedIds(terminal: Terminal): Promise<readonly string[]> {
  return (await openUserRegistry([], terminal).installed()).map(({ manifest }) => manifest.id);
}

export interface InstalledServers {
  readonly servers: readonly AgentServer[];
  /** A sentence for each agent that must not be started, by its id. */
  readonly damaged: ReadonlyMap<string, string>;
}

/** The agents that are installed, as agents of the config file, which may add to them. */
export async function installedServers({ registryAgents }: Config, terminal: Terminal): Promise<InstalledServers> {
  const registry = openUserRegistry([], terminal);
  const servers: AgentServer[] = [];
  const damaged = new Map<string, string>();
  for (const agent of await registry.installed()) {
    const { id } = agent.manifest;
    try {
      servers.push(await startOf(registry, agent, registryAgents.get(id)));
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      damaged.set(id, error.message);
    }
  }
  return { servers, damaged };
}

/** The agent as it is started; throws if it is damaged. */
async function startOf(registry: Registry, agent: InstalledAgent, entry?: RegistryEntry): Promise<AgentServer> {
  try {
    return serverOf(agent, await registry.command(agent), entry);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'damaged') throw error;
    const repair = `acp registry install ${agent.manifest.id}`;
    throw new RegistryError('damaged', `${withoutPeriod(error.message)}: ${repair}`, { cause: error });
  }
}

function serverOf(
  { manifest }: InstalledAgent,
  { command, args, env }: AgentCommand,
  entry?: RegistryEntry,
): AgentServer {
  const given = entry ?? { name: manifest.id, defaults: noDefaults, env: {} };
  return { ...given, kind: 'command', command, args, env: { ...env, ...given.env } };
}
