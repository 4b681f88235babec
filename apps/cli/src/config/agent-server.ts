/** An agent as a config file describes it, in the shape of `agent_servers` that Zed and JetBrains use. */
import type { McpWay } from '@acp-stack/mcp/node';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import { accessNames, type AccessName } from './access-names.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { FieldError, fieldsOf, stringMapOf, stringOf, stringsOf } from './checked-fields.ts';
import { readMcpWays } from './mcp-ways.ts';

/** The defaults of new sessions with the agent. */
export interface AgentDefaults {
  readonly mode?: string;
  readonly model?: string;
  readonly configOptions: Readonly<Record<string, string | boolean>>;
}

/** What every entry can say. */
interface AgentEntry {
  readonly name: string;
  readonly defaults: AgentDefaults;
  /** What it may use of this machine; by default everything if it is started here, and nothing if it is remote. */
  readonly allow?: readonly AccessName[];
  /** The only version of the protocol to speak with it; undefined if it decides. */
  readonly protocol?: 1 | 2;
  /** The proxies before it, as for `--proxy`. */
  readonly proxies?: readonly string[];
  /** How it may reach the MCP servers of this program; by default in every way if it runs on this machine. */
  readonly mcp?: readonly McpWay[];
}

/** What is wanted of a hub. */
export interface HubChoice {
  /** Which of its agents new sessions use; its default when absent. */
  readonly agent?: string;
  /** Whether the credentials are those of an invitation, with which only its session can be used. */
  readonly isGuest?: boolean;
}

/** How to reach an agent: a program to start, or a URL. */
export type AgentServer = AgentEntry &
  (
    | {
        readonly kind: 'command';
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd?: string;
      }
    | {
        readonly kind: 'url';
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        /** The file with the bearer token. */
        readonly tokenFile?: string;
        /** Set if it is a hub, whose sessions go on without this program. */
        readonly hub?: HubChoice;
      }
  );

/** Whether it is a hub, whose sessions go on without this program. */
export const isHub = (server: AgentServer): boolean => server.kind === 'url' && server.hub !== undefined;

/** Whether it is a hub that is used with an invitation only. */
export const isGuest = (server: AgentServer): boolean => server.kind === 'url' && server.hub?.isGuest === true;

/** How to come back to a session of a hub that was left. */
export const attachAdvice = (server: AgentServer, sessionId: string): string =>
  isGuest(server) ? 'the same link attaches again' : `acp attach ${sessionId} attaches again`;

/** An agent that a registry describes (`"type": "registry"`): its name is the id there. */
export interface RegistryEntry extends AgentEntry {
  readonly kind: 'registry';
  /** Variables to add to those of the registry. */
  readonly env: Readonly<Record<string, string>>;
}

export const noDefaults: AgentDefaults = { configOptions: {} };

/** Whether an entry leaves its command to a registry. */
export const isRegistryEntry = (value: unknown): boolean =>
  isJsonObject(value) &&
  value['type'] === 'registry' &&
  (value['command'] ?? undefined) === undefined &&
  (value['url'] ?? undefined) === undefined;

/** Reads an entry of the type `registry`; errors name it by `place`. */
export function readRegistryEntry(name: string, value: unknown, place: string): RegistryEntry {
  const fields = fieldsOf(value, place);
  return { ...readCommon(name, fields, place), kind: 'registry', env: stringMapOf(fields['env'], `${place}.env`) };
}

