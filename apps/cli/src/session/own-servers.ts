/**
 * MCP servers that this program offers to the agent itself, over the connection: tools in a file, and programs that are
 * started here.
 */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { OfferedServer } from '@acp-stack/mcp';
import type { Channel } from '@acp-stack/rpc';
import type { Client } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { mcpOptionsOf } from '../config/mcp-ways.ts';
import { UsageError } from '../errors/usage-error.ts';
import { withoutPeriod } from '../text/without-period.ts';

/** A server that this program offers. */
export type OwnServer =
  | { readonly kind: 'module'; readonly name: string; readonly file: string; readonly place: string }
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** The servers of a command, loaded and ready to be offered. */
export interface LoadedServers {
  /** Offers them to every session of `app`. */
  readonly offer: (app: Client) => void;
  /** Adds MCP over ACP to the channel of an agent that does not have it, if it runs on this machine. */
  readonly wrap: (channel: Channel) => Channel;
}

/** The module with tools at `path`; throws if there is no such file. */
export function ownModule(path: string, place: string, name?: string): OwnServer {
  const file = resolve(path);
  if (!existsSync(file)) throw new UsageError(`${place}: the file ${file} does not exist`);
  return { kind: 'module', name: name ?? basename(file).replace(/\.[^.]*$/u, ''), file, place };
}

/** Loads the servers; undefined if there are none. Throws if a file cannot be loaded. */
export async function loadOwnServers(
  wanted: readonly OwnServer[],
  server: Pick<AgentServer, 'kind' | 'mcp'> & { readonly url?: string },
): Promise<LoadedServers | undefined> {
  if (wanted.length === 0) return undefined;
  const [{ offer }, { bridgeMcp }, mcp] = await Promise.all([
    import('@acp-stack/mcp'),
    import('@acp-stack/mcp/node'),
    mcpOptionsOf(server),
  ]);
  if (wanted.some(({ kind }) => kind === 'module')) await printToStderr();
  const servers = await Promise.all(wanted.map(loadServer));
  return {
    offer: (app) => {
      offer(app, servers);
    },
    wrap: (channel) => bridgeMcp(channel, mcp),
  };
}

/** What the code of the user prints goes to stderr: stdout has the answer of the agent, or the messages as JSON. */
async function printToStderr(): Promise<void> {
  const { Console } = await import('node:console');
  globalThis.console = new Console(process.stderr, process.stderr);
}

function loadServer(wanted: OwnServer): Promise<OfferedServer> {
  return wanted.kind === 'module' ? loadModule(wanted) : Promise.resolve(commandServer(wanted));
}

async function loadModule({ name, file, place }: OwnServer & { readonly kind: 'module' }): Promise<OfferedServer> {
  const { serverOfModule } = await import('@acp-stack/mcp');
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return await serverOfModule(name, module.default);
  } catch (error) {
    const at = error instanceof SyntaxError ? await syntaxErrorPlace(file) : placeIn(file, error);
    throw new UsageError(`${place}: ${at}: ${firstLine(error)}`, { cause: error });
  }
}

/** The place of a syntax error, which is not part of the error; Node prints it when it checks a file. */
async function syntaxErrorPlace(file: string): Promise<string> {
  const { spawnSync } = await import('node:child_process');
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: 10_000 });
  return /^(?:file:\/\/)?(?<at>\/.*:\d+)$/mu.exec(stderr)?.groups?.['at'] ?? file;
}

/** The file, with the line that an error names. */
function placeIn(file: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const url = pathToFileURL(file).href;
  const after = [url, file].flatMap((each) => stack.split(`${each}:`).slice(1, 2));
  const line = /^\d+/u.exec(after[0] ?? '')?.[0];
  return line === undefined ? file : `${file}:${line}`;
}

/** Without a package, because this is loaded before the agent is started. */
const firstLine = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  return words.split('\n', 1)[0] ?? words;
};

/** Grace periods (ms): for a program to exit by itself, and after SIGTERM. */
const grace = { end: 1000, terminate: 1000 };

/** A program that is started here for each connection, and ends with it, together with everything that it starts. */
function commandServer({ name, command, args, env }: OwnServer & { readonly kind: 'command' }): OfferedServer {
  return {
    name,
    connect: async (transport) => {
      const { spawnAgent } = await import('@acp-stack/stdio');
      const program = spawnAgent({ command, args, env }, { grace });
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
      transport.onmessage = (message: unknown) => void program.send(message);
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
      transport.onclose = () => void program[Symbol.asyncDispose]().catch(() => undefined);
      program.open({
        receive: (message) => void transport.send(message),
        // What is not a message is ignored: it belongs to no request.
        reject: () => undefined,
        ended: (error) => void transport.close(failureOf(command, error)),
      });
      await transport.start();
    },
  };
}

/** How many of the last lines of a program are part of a sentence. */
const shownLines = 3;

/** Why a program has ended by itself, with its last words. */
function failureOf(command: string, error: Error | undefined): Error {
  const { reason, lines = [] } = Object(error) as { readonly reason?: string; readonly lines?: readonly string[] };
  const what = reason === undefined ? (error?.message ?? `${command} has closed its output`) : `${command} ${reason}`;
  const words = lines.filter((line) => line.trim() !== '').slice(-shownLines);
  const message = [withoutPeriod(what), ...(words.length === 0 ? [] : [words.join(' ')])].join(': ');
  return Object.assign(new Error(message, { cause: error }), { lines });
}
