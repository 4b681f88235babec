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
import { UsageError } from '../usage-error.ts';
import type { AgentFlags } from './agent-flags.ts';
import { chooseAgent } from './choose-agent.ts';
import { answerTime, connectAgent, type ConnectedAgent, type ConnectOptions } from './connect-agent.ts';
import { Introduction } from './introduction.ts';
import { openLog, type Log } from './log.ts';
import { openTrace, tracePath } from './open-trace.ts';
import { Patience } from './patience.ts';
import { folderOf } from './session-plan.ts';
import type { WireObserver } from './watched-channel.ts';

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

export interface Visit extends Preparation {
  readonly agent: ConnectedAgent;
  readonly connection: ClientConnection;
  readonly patience: Patience;
  /** What the agent said about itself, as it came. */
  readonly introduction: Introduction;
}

/** Sees and hears what an agent does. */
export interface AgentWatch extends WireObserver {
  readonly line: NonNullable<ConnectOptions['onLine']>;
}

export interface VisitOptions {
  readonly build?: (app: Client) => void | Promise<void>;
  readonly observers?: readonly WireObserver[];
  /** Watches the agent, and may lose patience with it. */
  readonly watch?: (patience: Patience) => AgentWatch;
  /** Work, and people, take as long as they take; everything else is given up after a while. */
  readonly isPatient?: boolean;
}

/** Reads the settings and finds the agent. */
export async function prepare(invocation: AgentInvocation, terminal: Terminal): Promise<Preparation> {
  const { flags } = invocation;
  const cwd = folderOf(flags.cwd ?? '.', '--cwd');
  const log = openLog(flags, terminal);
  const settings =
    invocation.settings ??
    (await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal));
  const server = chooseAgent(invocation, settings, terminal);
  const trace = await openTrace(tracePath(flags, terminal), { agent: server.name, now: terminal.now });
  return { settings, server, cwd, log, trace, terminal };
}

/** Connects, does `work`, and says goodbye. */
export async function visit<T>(
  { flags, version }: AgentInvocation,
  prepared: Preparation,
  options: VisitOptions,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { log, trace, server, terminal } = prepared;
  const patience = new Patience(secondsOf(flags, terminal) ?? (options.isPatient === true ? undefined : answerTime));
  const introduction = new Introduction();
  const watch = options.watch?.(patience);
  let agent: ConnectedAgent | undefined;
  try {
    agent = await connectAgent(server, {
      log,
      patience,
      version,
      trace,
      observers: [introduction.observer, ...(options.observers ?? []), ...(watch === undefined ? [] : [watch])],
      onLine: watch?.line,
      ...(options.build === undefined ? {} : { build: options.build }),
    });
    const { connection } = agent;
    return await work({ ...prepared, agent, connection, patience, introduction });
  } finally {
    await agent?.close();
    patience[Symbol.dispose]();
  }
}

/** The time that the user gives the work, in seconds. */
export function secondsOf({ timeout }: AgentFlags, { env }: Terminal): number | undefined {
  const given = timeout ?? ((env['ACP_TIMEOUT'] ?? '') === '' ? undefined : Number(env['ACP_TIMEOUT']));
  if (given === undefined || (Number.isFinite(given) && given > 0)) return given;
  throw new UsageError('--timeout is a number of seconds above 0');
}
