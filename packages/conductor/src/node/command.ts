/**
 * A program as a component: each start is a process of its own, which does not outlive the connection to it.
 *
 * An agent without MCP over ACP gets it from a bridge, so that clients and proxies can always offer MCP servers; a
 * chain that has a bridge of its own puts it in place of that.
 */
import { basename } from 'node:path';

import type { BridgeMcpOptions } from '@acp-stack/mcp/node';
import type { Channel } from '@acp-stack/rpc';
import type { Component, McpBridge, StartOptions } from '@acp-stack/sdk';
import { spawnAgent, type AgentCommand, type AgentProcess, type SpawnAgentOptions } from '@acp-stack/stdio';

import type { ManageOptions } from '../components/managed.ts';
import { mcpBridgeOf } from './chain.ts';

/** How a program is started, and what becomes of the chain when it ends by itself. */
export interface CommandOptions
  extends ManageOptions, Pick<SpawnAgentOptions, 'passEnv' | 'startUp' | 'grace' | 'clock'> {
  /** Variables in addition to those that are passed on; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The working directory; that of this program when absent. */
  readonly cwd?: string;
  /**
   * How MCP servers of clients and proxies are given to an agent without MCP over ACP; false if they are not. When
   * absent, as the chain says.
   */
  readonly mcp?: BridgeMcpOptions | false;
}

/** Returns the component of a program with its arguments, which are passed as they are, without a shell. */
export function command(
  words: readonly string[] | AgentCommand,
  options: CommandOptions = {},
): Component & { readonly role: 'either' } {
  const { name, onExit, mayBypass, env, cwd, mcp, ...spawning } = options;
  requireWords(words);
  const program = Array.isArray(words) ? fromWords(words as readonly string[]) : (words as AgentCommand);
  const whole: AgentCommand = {
    ...program,
    ...(env === undefined ? {} : { env: { ...program.env, ...env } }),
    ...(cwd === undefined ? {} : { cwd }),
  };
  const made = (bridge: McpBridge): Component & { readonly role: 'either' } => ({
    role: 'either',
    name: name ?? basename(program.command),
    ...(onExit === undefined ? {} : { onExit }),
    ...(mayBypass === undefined ? {} : { mayBypass }),
    start: (startOptions): Channel => bridge(startProcess(whole, spawning, startOptions)),
    withMcpBridge: (given) => made(mcp === undefined ? given : bridge),
  });
  return made(mcpBridgeOf(mcp ?? {}));
}

/** A string would be taken as the name of one program. */
function requireWords(given: unknown): void {
  const advice = 'pass a list of words, which no shell reads, such as';
  if (typeof given === 'string') {
    const words = given.split(/\s+/u).filter((word) => word !== '');
    throw new TypeError(`The command of a component is a string; ${advice} command(${JSON.stringify(words)}).`);
  }
  const { command: program } = Object(given) as { readonly command?: unknown };
  const isList = Array.isArray(given) && given.every((word) => typeof word === 'string');
  if (!isList && typeof program !== 'string')
    throw new TypeError(`The command of a component is not a list of strings; ${advice} command(["node", "x.js"]).`);
}

function fromWords([program, ...args]: readonly string[]): AgentCommand {
  if (program === undefined || program === '') throw new TypeError('The command of a component is empty.');
  return { command: program, args };
}

function startProcess(program: AgentCommand, spawning: SpawnAgentOptions, options: StartOptions = {}): AgentProcess {
  const { signal, onOutput } = options;
  signal?.throwIfAborted();
  const started = spawnAgent(program, spawning);
  if (onOutput !== undefined) started.stderr.follow(({ text, from }) => onOutput(text, from));
  const stop = (): void => void started.kill();
  signal?.addEventListener('abort', stop, { once: true });
  void started.exited.then(() => {
    signal?.removeEventListener('abort', stop);
  });
  return started;
}
