/** Connects a client: makes the connection, registers the handlers on it, and initializes it. */
import { systemClock, type Channel, type Clock } from '@acp-stack/rpc';
import type { ForkSessionRequest } from '@acp-stack/schema/v2/unstable';

import { Connection, type ConnectionOptions } from '../connection/connection.ts';
import { logReport } from '../connection/log-report.ts';
import { ClientConnection, type ClientConnectionParts, type ReconnectOptions } from './client-connection.ts';
import type { ClientSetup } from './client-setup.ts';
import { initialize, type AgentDescription } from './initialize.ts';
import { registerClientHandlers } from './register-client-handlers.ts';
import { defaultCancelGrace } from './session/cancel-escalation.ts';
import type { ReportClient } from './session/client-report.ts';
import type {
  ClientSession,
  ClientSessionHost,
  OpenOptions,
  PermissionHandler,
  UpdateHandler,
} from './session/client-session.ts';
import { Listeners } from './session/listeners.ts';
import { PendingQuestions } from './session/pending-questions.ts';
import { defaultUpdateLimits, type UpdateLimits } from './session/update-limits.ts';
import { ClientSessions } from './sessions.ts';

/** How a client connects. */
export interface ConnectOptions extends Omit<ConnectionOptions, 'onReport'> {
  /** Called with what no call returns, such as dropped messages; errors of handlers arrive here with their stack. */
  readonly onReport?: ReportClient;
  /** Gives up connecting. */
  readonly signal?: AbortSignal;
  /** How long the agent may take to respond to `initialize`, in milliseconds; no limit when absent. */
  readonly timeout?: number;
  /** How long the agent may take to end cancelled work, in milliseconds; after that the outcome is unknown. */
  readonly cancelGrace?: number;
  /** How many updates are kept for listeners and readers that come later. */
  readonly updates?: Partial<UpdateLimits>;
}

/** Connects a client to the agent at the other end of `channel`. */
export async function connectClient(
  channel: Channel,
  setup: ClientSetup,
  options: ConnectOptions,
): Promise<ClientConnection> {
  const parts = new ClientParts(channel, setup, options);
  return new ClientConnection(parts, await parts.initialize(parts.connection, options));
}

/** How long `initialize` may take. */
type InitializeLimits = Pick<ConnectOptions, 'signal' | 'timeout'>;

/** What a client connection and its sessions share; `reconnect` replaces the connection. */
class ClientParts implements ClientConnectionParts, ClientSessionHost {
  /** Another one after `reconnect`. */
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
    const report = onReport === undefined ? logSafely : reporter(onReport);
    this.#setup = setup;
    this.#timeout = timeout;
    // An agent that has ended does not wait for responses, so handlers need not finish.
    this.#options = { drainTime: 0, ...rest, onReport: report };
    this.connection = new Connection('client', setup.wrapChannel(channel), this.#options);
    this.report = report;
    this.questions = new PendingQuestions(report);
    this.listeners = new Listeners((error) => {
      report({ kind: 'handler-failed', method: 'session/update', error });
    });
    for (const handler of setup.onUpdate) this.listeners.add(handler);
    this.limits = updates === undefined ? defaultUpdateLimits : { ...defaultUpdateLimits, ...updates };
    this.cancelGrace = cancelGrace;
    this.sessions = new ClientSessions(this, setup.openingHooks);
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

  /** Registers the handlers on `raw` and initializes it. */
  initialize(raw: Connection<'client'>, { signal, timeout }: InitializeLimits): Promise<AgentDescription> {
    const { info, capabilities } = this.#setup;
    registerClientHandlers(raw, this.#setup, this);
    const call = {
      ...(signal === undefined ? {} : { signal }),
      ...(timeout === undefined ? {} : { timeout }),
    };
    return initialize(raw, { info, capabilities }, call);
  }

  async reconnect(channel: Channel, limits: ReconnectOptions): Promise<AgentDescription> {
    const raw = new Connection('client', this.#setup.wrapChannel(channel), this.#options);
    const usual = this.#timeout === undefined ? {} : { timeout: this.#timeout };
    const agent = await this.initialize(raw, { ...usual, ...limits });
    this.connection = raw;
    return agent;
  }
}

/** If the hook throws, the report is lost, and the connection goes on. */
function reporter(hook: ReportClient): ReportClient {
  return (report) => {
    try {
      hook(report);
    } catch {
      // There is no other place to report it.
    }
  };
}

const logSafely = reporter(logReport);
