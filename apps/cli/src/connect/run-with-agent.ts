/**
 * One command that talks to an agent, from the flags to the last goodbye.
 *
 * Whatever happens, the agent and everything that it started is gone when this resolves or rejects.
 */
import type { Client, ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TraceWriter } from '../trace/trace-writer.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { AgentFlags } from '../command-line/agent-options.ts';
import { chooseAgent } from './choose-agent.ts';
import { answerTime, connectAgent, type ConnectedAgent, type ConnectOptions } from './connect-agent.ts';
import { InitializeResponse } from '../wire/initialize-response.ts';
import { openLog, type Log } from '../log/log.ts';
import { openTrace, tracePath } from '../trace/open-trace.ts';
import { CommandDeadline } from './command-deadline.ts';
import { existingFolder } from '../files/existing-folder.ts';
import type { WireObserver } from '../wire/observed-channel.ts';

/** How a command was called. */
export interface AgentInvocation {
  readonly flags: AgentFlags;
  /** The name of the agent, where it has a place of its own. */
  readonly name?: string | undefined;
  /** What stands behind `--`. */
  readonly command?: readonly string[] | undefined;
  /** The settings, where they had to be read before. */
  readonly settings?: Settings | undefined;
  /** The version of this program. */
  readonly version: string;
}

/** What is known before an agent is started. */
export interface Preparation {
  readonly settings: Settings;
  readonly server: AgentServer;
  readonly cwd: string;
  readonly log: Log;
  /** Records what crosses the wire, where that is wanted. */
  readonly trace: TraceWriter | undefined;
  readonly terminal: Terminal;
}

export interface AgentRun extends Preparation {
  readonly agent: ConnectedAgent;
  readonly connection: ClientConnection;
  readonly deadline: CommandDeadline;
  /** What the agent said about itself, as it came. */
  readonly initializeResponse: InitializeResponse;
}

/** Sees and hears what an agent does. */
export interface AgentWatch extends WireObserver {
  readonly line: NonNullable<ConnectOptions['onLine']>;
}

export interface AgentRunOptions {
  readonly build?: (app: Client) => void | Promise<void>;
  readonly observers?: readonly WireObserver[];
  /** Watches the agent, and may lose deadline with it. */
  readonly watch?: (deadline: CommandDeadline) => AgentWatch;
  /** Work, and people, take as long as they take; everything else is given up after a while. */
  readonly isUnlimited?: boolean;
}

/** Reads the settings and finds the agent. */
export async function prepare(invocation: AgentInvocation, terminal: Terminal): Promise<Preparation> {
  const { flags } = invocation;
  const cwd = existingFolder(flags.cwd ?? '.', '--cwd');
  const log = openLog(flags, terminal);
  const settings =
    invocation.settings ??
    (await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal));
  const server = chooseAgent(invocation, settings, terminal);
  const trace = await openTrace(tracePath(flags, terminal), { agent: server.name, now: terminal.now });
  return { settings, server, cwd, log, trace, terminal };
}

/** Connects, does `work`, and says goodbye. */
export async function runWithAgent<T>(
  { flags, version }: AgentInvocation,
  prepared: Preparation,
  options: AgentRunOptions,
  work: (visit: AgentRun) => Promise<T>,
): Promise<T> {
  const { log, trace, server, terminal } = prepared;
  const deadline = new CommandDeadline(
    secondsOf(flags, terminal) ?? (options.isUnlimited === true ? undefined : answerTime),
  );
  const initializeResponse = new InitializeResponse();
  const watch = options.watch?.(deadline);
  let agent: ConnectedAgent | undefined;
  try {
    agent = await connectAgent(server, {
      log,
      deadline,
      version,
      trace,
      observers: [initializeResponse.observer, ...(options.observers ?? []), ...(watch === undefined ? [] : [watch])],
      onLine: watch?.line,
      ...(options.build === undefined ? {} : { build: options.build }),
    });
    const { connection } = agent;
    return await work({ ...prepared, agent, connection, deadline, initializeResponse });
  } finally {
    await agent?.close();
    deadline[Symbol.dispose]();
  }
}

/** The time that the user gives the work, in seconds. */
export function secondsOf({ timeout }: AgentFlags, { env }: Terminal): number | undefined {
  const given = timeout ?? ((env['ACP_TIMEOUT'] ?? '') === '' ? undefined : Number(env['ACP_TIMEOUT']));
  if (given === undefined || (Number.isFinite(given) && given > 0)) return given;
  throw new UsageError('--timeout is a number of seconds above 0');
}
