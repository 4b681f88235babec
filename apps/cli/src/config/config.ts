/**
 * The content of a config file: the agents, the default agent, and the defaults of sessions.
 *
 * Unknown keys are ignored, so that an entry can be pasted from the settings of an editor.
 */
import { UsageError } from '../errors/usage-error.ts';
import { readAgentServer, writeAgentServer, type AgentServer } from './agent-server.ts';
import { fieldsOf, stringOf, stringsOf } from './checked-fields.ts';
import { parseSettings, readTextFile, replaceFile } from './json-file.ts';

export interface Config {
  /** The file that it was read from, or would be read from. */
  readonly path: string;
  readonly agents: ReadonlyMap<string, AgentServer>;
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
}

/** Reads the file at `path`; returns an empty config if there is none. */
export function readConfig(path: string): Config {
  const text = readTextFile(path);
  return text === undefined || text.trim() === '' ? { path, agents: new Map() } : parseConfig(text, path);
}

/** Parses `text`; errors name `path`. */
export function parseConfig(text: string, path: string): Config {
  const fields = fieldsOf(parseSettings(text, path), path);
  if (fields['proxies'] !== undefined && fields['agent_servers'] === undefined)
    throw new UsageError(`${path} is a chain, not a config file; use it with: -- acp conduct --config ${path}`);
  const servers = fieldsOf(fields['agent_servers'], `${path}: agent_servers`);
  const agents = new Map(
    Object.entries(servers).map(([name, value]) => [
      name,
      readAgentServer(name, value, `${path}: agent_servers.${name}`),
    ]),
  );
  const defaultAgent = stringOf(fields['default_agent'], `${path}: default_agent`);
  const permissions = stringOf(fields['default_permissions'], `${path}: default_permissions`);
  const contextFallback = stringOf(fields['context_fallback'], `${path}: context_fallback`);
  const editorState = stringOf(fields['editor_state'], `${path}: editor_state`);
  return {
    path,
    agents,
    ...(defaultAgent === undefined ? {} : { defaultAgent }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(fields['mcpServers'] === undefined ? {} : { mcpServers: fields['mcpServers'] }),
    ...(fields['context'] === undefined ? {} : { context: stringsOf(fields['context'], `${path}: context`) }),
    ...(contextFallback === undefined ? {} : { contextFallback }),
    ...(editorState === undefined ? {} : { editorState }),
  };
}

/**
 * Adds agents to the file at `path`, and removes those that are undefined. Everything else in the file is kept, except
 * comments.
 */
export function changeAgents(path: string, changes: Readonly<Record<string, AgentServer | undefined>>): void {
  const text = readTextFile(path) ?? '';
  const plain = text.trim() === '' ? '{}' : text;
  parseConfig(plain, path);
  if (hasComments(plain)) {
    throw new UsageError(`${path} has comments, which would be lost; edit its "agent_servers" by hand`);
  }
  const fields = parseSettings(plain, path) as Readonly<Record<string, unknown>>;
  const servers = new Map(Object.entries(fieldsOf(fields['agent_servers'], path)));
  for (const [name, server] of Object.entries(changes)) {
    if (server === undefined) servers.delete(name);
    else servers.set(name, writeAgentServer(server));
  }
  const changed = { ...fields, agent_servers: Object.fromEntries(servers) };
  replaceFile(path, `${JSON.stringify(changed, undefined, 2)}\n`);
}

/** Whether rewriting the file would lose something. */
function hasComments(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
