/**
 * What a client may choose when it opens a session: one of the operator's agents, folders in the operator's roots, and
 * MCP servers.
 *
 * What the agent is started with is built here from the fields that are allowed. Everything else that a client sends,
 * such as `_meta`, does not reach the agent, because some agents read settings from it that start programs.
 */
import type { McpServer } from '@acp-stack/schema/v2/unstable';
import type { RpcError } from '@acp-stack/rpc';

import { findFolder } from './allowed-folders.ts';
import { setupRefused } from './refusals.ts';

/** What the operator allows. */
export interface SetupRules {
  /** The names of the agents, the default first. */
  readonly agents: readonly string[];
  /** The folders in which sessions may work. */
  readonly roots: readonly string[];
  /** Whether clients may name MCP servers that are programs; no by default. Their variables are never taken. */
  readonly allowsMcpStdio?: boolean;
  /** Whether clients may name MCP servers by their address; yes by default. */
  readonly allowsMcpHttp?: boolean;
  /** The limits that differ from `defaultSetupLimits`. */
  readonly limits?: Partial<SetupLimits>;
}

/** How much a session may be opened with. */
interface SetupLimits {
  /** Directories besides the working directory. */
  readonly additionalDirectories: number;
  /** MCP servers. */
  readonly mcpServers: number;
  /** Characters of a path, a name, an address or an argument. */
  readonly textLength: number;
}

const defaultSetupLimits: SetupLimits = { additionalDirectories: 32, mcpServers: 32, textLength: 4096 };

/** What a client asks for. */
interface AskedSetup {
  /** The name of an agent; the default if it is absent. */
  readonly agent?: unknown;
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
}

/** What a session is opened with; folders are without links. */
interface AllowedSetup {
  readonly agent: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
}

/** Checks what clients ask for. */
export interface SetupPolicy {
  /** Returns what the session is opened with; rejects with one sentence if the operator does not allow it. */
  allow(asked: AskedSetup): Promise<AllowedSetup>;
  /** The folder without links, by which sessions are listed; undefined if no session can be in it. */
  folder(path: string): Promise<string | undefined>;
}

/** A policy with the rules of the operator. */
export function setupPolicy(rules: SetupRules): SetupPolicy {
  const limits: SetupLimits = { ...defaultSetupLimits, ...rules.limits };
  const allowFolder = async (path: string): Promise<string> => {
    if (path.length > limits.textLength) throw tooLong('path of a folder', limits);
    const found = await findFolder(path, rules.roots);
    if (found.kind === 'folder') return found.path;
    throw setupRefused(folderSentences[found.kind](path));
  };
  return {
    allow: async ({ agent, cwd, additionalDirectories = [], mcpServers = [] }) => {
      if (additionalDirectories.length > limits.additionalDirectories) {
        throw setupRefused(`A session has at most ${limits.additionalDirectories} additional directories.`);
      }
      if (mcpServers.length > limits.mcpServers) {
        throw setupRefused(`A session has at most ${limits.mcpServers} MCP servers.`);
      }
      return {
        agent: allowedAgent(agent, rules.agents),
        mcpServers: mcpServers.map((server) => allowedServer(server, rules, limits)),
        cwd: await allowFolder(cwd),
        additionalDirectories: await Promise.all(additionalDirectories.map(allowFolder)),
      };
    },
    folder: async (path) => {
      const found = await findFolder(path, rules.roots);
      return found.kind === 'folder' ? found.path : undefined;
    },
  };
}

const folderSentences = {
  outside: (path: string) =>
    `The folder ${path} is not in the folders of this hub; its operator adds some with --root.`,
  missing: (path: string) => `The folder ${path} does not exist on the machine of the hub.`,
  file: (path: string) => `${path} is not a folder.`,
} as const;

function allowedAgent(agent: unknown, agents: readonly string[]): string {
  const [first] = agents;
  if (first === undefined) throw setupRefused('This hub has no agents; its operator adds some.');
  if (agent === undefined || agent === null) return first;
  if (typeof agent === 'string' && agents.includes(agent)) return agent;
  throw setupRefused(`This hub has no such agent; it has ${agents.join(', ')}.`);
}

/** The server with the fields that the protocol defines. */
function allowedServer(server: McpServer, rules: SetupRules, limits: SetupLimits): McpServer {
  const { type, name } = server as { readonly type: string; readonly name?: unknown };
  const text = (value: unknown, what: string): string => {
    if (typeof value !== 'string') throw setupRefused(`The ${what} of an MCP server must be a string.`);
    if (value.length > limits.textLength) throw tooLong(`${what} of an MCP server`, limits);
    return value;
  };
  if (type === 'http') {
    if (rules.allowsMcpHttp === false) throw setupRefused('This hub takes no MCP servers from its clients.');
    const { url, headers = [] } = server as { readonly url?: unknown; readonly headers?: readonly Named[] };
    return {
      type,
      name: text(name, 'name'),
      url: httpAddress(text(url, 'address')),
      headers: headers.map((each) => ({ name: text(each.name, 'header'), value: text(each.value, 'header') })),
    };
  }
  if (type === 'stdio') {
    if (rules.allowsMcpStdio !== true) {
      throw setupRefused(
        'This hub starts no MCP servers for its clients; its operator allows that with --allow-mcp-stdio.',
      );
    }
    const { command, args = [], env = [] } = server as Program;
    if (env.length > 0) {
      throw setupRefused('This hub takes no environment variables for MCP servers from its clients; leave them out.');
    }
    const program = { type, name: text(name, 'name'), command: text(command, 'command') };
    return { ...program, args: args.map((each) => text(each, 'argument')), env: [] } as McpServer;
  }
  throw setupRefused('A session of a hub outlives its clients, so its MCP servers must be of type http or stdio.');
}

interface Named {
  readonly name?: unknown;
  readonly value?: unknown;
}

interface Program {
  readonly command?: unknown;
  readonly args?: readonly unknown[];
  readonly env?: readonly unknown[];
}

function httpAddress(url: string): string {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : noAddress;
  if (protocol === 'https:' || protocol === 'http:') {
    if (username === '' && password === '') return url;
    throw setupRefused('The address of an MCP server must not contain a user name or a password; use headers.');
  }
  throw setupRefused('The address of an MCP server must begin with https:// or http://.');
}

const noAddress = { protocol: '', username: '', password: '' };

const tooLong = (what: string, { textLength }: SetupLimits): RpcError =>
  setupRefused(`The ${what} is longer than ${textLength} characters.`);
