/** Puts a client together: the connection, what answers the agent on it, and the introduction. */
import { systemClock, type Channel, type Clock } from '@acp-stack/rpc';
import type { ForkSessionRequest } from '@acp-stack/schema/v2/unstable';

import { defaultCancelGrace } from './session/cancel-escalation.ts';
import { ClientConnection, type ClientConnectionParts, type ReconnectOptions } from './client-connection.ts';
import type { ClientSetup } from './client-setup.ts';
import { initialize, type AgentDescription } from './initialize.ts';
import { serve } from './serve.ts';
import { PendingQuestions } from './session/pending-questions.ts';
import type { ReportClient } from './session/client-report.ts';
import { ClientSessions } from './sessions.ts';
import type {
  ClientSession,
  ClientSessionHost,
  OpenOptions,
  PermissionHandler,
  UpdateHandler,
} from './session/client-session.ts';
import { logHandlerFailure } from '../connection/report.ts';
import { Connection, type ConnectionOptions } from '../connection/connection.ts';
import { defaultUpdateLimits, type UpdateLimits } from './session/update-limits.ts';
import { Listeners } from './session/listeners.ts';

/** How a client connects. */
export interface ConnectOptions extends Omit<ConnectionOptions, 'onReport'> {
  /** Hears what is nobody's answer; errors of handlers arrive here with their stack. */
  readonly onReport?: ReportClient;
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the agent has to introduce itself; no limit when absent. */
  readonly timeout?: number;
  /** Milliseconds that the agent has to end cancelled work before its outcome counts as unknown. */
  readonly cancelGrace?: number;
  /** How many updates are kept for somebody who may still want them. */
  readonly updates?: Partial<UpdateLimits>;
}

/** Connects a client to the agent at the other end of `channel`. */
export async function connectClient(
  channel: Channel,
  setup: ClientSetup,
  options: ConnectOptions,
): Promise<ClientConnection> {
  const parts = new ClientParts(channel, setup, options);
  return new ClientConnection(parts, await parts.introduce(parts.connection, options));
}

/** How long an introduction may take. */
type IntroductionLimits = Pick<ConnectOptions, 'signal' | 'timeout'>;

/** A client with its agent of the moment: what the connection, and every session of it, knows of the others. */
class ClientParts implements ClientConnectionParts, ClientSessionHost {
  /** Leads to another agent after `reconnect`. */
  connection: Connection<'client'>;
  readonly report: ReportClient;
  readonly questions: PendingQuestions;
  readonly listeners: Listeners<Parameters<UpdateHandler>>;
  readonly limits: UpdateLimits;
  readonly cancelGrace: number;
  readonly sessions: ClientSessions;
  readonly #setup: ClientSetup;
  readonly #options: ConnectionOptions;
  readonly #timeout: number | undefined;

  constructor(channel: Channel, setup: ClientSetup, options: ConnectOptions) {
    const { onReport, signal: _signal, timeout, cancelGrace = defaultCancelGrace, updates, ...rest } = options;
    const report = onReport === undefined ? logQuietly : reporter(onReport);
    this.#setup = setup;
    this.#timeout = timeout;
    // An agent that has ended waits for no answer, and nobody should wait for it.
    this.#options = { drainTime: 0, ...rest, onReport: report };
    this.connection = new Connection('client', channel, this.#options);
    this.report = report;
    this.questions = new PendingQuestions(report);
    this.listeners = new Listeners((error) => {
      report({ kind: 'handler-failed', method: 'session/update', error });
    });
    for (const handler of setup.onUpdate) this.listeners.add(handler);
    this.limits = updates === undefined ? defaultUpdateLimits : { ...defaultUpdateLimits, ...updates };
    this.cancelGrace = cancelGrace;
    this.sessions = new ClientSessions(this);
  }

  get clock(): Clock {
    return this.#options.clock ?? systemClock;
  }

  get onPermission(): PermissionHandler | undefined {
    return this.#setup.onPermission;
  }

  fork(params: ForkSessionRequest, options?: OpenOptions): Promise<ClientSession> {
    return this.sessions.fork(params, options);
  }

  closeSession(sessionId: string): Promise<void> {
    return this.sessions.close(sessionId);
  }

  /** Answers the agent at the other end of `raw`, and introduces this side to it. */
  introduce(raw: Connection<'client'>, { signal, timeout }: IntroductionLimits): Promise<AgentDescription> {
    const { info, capabilities } = this.#setup;
    serve(raw, this.#setup, this);
    const call = {
      abandon: true,
      ...(signal === undefined ? {} : { signal }),
      ...(timeout === undefined ? {} : { timeout }),
    };
    return initialize(raw, { info, capabilities }, call);
  }

  async reconnect(channel: Channel, limits: ReconnectOptions): Promise<AgentDescription> {
    const raw = new Connection('client', channel, this.#options);
    const usual = this.#timeout === undefined ? {} : { timeout: this.#timeout };
    const agent = await this.introduce(raw, { ...usual, ...limits });
    this.connection = raw;
    return agent;
  }
}

/** A hook that fails loses the report, not the connection. */
function reporter(hook: ReportClient): ReportClient {
  return (report) => {
    try {
      hook(report);
    } catch {
      // There is nobody left to tell.
    }
  };
}

const logQuietly = reporter(logHandlerFailure);
