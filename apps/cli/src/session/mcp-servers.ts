/** Reads MCP servers in the usual shape: `{ name: { command, args, env } }` or `{ name: { type, url, headers } }`. */
import type { McpServer } from '@acp-stack/sdk';
import type { Environment } from '@acp-stack/workspace/user-folders';

import { fieldsOf, stringMapOf, stringOf, stringsOf } from '../config/checked-fields.ts';
import { UsageError } from '../errors/usage-error.ts';
import { absoluteCommand } from '../files/find-program.ts';

export interface WantedMcpServer {
  readonly server: McpServer;
  /** The flag that asked for it; undefined for the config file. */
  readonly flag: string | undefined;
}

export interface ServerSource {
  readonly place: string;
  readonly env: Environment;
  readonly flag: string | undefined;
}

export function readMcpServers(value: unknown, source: ServerSource): readonly WantedMcpServer[] {
  const { place, flag } = source;
  return Object.entries(fieldsOf(value, `${place}: mcpServers`)).map(([name, each]) => ({
    server: readServer(name, each, source, `${place}: mcpServers.${name}`),
    flag,
  }));
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
  throw new UsageError(`${place}: there is no program ${command} in PATH`);
}

const pairs = (map: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(map).map(([name, value]) => ({ name, value }));
