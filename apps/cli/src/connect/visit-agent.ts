/**
 * One command that talks to an agent, from the flags to the last goodbye.
 *
 * Whatever happens, the agent and everything that it started is gone when this resolves or rejects.
 */
import type { Client, ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { loadSettings, type Settings } from '../config/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { AgentFlags } from './agent-flags.ts';
import { chooseAgent } from './choose-agent.ts';
import { connectAgent, type ConnectedAgent } from './connect-agent.ts';
import { Introduction } from './introduction.ts';
import { Log } from './log.ts';
import { logLevels, type LogLevel } from './log-levels.ts';
import { openTrace } from './open-trace.ts';
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
  /** The version of this program. */
  readonly version: string;
}

/** What is known before an agent is started. */
export interface Preparation {
  readonly settings: Settings;
  readonly server: AgentServer;
  readonly cwd: string;
  readonly log: Log;
  readonly terminal: Terminal;
}

export interface Visit extends Preparation {
  readonly agent: ConnectedAgent;
  readonly connection: ClientConnection;
  readonly patience: Patience;
  /** What the agent said about itself, as it came. */
  readonly introduction: Introduction;
}

export interface VisitOptions {
  readonly build?: (app: Client) => void | Promise<void>;
  readonly observers?: readonly WireObserver[];
}

/** Reads the settings and finds the agent. */
export async function prepare(invocation: AgentInvocation, terminal: Terminal): Promise<Preparation> {
  const { flags } = invocation;
  const cwd = folderOf(flags.cwd ?? '.', '--cwd');
  const log = new Log(terminal, levelOf(flags, terminal));
  const settings = await loadSettings({ cwd, config: flags.config, trustProject: flags.trustProject }, terminal);
  return { settings, server: chooseAgent(invocation, settings, terminal), cwd, log, terminal };
}

/** Connects, does `work`, and says goodbye. */
export async function visit<T>(
  { flags, version }: AgentInvocation,
  prepared: Preparation,
  options: VisitOptions,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { log, server, terminal } = prepared;
  const patience = new Patience(secondsOf(flags, terminal));
  const trace = await openTrace(flags.trace ?? terminal.env['ACP_TRACE'], { agent: server.name, now: terminal.now });
  const introduction = new Introduction();
  let agent: ConnectedAgent | undefined;
  try {
    agent = await connectAgent(server, {
      log,
      patience,
      version,
      observers: [
        introduction.observer,
        ...(options.observers ?? []),
        ...(trace === undefined ? [] : [trace.observer]),
      ],
      onLine: (line) => trace?.line(line),
      ...(options.build === undefined ? {} : { build: options.build }),
    });
    const { connection } = agent;
    return await work({ ...prepared, agent, connection, patience, introduction });
  } finally {
    await agent?.close();
    trace?.[Symbol.dispose]();
    patience[Symbol.dispose]();
  }
}

function levelOf({ logLevel }: AgentFlags, { env }: Terminal): LogLevel {
  const named = logLevel ?? env['ACP_LOG_LEVEL'] ?? '';
  const level = logLevels.find((each) => each === named);
  if (level !== undefined || named === '') return level ?? 'warn';
  throw new UsageError(`ACP_LOG_LEVEL is one of ${logLevels.join(', ')}, not ${named}`);
}

function secondsOf({ timeout }: AgentFlags, { env }: Terminal): number | undefined {
  const given = timeout ?? ((env['ACP_TIMEOUT'] ?? '') === '' ? undefined : Number(env['ACP_TIMEOUT']));
  if (given === undefined || (Number.isFinite(given) && given > 0)) return given;
  throw new UsageError('--timeout is a number of seconds above 0');
}
