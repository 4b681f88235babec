/**
 * The content of a config file: the agents, the default agent, the registries, and the defaults of sessions.
 *
 * Unknown keys are ignored, so that an entry can be pasted from the settings of an editor.
 */
import { dirname, resolve } from 'node:path';

import { UsageError } from '../errors/usage-error.ts';
import {
  isRegistryEntry,
  readAgentServer,
  readRegistryEntry,
  writeAgentServer,
  type AgentServer,
  type RegistryEntry,
} from './agent-server.ts';
import { readChatSettings, type ChatSettings } from './chat-settings.ts';
import { FieldError, fieldsOf, stringMapOf, stringOf, stringsOf } from './checked-fields.ts';
import { parseSettings, readSettings, readTextFile, replaceFile } from './json-file.ts';

export interface Config {
  /** The file that it was read from, or would be read from. */
  readonly path: string;
  readonly agents: ReadonlyMap<string, AgentServer>;
  /** The agents whose command a registry knows. */
  readonly registryAgents: ReadonlyMap<string, RegistryEntry>;
  /** The registries in their order: a location by name, or false for one that the user does not want. */
  readonly registries?: ReadonlyMap<string, string | false>;
  readonly defaultAgent?: string;
  /** How `acp exec` answers requests for permission: the name of one of its flags. */
  readonly permissions?: string;
  /** MCP servers for every session, in the usual shape. */
  readonly mcpServers?: unknown;
  /** The context that is sent with each prompt; names as for `--context`. */
  readonly context?: readonly string[];
  /** Where context goes if an agent does not accept it. */
  readonly contextFallback?: string;
  /** The file in which an editor describes what is open. */
  readonly editorState?: string;
  /** The editor that opens files of a page, with its arguments; it must have a window. */
  readonly editor?: string;
  /** The colours of programs on a screen; names as for `--theme`. */
  readonly theme?: string;
  /** How the terminal client behaves. */
  readonly chat?: ChatSettings;
  /** The hub of `--hub` without an address. */
  readonly hub?: HubAddress;
}

/** A hub in the config file. */
interface HubAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The file with the bearer token. */
  readonly tokenFile?: string;
}

/** Reads the file at `path`; returns an empty config if there is none. */
export function readConfig(path: string): Config {
  const text = readTextFile(path);
  return text === undefined || text.trim() === ''
    ? { path, agents: new Map(), registryAgents: new Map() }
    : parseConfig(text, path);
}

/** Parses `text`; errors name `path`. */
export function parseConfig(text: string, path: string): Config {
  return readSettings(text, path, (value) => configOf(value, path));
}

