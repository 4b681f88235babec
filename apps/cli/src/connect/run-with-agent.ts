/**
 * Runs one command that talks to an agent, from its flags to the end of the connection.
 *
 * When it resolves or rejects, the agent and every process that it started are gone.
 */
import { resolve } from 'node:path';

import type { Client, ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TraceWriter } from '../trace/trace-writer.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { AgentFlags } from '../command-line/agent-options.ts';
import { chooseAgent } from './choose-agent.ts';
import { withNamedAgent } from './resolve-agent.ts';
import { connectAgent, type ConnectedAgent, type ConnectOptions } from './connect-agent.ts';
import { requestTimeoutSeconds } from './request-timeout.ts';
import { InitializeResponse } from '../wire/initialize-response.ts';
import { openLog, type Log } from '../log/log.ts';
import { openTrace, tracePath } from '../trace/open-trace.ts';
import { CommandDeadline } from './command-deadline.ts';
import { existingFolder } from '../files/existing-folder.ts';
import type { WireObserver } from '../wire/observed-channel.ts';

/** The flags and arguments of a command. */
export interface AgentInvocation {
  readonly flags: AgentFlags;
  /** The name of the agent, if it is an argument. */
  readonly name?: string | undefined;
  /** The words after `--`. */
  readonly command?: readonly string[] | undefined;
  /** The settings, if they were already read. */
  readonly settings?: Settings | undefined;
  /** The version of this program. */
  readonly version: string;
}

/** What is known before the agent is started. */
export interface Preparation {
  readonly settings: Settings;
  readonly server: AgentServer;
  readonly cwd: string;
  readonly log: Log;
  /** Records every message on the wire, if the user wants that. */
  readonly trace: TraceWriter | undefined;
  readonly terminal: Terminal;
}

export interface AgentRun extends Preparation {
  readonly agent: ConnectedAgent;
  readonly connection: ClientConnection;
  readonly deadline: CommandDeadline;
  /** The response to `initialize`, as it was received. */
  readonly initializeResponse: InitializeResponse;
}

/** Observes the messages and the output of an agent. */
export interface AgentWatch extends WireObserver {
  readonly line: NonNullable<ConnectOptions['onLine']>;
}

export interface AgentRunOptions {
  readonly build?: (app: Client) => void | Promise<void>;
  readonly observers?: readonly WireObserver[];
  /** Wraps the channel to the agent. */
  readonly wrap?: ConnectOptions['wrap'];
  /** Wraps the channel that the client sees, behind the proxies. */
  readonly outer?: ConnectOptions['outer'];
  /** Observes the agent; it may end the command. */
  readonly watch?: (deadline: CommandDeadline) => AgentWatch;
  /**
   * Called once with each mistake of the agent; by default they are logged, at the end with how often each was made.
   */
  readonly onMistake?: (line: string) => void;
  /** The time limit, if it began before; it is disposed of at the end. */
  readonly deadline?: CommandDeadline;
  /** Whether the command has no default time limit, because it runs prompts or waits for the user. */
  readonly isUnlimited?: boolean;
}

/** Reads the settings and chooses the agent. */
export async function prepare(invocation: AgentInvocation, terminal: Terminal): Promise<Preparation> {
  const { flags } = invocation;
  // The folders of a hub may be on another machine.
  const cwd = flags.hub === undefined ? existingFolder(flags.cwd ?? '.', '--cwd') : resolve(flags.cwd ?? '.');
  const log = openLog(flags, terminal);
  const loaded =
    invocation.settings ??
    (await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal));
  const settings = await withNamedAgent(invocation, loaded, terminal);
  const server = chooseAgent(invocation, settings, terminal);
  const { proxies } = server;
  if (proxies !== undefined) {
    const [{ requireDistinctFiles }, { proxySpecs }] = await Promise.all([
      import('../chain/distinct-files.ts'),
      import('../chain/components.ts'),
    ]);
    requireDistinctFiles(proxySpecs(proxies), tracePath(flags, terminal));
  }
  const trace = await openTrace(tracePath(flags, terminal), { agent: server.name, now: terminal.now });
  return { settings, server, cwd, log, trace, terminal };
}

/** Connects to the agent, runs `work`, and closes the connection. */
export async function runWithAgent<T>(
  { flags, version }: AgentInvocation,
  prepared: Preparation,
  options: AgentRunOptions,
  work: (run: AgentRun) => Promise<T>,
): Promise<T> {
  const { log, trace, server, terminal } = prepared;
  const deadline =
    options.deadline ??
    new CommandDeadline(
      secondsOf(flags, terminal) ?? (options.isUnlimited === true ? undefined : requestTimeoutSeconds),
    );
  const initializeResponse = new InitializeResponse();
  const watch = options.watch?.(deadline);
  let agent: ConnectedAgent | undefined;
  try {
    agent = await connectAgent(server, {
      log,
      deadline,
      version,
      env: terminal.env,
      trace,
      observers: [initializeResponse.observer, ...(options.observers ?? []), ...(watch === undefined ? [] : [watch])],
      onLine: watch?.line,
      wrap: options.wrap,
      outer: options.outer,
      onMistake: options.onMistake,
      ...(options.build === undefined ? {} : { build: options.build }),
    });
    const { connection } = agent;
    return await work({ ...prepared, agent, connection, deadline, initializeResponse });
  } finally {
    await agent?.close();
    deadline[Symbol.dispose]();
  }
}

/** The time limit that the user has set, in seconds. */
export function secondsOf({ timeout }: AgentFlags, { env }: Terminal): number | undefined {
  const seconds = timeout ?? ((env['ACP_TIMEOUT'] ?? '') === '' ? undefined : Number(env['ACP_TIMEOUT']));
  if (seconds === undefined || (Number.isFinite(seconds) && seconds > 0)) return seconds;
  throw new UsageError('--timeout must be a number of seconds greater than 0');
}
