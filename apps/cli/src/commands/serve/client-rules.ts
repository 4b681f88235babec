/**
 * What remote clients may ask of a served agent: sessions in the folders of the server, without programs of their own.
 * Of the sessions that the agent lists, they see those in these folders.
 *
 * The rules look at the fields of every message, whatever its method, so that an agent with methods of its own is
 * covered as well. What is passed on is written anew: a text that names a field twice could be read in two ways.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rpcCodes, wrapChannel, type Channel } from '@acp-stack/rpc';

import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import type { Log } from './agent-source.ts';
import { fieldsOf } from './message-fields.ts';

export interface ClientRules {
  /** The folders in which clients may work, without links. */
  readonly roots: readonly string[];
  /** Whether clients may name MCP servers that are programs, with their arguments and variables. */
  readonly allowsMcpStdio: boolean;
}

/** `channel` of a client, of which only messages that follow the rules are received; the others are refused. */
export function withClientRules(channel: Channel, rules: ClientRules, log: Log): Channel {
  return wrapChannel(channel, {
    receive: (message, _text, receiver) => {
      for (const each of Array.isArray(message) ? (message as readonly unknown[]) : [message]) {
        const problem = isJsonObject(each) ? problemOf(each['params'], rules) : undefined;
        if (problem === undefined) continue;
        const { id, method } = fieldsOf(each);
        log(`refused ${String(method)} of a client: ${problem}`);
        if (id !== undefined)
          channel.send({ jsonrpc: '2.0', id, error: { code: rpcCodes.invalidParams, message: problem } });
        return;
      }
      receiver.receive(message);
    },
    send: (message, text) => {
      if (Array.isArray(message)) return channel.send(message.map((each) => withoutOtherSessions(each, rules.roots)));
      const shown = withoutOtherSessions(message, rules.roots);
      return shown === message ? channel.send(message, text) : channel.send(shown);
    },
  });
}

/** A list of sessions without those outside of `roots`, and with its cursor; any other message as it is. */
function withoutOtherSessions(message: unknown, roots: readonly string[]): unknown {
  const { result } = fieldsOf(message);
  const { sessions } = fieldsOf(result);
  if (!Array.isArray(sessions)) return message;
  const shown = sessions.filter((session: unknown) => {
    const { sessionId, cwd } = fieldsOf(session);
    return sessionId === undefined || (typeof cwd === 'string' && isInside(cwd, roots));
  });
  if (shown.length === sessions.length) return message;
  return { ...fieldsOf(message), result: { ...fieldsOf(result), sessions: shown } };
}

/** One sentence that says what the rules do not allow; undefined if they allow everything. */
export function problemOf(params: unknown, rules: ClientRules): string | undefined {
  const { mcpServers, _meta } = fieldsOf(params);
  if (!rules.allowsMcpStdio && Array.isArray(mcpServers) && mcpServers.some(isProgram)) {
    return 'This server starts no MCP servers for its clients; its operator allows that with --allow-mcp-stdio.';
  }
  const setting = settingIn(_meta, rules);
  if (setting !== undefined) {
    const remedy = mcpSettings.has(setting) ? 'its operator allows that with --allow-mcp-stdio' : 'leave it out';
    return `This server takes no ${setting} in _meta from its clients; ${remedy}.`;
  }
  const outside = foldersOf(fieldsOf(params)).find((folder) => !isInside(folder, rules.roots));
  if (outside === undefined) return undefined;
  return `The folder ${outside} is not one of this server; its operator adds it with --root.`;
}

/** Names of settings that make up an MCP server; some agents read them from `_meta`. */
const mcpSettings: ReadonlySet<string> = new Set(['mcpServers', 'command', 'args', 'env']);

/**
 * Names of settings with which agents start other programs, work elsewhere, or ask for less; no client may set them.
 */
const agentSettings: ReadonlySet<string> = new Set(
  (
    'extraArgs executable executableArgs hooks plugins cwd additionalDirectories ' +
    'pathToClaudeCodeExecutable settings settingSources permissionMode sandbox'
  ).split(' '),
);

/** The first name at any depth that the rules do not allow. */
function settingIn(value: unknown, rules: ClientRules): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const isRefused = agentSettings.has(name) || (!rules.allowsMcpStdio && mcpSettings.has(name));
    const found = !Array.isArray(value) && isRefused ? name : settingIn(each, rules);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The transports without a program; in version 1, a server without a type is a program. */
const withoutProgram: ReadonlySet<unknown> = new Set(['http', 'sse', 'acp']);

const isProgram = (server: unknown): boolean => {
  const { type, command, args, env } = fieldsOf(server);
  return !withoutProgram.has(type) || [command, args, env].some((field) => field !== undefined);
};

/** The folders of a session, and those of a workspace for next edit suggestions. */
function foldersOf(params: JsonObject): readonly string[] {
  const { cwd, additionalDirectories, workspaceUri, workspaceFolders } = params;
  const paths = [cwd, ...listOf(additionalDirectories)];
  const addresses = [workspaceUri, ...listOf(workspaceFolders).map((folder) => fieldsOf(folder)['uri'])];
  return [...paths.flatMap(textOf), ...addresses.flatMap(textOf).filter(isFileAddress).map(pathOf)];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** The agent refuses a value of a wrong type. */
const textOf = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);
const isFileAddress = (address: string): boolean => /^file:/iu.test(address) || isAbsolute(address);

function pathOf(address: string): string {
  if (isAbsolute(address)) return address;
  try {
    return fileURLToPath(address);
  } catch {
    // Not a path of this machine, so it is inside of nothing.
    return address;
  }
}

function isInside(folder: string, roots: readonly string[]): boolean {
  const path = isAbsolute(folder) ? realPath(folder) : undefined;
  return path !== undefined && roots.some((root) => !leadsOut(relative(root, path)));
}

const leadsOut = (path: string): boolean => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);

/** The path without links; of a folder that does not exist yet, its parent is looked up. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // After a folder that does not exist, ".." means nothing.
    if (!isMissing || parent === path || path.split(/[\\/]/u).includes('..')) return undefined;
    const real = realPath(parent);
    return real === undefined ? undefined : join(real, basename(path));
  }
}