function configOf(value: unknown, path: string): Config {
  const fields = fieldsOf(value, '');
  if (fields['proxies'] !== undefined && fields['agent_servers'] === undefined)
    throw new UsageError(`${path} is a chain, not a config file; use it with: -- acp conduct --config ${path}`);
  const servers = fieldsOf(fields['agent_servers'], 'agent_servers');
  const folder = dirname(path);
  const agents = new Map<string, AgentServer>();
  const registryAgents = new Map<string, RegistryEntry>();
  for (const [name, each] of Object.entries(servers)) {
    const place = `agent_servers.${name}`;
    if (isRegistryEntry(each)) registryAgents.set(name, readRegistryEntry(name, each, place));
    else agents.set(name, inFolder(readAgentServer(name, each, place), folder));
  }
  const defaultAgent = stringOf(fields['default_agent'], 'default_agent');
  const permissions = stringOf(fields['default_permissions'], 'default_permissions');
  const contextFallback = stringOf(fields['context_fallback'], 'context_fallback');
  const editorState = stringOf(fields['editor_state'], 'editor_state');
  const editor = stringOf(fields['editor'], 'editor');
  const theme = stringOf(fields['theme'], 'theme');
  return {
    path,
    agents,
    registryAgents,
    ...(fields['registries'] === undefined ? {} : { registries: readRegistries(fields['registries'], path) }),
    ...(defaultAgent === undefined ? {} : { defaultAgent }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(fields['mcpServers'] === undefined ? {} : { mcpServers: fields['mcpServers'] }),
    ...(fields['context'] === undefined ? {} : { context: stringsOf(fields['context'], 'context') }),
    ...(contextFallback === undefined ? {} : { contextFallback }),
    ...(editorState === undefined ? {} : { editorState }),
    ...(editor === undefined ? {} : { editor }),
    ...(theme === undefined ? {} : { theme }),
    ...(fields['chat'] === undefined ? {} : { chat: readChatSettings(fields['chat']) }),
    ...readHub(fields['hub'], folder),
  };
}

function readHub(value: unknown, folder: string): Pick<Config, 'hub'> {
  if (value === undefined || value === null) return {};
  const fields = fieldsOf(value, 'hub');
  const url = stringOf(fields['url'], 'hub.url');
  if (url === undefined) throw new FieldError('hub', 'needs a "url"');
  const tokenFile = stringOf(fields['token_file'], 'hub.token_file');
  const headers = stringMapOf(fields['headers'], 'hub.headers');
  return { hub: { url, headers, ...(tokenFile === undefined ? {} : { tokenFile: resolve(folder, tokenFile) }) } };
}

/** The path of a token file is relative to the config file. */
const inFolder = (server: AgentServer, folder: string): AgentServer =>
  server.kind === 'url' && server.tokenFile !== undefined
    ? { ...server, tokenFile: resolve(folder, server.tokenFile) }
    : server;

/** A name that can be written on a command line, and that is not taken for a number, which would change the order. */
const registryName = /^[A-Za-z][\w.-]*$/u;

/** Throws if a registry cannot be called `name`. */
export function requireRegistryName(name: string): void {
  if (registryName.test(name)) return;
  throw new UsageError('the name of a registry must begin with a letter, and have only letters, digits, ., _ and -');
}

function readRegistries(value: unknown, path: string): ReadonlyMap<string, string | false> {
  const registries = new Map<string, string | false>();
  for (const [name, location] of Object.entries(fieldsOf(value, `${path}: registries`))) {
    requireRegistryName(name);
    if (location !== false && (typeof location !== 'string' || location === ''))
      throw new UsageError(`${path}: registries.${name} must be an address, a path, or false`);
    registries.set(name, location);
  }
  return registries;
}

/**
 * Adds agents to the file at `path`, and removes those that are undefined. Everything else in the file is kept, except
 * comments.
 */
export function changeAgents(
  path: string,
  changes: Readonly<Record<string, AgentServer | RegistryEntry | undefined>>,
): void {
  changeEntries(path, 'agent_servers', { changes: mapValues(changes, (server) => server && writeAgentServer(server)) });
}

/**
 * Adds registries to the file at `path`, and removes those that are undefined; the rest is kept as in `changeAgents`.
 * A registry that is there keeps its place, unless it is wanted `first`.
 */
export function changeRegistries(
  path: string,
  changes: Readonly<Record<string, string | false | undefined>>,
  place: 'first' | 'last' = 'last',
): void {
  changeEntries(path, 'registries', { changes, place });
}

interface EntryChanges {
  readonly changes: Readonly<Record<string, unknown>>;
  /** Where new entries stand. */
  readonly place?: 'first' | 'last';
}

function changeEntries(path: string, key: string, { changes, place = 'last' }: EntryChanges): void {
  const text = readTextFile(path) ?? '';
  const plain = text.trim() === '' ? '{}' : text;
  parseConfig(plain, path);
  if (hasComments(plain)) {
    throw new UsageError(`${path} has comments, which would be lost; edit its "${key}" by hand`);
  }
  const fields = parseSettings(plain, path) as Readonly<Record<string, unknown>>;
  const entries = new Map(Object.entries(fieldsOf(fields[key], path)));
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || place === 'first') entries.delete(name);
    if (value !== undefined) entries.set(name, value);
  }
  const ordered = place === 'first' ? { ...changes, ...Object.fromEntries(entries) } : Object.fromEntries(entries);
  const changed = { ...fields, [key]: ordered };
  replaceFile(path, `${JSON.stringify(changed, undefined, 2)}\n`);
}

const mapValues = <V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W): Readonly<Record<string, W>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Whether rewriting the file would lose something. */
function hasComments(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