/** Reads one entry; errors name it by `place`. */
export function readAgentServer(name: string, value: unknown, place: string): AgentServer {
  const fields = fieldsOf(value, place);
  const common = readCommon(name, fields, place);
  const url = stringOf(fields['url'], `${place}.url`);
  if (url !== undefined) {
    const tokenFile = stringOf(fields['token_file'], `${place}.token_file`);
    return {
      ...common,
      kind: 'url',
      url,
      headers: stringMapOf(fields['headers'], `${place}.headers`),
      ...(tokenFile === undefined ? {} : { tokenFile }),
    };
  }
  const command = stringOf(fields['command'], `${place}.command`);
  if (command === undefined) {
    throw new FieldError(place, 'needs a "command" to start, or a "url" to connect to');
  }
  const cwd = stringOf(fields['cwd'], `${place}.cwd`);
  return {
    ...common,
    kind: 'command',
    command,
    args: stringsOf(fields['args'], `${place}.args`),
    env: stringMapOf(fields['env'], `${place}.env`),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function readCommon(name: string, fields: JsonObject, place: string): AgentEntry {
  const defaults = readDefaults(fields, place);
  const allow = readAllow(fields, place);
  const protocol = protocolOf(fields['protocol'], `${place}.protocol`);
  const proxies = stringsOf(fields['proxies'], `${place}.proxies`);
  return {
    name,
    defaults,
    ...allow,
    ...(protocol === undefined ? {} : { protocol }),
    ...(proxies.length === 0 ? {} : { proxies }),
    ...readMcpWays(fields['mcp'], `${place}.mcp`),
  };
}

function readAllow(fields: JsonObject, place: string): Pick<AgentServer, 'allow'> {
  if (fields['allow'] === undefined) return {};
  const words = stringsOf(fields['allow'], `${place}.allow`);
  const unknown = words.find((word) => !accessNames.some((name) => name === word));
  if (unknown === undefined) return { allow: accessNames.filter((name) => words.includes(name)) };
  const guess = didYouMean(unknown, accessNames);
  const names = guess === '' ? `; choose from ${accessNames.join(', ')}` : guess;
  throw new FieldError(`${place}.allow`, `: unknown name "${unknown}"${names}`);
}

/** A version of the protocol, as a number or in digits; throws an error that names it by `place` if it is none. */
export function protocolOf(value: unknown, place: string): 1 | 2 | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const version = ([1, 2] as const).find((each) => each === value || String(each) === value);
  if (version === undefined) throw new FieldError(place, 'must be 1 or 2');
  return version;
}

function readDefaults(fields: JsonObject, place: string): AgentDefaults {
  const mode = stringOf(fields['default_mode'], `${place}.default_mode`);
  const model = stringOf(fields['default_model'], `${place}.default_model`);
  const options = fieldsOf(fields['default_config_options'], `${place}.default_config_options`);
  const wrong = Object.keys(options).find((key) => !['string', 'boolean'].includes(typeof options[key]));
  if (wrong !== undefined) {
    throw new FieldError(`${place}.default_config_options.${wrong}`, 'must be a string or a boolean');
  }
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(model === undefined ? {} : { model }),
    configOptions: options as Readonly<Record<string, string | boolean>>,
  };
}

/** The entry in the shape of the config file. */
export function writeAgentServer(server: AgentServer | RegistryEntry): JsonObject {
  const { mode, model, configOptions } = server.defaults;
  const { protocol, proxies, mcp } = server;
  const defaults = {
    ...(server.allow === undefined ? {} : { allow: server.allow }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(proxies === undefined ? {} : { proxies }),
    ...(mcp === undefined ? {} : { mcp }),
    ...(mode === undefined ? {} : { default_mode: mode }),
    ...(model === undefined ? {} : { default_model: model }),
    ...(Object.keys(configOptions).length === 0 ? {} : { default_config_options: configOptions }),
  };
  if (server.kind === 'registry') {
    const { env: added } = server;
    return { type: 'registry', ...(Object.keys(added).length === 0 ? {} : { env: added }), ...defaults };
  }
  if (server.kind === 'url') {
    const { url, headers, tokenFile } = server;
    return {
      url,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(tokenFile === undefined ? {} : { token_file: tokenFile }),
      ...defaults,
    };
  }
  const { command, args, env, cwd } = server;
  return {
    type: 'custom',
    command,
    args,
    env,
    ...(cwd === undefined ? {} : { cwd }),
    ...defaults,
  };
}

/** The variables that have a value. */
export const definedOnly = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
