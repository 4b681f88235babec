/** Chooses the agent of a command: the one that was named, the default, or the bundled one. */
import { noDefaults, protocolOf, type AgentServer } from '../config/agent-server.ts';
import { firstOf, type Settings } from '../config/settings.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../errors/usage-error.ts';
import { commandName } from '../text/command-name.ts';
import { hasAuthorization, withToken } from '../token/bearer-token.ts';
import { isAgentUrl, readHeaders, requireAgentUrl, urlWithoutQuery } from './agent-url.ts';
import { hubServer } from './hub-server.ts';
import type { AgentFlags } from '../command-line/agent-options.ts';

/** The name of the bundled agent. */
export const bundledName = 'bundled';

export interface AgentChoice {
  readonly flags: AgentFlags;
  /** The name from the argument of the command. */
  readonly name?: string | undefined;
  /** The words after `--`. */
  readonly command?: readonly string[] | undefined;
}

/** Returns the agent; throws a `UsageError` if there is none by that name. */
export function chooseAgent(choice: AgentChoice, settings: Settings, terminal: Terminal): AgentServer {
  const server = findAgent(choice, settings, terminal);
  const protocol =
    protocolOf(choice.flags.protocol, '--protocol') ?? protocolOf(terminal.env['ACP_PROTOCOL'], 'ACP_PROTOCOL');
  const proxies = [...(choice.flags.proxy ?? []), ...(server.proxies ?? [])];
  return {
    ...server,
    ...(protocol === undefined ? {} : { protocol }),
    ...(proxies.length === 0 ? {} : { proxies }),
  };
}

function findAgent(choice: AgentChoice, settings: Settings, terminal: Terminal): AgentServer {
  const { flags, command } = choice;
  const { env } = terminal;
  const name = choice.name ?? flags.agent;
  if (flags.hub !== undefined) return chosenHub(choice, settings, env);
  const isRemote =
    flags.url !== undefined || (name === undefined && command === undefined && (env['ACP_URL'] ?? '') !== '');
  if (flags.header !== undefined && !isRemote) throw new UsageError('--header requires --url');
  if (flags.tokenFile !== undefined && command !== undefined) throw new UsageError('--token-file requires --url');
  if (command !== undefined) {
    if (name !== undefined || flags.url !== undefined) {
      throw new UsageError('name the agent once: by its name, by --url, or by a command after --');
    }
    return commandAgent(command);
  }
  if (flags.url !== undefined) return remoteAgent(flags.url, flags, env);
  if (name !== undefined) return withToken(namedAgent(name, settings, terminal), flags.tokenFile, env);
  if ((env['ACP_URL'] ?? '') !== '') return remoteAgent(env['ACP_URL'] ?? '', flags, env);
  const defaultName = firstOf(undefined, env['ACP_AGENT'], settings.defaultAgent);
  const server = defaultName === undefined ? bundledAgent(terminal) : namedAgent(defaultName, settings, terminal);
  return withToken(server, flags.tokenFile, env);
}

/** The hub, and the one of its agents that was named. */
function chosenHub({ name, flags, command }: AgentChoice, settings: Settings, env: Terminal['env']): AgentServer {
  if (command !== undefined || flags.url !== undefined) {
    throw new UsageError('--hub cannot be used with --url or a command after --; --agent names one of its agents');
  }
  return hubServer({ ...flags, ...optionalAgent(name ?? flags.agent) }, settings, env);
}

const optionalAgent = (agent: string | undefined): { readonly agent?: string } =>
  agent === undefined ? {} : { agent };

/** The name that stands for the agent of a command, if it is one. */
export interface WantedName {
  readonly name: string;
  /** Whether the user has named it for this command, on the command line. */
  readonly isExplicit: boolean;
}

/** The name by which `chooseAgent` looks for the agent; undefined if it is a command, a URL, or the bundled agent. */
export function wantedName(
  { name, flags, command }: AgentChoice,
  settings: Settings,
  env: Terminal['env'],
): WantedName | undefined {
  if (command !== undefined || flags.url !== undefined || flags.hub !== undefined) return undefined;
  const explicit = name ?? flags.agent;
  if (explicit !== undefined) return { name: explicit, isExplicit: true };
  if ((env['ACP_URL'] ?? '') !== '') return undefined;
  const usual = firstOf(undefined, env['ACP_AGENT'], settings.defaultAgent);
  return usual === undefined ? undefined : { name: usual, isExplicit: false };
}

/** Whether `name` is an agent of the config file, a mistake that `chooseAgent` explains, or neither. */
export function isUnknownName(name: string, { agents, untrusted }: Settings): boolean {
  if (agents.has(name) || name === bundledName || name === '') return false;
  return untrusted?.config.agents.has(name) !== true && !isAgentUrl(name);
}

/** Whether it is the agent of this program. */
export const isBundled = ({ name, kind }: AgentServer): boolean => name === bundledName && kind === 'command';

/** Whether `chooseAgent` would find `name`. */
export const isAgentName = (name: string, { agents, registryAgents }: Settings): boolean =>
  name === bundledName || agents.has(name) || registryAgents.has(name);

/** The agent of this program, `acp agent`. */
export function bundledAgent({ program }: Pick<Terminal, 'program'>): AgentServer {
  const [command = '', ...args] = program;
  return { name: bundledName, kind: 'command', command, args: [...args, 'agent'], env: {}, defaults: noDefaults };
}

function commandAgent([command, ...args]: readonly string[]): AgentServer {
  if (command === undefined || command === '') throw new UsageError('missing command after --');
  return { name: commandName(command, args), kind: 'command', command, args, env: {}, defaults: noDefaults };
}

function remoteAgent(url: string, flags: AgentFlags, env: Terminal['env']): AgentServer {
  const headers = readHeaders(flags.header ?? []);
  if (flags.tokenFile !== undefined && hasAuthorization(headers)) {
    throw new UsageError('--token-file and --header "authorization: …" cannot be used together');
  }
  const server = { name: urlWithoutQuery(url), kind: 'url', url, headers, defaults: noDefaults } as const;
  return withToken(server, flags.tokenFile, env);
}

function namedAgent(name: string, settings: Settings, terminal: Terminal): AgentServer {
  const { agents, path, untrusted } = settings;
  const found = agents.get(name);
  if (found !== undefined) {
    if (found.kind === 'url') requireAgentUrl(found.url);
    return found;
  }
  if (name === bundledName) return bundledAgent(terminal);
  if (untrusted?.config.agents.has(name) === true || untrusted?.config.registryAgents.has(name) === true) {
    throw new UsageError(`the agent ${name} is in ${untrusted.path}, which is not trusted; --trust-project uses it`);
  }
  if (isAgentUrl(name)) throw new UsageError(`${urlWithoutQuery(name)} is a URL, not the name of an agent; use --url`);
  const guess = didYouMean(name, [...agents.keys(), ...settings.registryAgents.keys(), bundledName]);
  const official = isOfficialDeclined(settings)
    ? ', and acp registry sources add official accepts the official registry'
    : '';
  const advice = guess === '' ? `; acp agents add ${name} -- command adds it to ${path}${official}` : guess;
  throw new UsageError(`agent "${name}" not found${advice}`);
}

/** Whether the user uses no registry. */
const isOfficialDeclined = ({ registries }: Settings): boolean =>
  registries !== undefined && [...registries.values()].every((location) => location === false);
