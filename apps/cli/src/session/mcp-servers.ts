/**
 * Reads MCP servers in the usual shape: `{ name: { command, args, env } }` or `{ name: { type, url, headers } }`.
 *
 * A server of the type `acp` is offered by this program itself: a file with tools, `{ type, module }`, or a program
 * that is started here and not by the agent, `{ type, command, args, env }`.
 */
import { dirname, resolve } from 'node:path';

import type { McpServer } from '@acp-stack/sdk';
import type { Environment } from '@acp-stack/workspace/user-folders';

import { fieldsOf, stringMapOf, stringOf, stringsOf } from '../config/checked-fields.ts';
import { UsageError } from '../errors/usage-error.ts';
import { absoluteCommand } from '../files/find-program.ts';
import { ownModule, type OwnServer } from './own-servers.ts';

export interface WantedMcpServer {
  readonly server: McpServer;
  /** The flag that asked for it; undefined for the config file. */
  readonly flag: string | undefined;
}

/** A server of a file: for the agent to connect to, or for this program to offer. */
export type ConfiguredServer = WantedMcpServer | { readonly own: OwnServer };

export interface ServerSource {
  readonly place: string;
  readonly env: Environment;
  readonly flag: string | undefined;
}

export function readMcpServers(value: unknown, source: ServerSource): readonly ConfiguredServer[] {
  const { place, flag } = source;
  return Object.entries(fieldsOf(value, `${place}: mcpServers`)).map(([name, each]) => {
    const own = readOwnServer(name, each, source);
    return own === undefined
      ? { server: readServer(name, each, source, `${place}: mcpServers.${name}`), flag }
      : { own };
  });
}

/** The server if it is of the type `acp`; its module is relative to the file that names it. */
function readOwnServer(name: string, value: unknown, { place: file, env }: ServerSource): OwnServer | undefined {
  const place = `${file}: mcpServers.${name}`;
  const fields = fieldsOf(value, place);
  if (stringOf(fields['type'], `${place}.type`) !== 'acp') return undefined;
  const module = stringOf(fields['module'], `${place}.module`);
  if (module !== undefined) return ownModule(resolve(dirname(file), module), place, name);
  const command = stringOf(fields['command'], `${place}.command`);
  if (command === undefined) throw new UsageError(`${place} needs a "module" with tools, or a "command" to start`);
  return {
    kind: 'command',
    name,
    command: absoluteCommand(command, env) ?? missing(command, place),
    args: stringsOf(fields['args'], `${place}.args`),
    env: stringMapOf(fields['env'], `${place}.env`),
  };
}

function readServer(name: string, value: unknown, { env }: ServerSource, place: string): McpServer {
  const fields = fieldsOf(value, place);
  const type = stringOf(fields['type'], `${place}.type`);
  const url = stringOf(fields['url'], `${place}.url`);
  if (url !== undefined) {
    const headers = pairs(stringMapOf(fields['headers'], `${place}.headers`));
    // Version 1 agents may also accept SSE, which version 2 does not have.
    return { type: type === 'sse' ? 'sse' : 'http', name, url, headers } as McpServer;
  }
  const command = stringOf(fields['command'], `${place}.command`);
  if (command === undefined) throw new UsageError(`${place} needs a "command" to start, or a "url"`);
  return {
    type: 'stdio',
    name,
    command: absoluteCommand(command, env) ?? missing(command, place),
    args: stringsOf(fields['args'], `${place}.args`),
    env: pairs(stringMapOf(fields['env'], `${place}.env`)),
  };
}

function missing(command: string, place: string): never {
  throw new UsageError(`${place}: command ${command} not found in PATH`);
}

const pairs = (map: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(map).map(([name, value]) => ({ name, value }));
