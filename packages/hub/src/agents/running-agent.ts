/**
 * One running agent: a connection, and the sessions that are open in it.
 *
 * When it ends, each of its sessions is told once, after everything that the agent had sent for it. Files, terminals
 * and the state of an editor are offered to agents only by a program that is on the machine of its user (`offer`).
 */
import { ConnectionError, isAbortError, RpcError, type Clock } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import {
  CapabilityError,
  type AgentComponent,
  type ClientConnection,
  type RequestHandlerContext,
} from '@acp-stack/sdk';

import { abortable } from './abortable.ts';
import {
  cannotOpen,
  endSentence,
  isLoginRequired,
  LastLines,
  loginRefused,
  loginRequired,
  startSentence,
} from './agent-failure.ts';
import type { HubObserver } from '../observe/hub-observer.ts';
import {
  CannotForkError,
  CannotResumeError,
  type AgentDescription,
  type AgentEvents,
  type AgentSession,
  type AgentSessionSetup,
} from './agent-session.ts';
import { isUnknownToAgent, requestSession, type AgentSessionOrigin } from './open-request.ts';
import { offeringClient, type OfferMachine } from './offered-machine.ts';
import { OpenAgentSession } from './open-agent-session.ts';
import { SessionRoutes, type Route } from './session-routes.ts';

/** How long an agent may take; milliseconds. */
export interface AgentTimes {
  /** From its start until it has answered `initialize`. */
  readonly start: number;
  /** Until it has opened or closed a session. */
  readonly open: number;
  /** From the end of its connection until it is killed, and for the last updates of a session of a lost agent. */
  readonly end: number;
}

export interface RunningAgentOptions {
  /** The name in the options of the hub. */
  readonly name: string;
  readonly component: AgentComponent;
  readonly times: AgentTimes;
  readonly clock: Clock;
  /** Called with what cannot be told to a client. */
  readonly log: (line: string) => void;
  /** Makes spans of the calls. */
  readonly observer?: Pick<HubObserver, 'agent'> | undefined;
  /** Offers it what is on the machine of the user. */
  readonly offer?: OfferMachine | undefined;
  /** The version of the hub, which it is told. */
  readonly version?: string | undefined;
  /** It has no session any more, and none is being opened. */
  readonly onIdle: () => void;
  /** It has ended; `reason` is there if that was not asked for. */
  readonly onEnd: (reason: string | undefined) => void;
}

type Context = RequestHandlerContext<'client'>;

export class RunningAgent {
  readonly #options: RunningAgentOptions;
  readonly #routes = new SessionRoutes();
  readonly #lines = new LastLines();
  readonly #stop = new AbortController();
  readonly #reported = new Set<string>();
  /** Each cancels a question that has no answer yet. */
  readonly #questions = new Set<() => void>();
  readonly #connected: Promise<ClientConnection>;
  /** Sessions that were promised room here and are not being opened yet. */
  #reserved = 0;
  #end: { readonly reason: string } | undefined;
  #isConnected = false;
  /** Resolves when it has ended, and its sessions are told. */
  #finished: Promise<void> = Promise.resolve();
  #isEnding = false;

  /** Starts the agent. */
  constructor(options: RunningAgentOptions) {
    this.#options = options;
    // Not in the constructor: `onEnd` may be called.
    this.#connected = Promise.resolve().then(() => this.#connect());
    this.#connected.catch(() => undefined);
  }

  /** How many sessions it has, or will have. */
  get load(): number {
    return this.#routes.size + this.#reserved;
  }

  /** Whether sessions can be opened in it. */
  get isUsable(): boolean {
    return this.#end === undefined && !this.#isEnding;
  }

  // -------------------------------------------------------------------------------------------- sessions

  /** Opens a session: a new one, one that the agent knows, or a copy of it. */
  async open(setup: AgentSessionSetup, events: AgentEvents, origin: AgentSessionOrigin): Promise<AgentSession> {
    const connection = await this.#connection(events.givenUp);
    const opening = this.#routes.begin(origin.kind === 'resumed' ? origin.agentSessionId : undefined);
    try {
      return await this.#request(connection, setup, { events, origin });
    } catch (error) {
      throw this.#openingError(error, origin);
    } finally {
      this.#routes.end(opening);
      this.#noteIdle();
    }
  }

  /** What it says of itself. */
  async describe(): Promise<AgentDescription> {
    const describe = async (): Promise<AgentDescription> => {
      const { agentInfo, capabilities, authMethods, version } = await this.#connected;
      return { info: agentInfo, capabilities, authMethods, version };
    };
    return this.#used(describe);
  }

  /** Logs in with one of its methods; there is no limit of time, because a user may have to do something. */
  async login(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#used(async () => {
      const connection = await this.#connected;
      const method = connection.authMethods.find((each) => each.methodId === methodId);
      if (method === undefined || method.type === 'terminal') throw loginRefused(this.#options.name, methodId, method);
      await connection.request('auth/login', { methodId }, signal === undefined ? {} : { signal });
    });
  }

  /** It is not ended for having no session until `use` is over. */
  async #used<T>(use: () => Promise<T>): Promise<T> {
    this.#reserved += 1;
    try {
      return await use();
    } finally {
      this.#reserved -= 1;
      this.#noteIdle();
    }
  }

  /** The connection for a session, which counts as open while it is waited for; the caller counts it from then on. */
  async #connection(givenUp: AbortSignal | undefined): Promise<ClientConnection> {
    this.#reserved += 1;
    try {
      const connection = await abortable(this.#connected, givenUp);
      this.#reserved -= 1;
      return connection;
    } catch (error) {
      this.#reserved -= 1;
      this.#noteIdle();
      throw error;
    }
  }

  async #request(
    connection: ClientConnection,
    setup: AgentSessionSetup,
    { events, origin }: { readonly events: AgentEvents; readonly origin: AgentSessionOrigin },
  ): Promise<AgentSession> {
    const { times, name } = this.#options;
    const signal = events.givenUp === undefined ? {} : { signal: events.givenUp };
    const { id, opened } = await requestSession(connection, setup, { origin, timeout: times.open, ...signal });
    if (this.#end !== undefined) throw new ConnectionError('closed', this.#end.reason);
    if (origin.kind !== 'resumed' && this.#routes.get(id) !== undefined)
      throw cannotOpen(`The agent ${name} gave two sessions the id ${JSON.stringify(id)}.`, 'agent_failed');
    const { route, before } = this.#routes.add(id, events, setup);
    if (before !== undefined) this.#tellLost(before, 'The session was opened again.');
    const losses = connection.raw.forSession(id).onNotification('_acp-stack.dev/session_lost', messageOf, (message) => {
      this.#tellLost(route, `The agent ${name} has lost the session: ${message}`);
      this.#noteIdle();
    });
    route.onEnd = () => {
      losses[Symbol.dispose]();
    };
    return new OpenAgentSession({
      id,
      opened,
      connection,
      agent: name,
      closeTime: times.open,
      onClosing: () => {
        route.isClosing = true;
      },
      onClosed: () => {
        route.end();
        this.#routes.delete(route);
        this.#noteIdle();
      },
    });
  }

  /** The error of a session that could not be opened: what the agent said, or one sentence. */
  #openingError(error: unknown, { kind }: AgentSessionOrigin): Error {
    const { name, times } = this.#options;
    if (isLoginRequired(error)) return loginRequired(name, error);
    if (isAbortError(error)) return error as Error;
    if (isUnknownToAgent(error, kind))
      return kind === 'forked'
        ? new CannotForkError(`The agent ${name} cannot copy the session: ${error.message}`, { cause: error })
        : new CannotResumeError(`The agent ${name} cannot resume the session: ${error.message}`, { cause: error });
    if (error instanceof RpcError || error instanceof CapabilityError || error instanceof TypeError) return error;
    if (error instanceof ConnectionError && error.code === 'timeout')
      return cannotOpen(
        `The agent ${name} did not open the session within ${times.open / 1000} seconds.`,
        'agent_failed',
        error,
      );
    const reason = this.#end?.reason ?? endSentence({ name, error, lines: this.#lines.all });
    return cannotOpen(reason, 'agent_failed', error);
  }

  #noteIdle(): void {
    if (this.load === 0 && this.isUsable) this.#options.onIdle();
  }

  // -------------------------------------------------------------------------------------------- messages

  readonly #update = (sessionId: string, update: SessionUpdate): void | Promise<void> => {
    return this.#routes.receive(sessionId, {
      content: update,
      deliver: (events) => events.update(update),
      drop: () => undefined,
    });
  };

  /** Asks in the session of a question; the answer is `cancelled` if it is not open, or if the hub fails. */
  readonly #ask = async <R>(
    method: 'session/request_permission' | 'elicitation/create',
    request: Readonly<Record<string, unknown>>,
    { signal, connection, cancelled }: Pick<Context, 'signal' | 'connection'> & { readonly cancelled: R },
  ): Promise<R> => {
    const { sessionId, ...params } = request;
    // A question about a request belongs to no session: no user waits for it.
    if (typeof sessionId !== 'string') return cancelled;
    // A request does not wait for a handler while a call waits for its response: it has overtaken updates.
    if (this.#routes.get(sessionId)?.isBusy === true) await connection.handled(sessionId);
    if (signal.aborted) return cancelled;
    return new Promise<R>((resolve, reject) => {
      const settle = (end: () => void): void => {
        this.#questions.delete(cancel);
        end();
      };
      const cancel = (): void => {
        settle(() => {
          resolve(cancelled);
        });
      };
      const failed = (error: unknown): void => {
        if (!(error instanceof RpcError)) cancel();
        else
          settle(() => {
            reject(error);
          });
      };
      this.#questions.add(cancel);
      signal.addEventListener('abort', cancel, { once: true });
      void this.#routes.receive(sessionId, {
        content: params,
        deliver: (events) => {
          // Updates that follow the question do not wait for its answer.
          events.ask({ method, params }, signal).then((answer) => {
            settle(() => {
              resolve(answer as R);
            });
          }, failed);
        },
        drop: cancel,
      });
    });
  };

  // -------------------------------------------------------------------------------------------- life

  async #connect(): Promise<ClientConnection> {
    const { name, component, times, clock, log, offer, observer, version } = this.#options;
    try {
      const handlers = { version, update: this.#update, ask: this.#ask };
      const app = offeringClient(offer, { name, session: (id) => this.#routes.get(id)?.offered }, handlers);
      const channel = component.start({
        signal: this.#stop.signal,
        onOutput: (line) => {
          this.#lines.add(line);
        },
      });
      const connection = await app.connect(observer?.agent(channel) ?? channel, {
        clock,
        timeout: times.start,
        signal: this.#stop.signal,
        // One question for each of many sessions may be open.
        limits: { incomingRequests: 10_000 },
        onReport: (report) => {
          if (report.kind === 'handler-failed') this.#reportOnce(log, `${report.method}: ${String(report.error)}`);
          // A request or a response that was not read fails by itself; of the others only this is known.
          if (report.kind === 'invalid-message' && report.limit !== undefined && report.message === undefined) {
            this.#reportOnce(log, report.problem);
            this.#noteOmitted(report.problem);
          }
        },
      });
      this.#isConnected = true;
      this.#finished = connection.closed.then(({ error }) => this.#ended(connection, error));
      return connection;
    } catch (error) {
      const reason = startSentence({ name, error, lines: this.#lines.all }, times.start);
      const wasAsked = this.#isEnding;
      this.#end = { reason };
      this.#stop.abort();
      this.#options.onEnd(wasAsked ? undefined : reason);
      throw cannotOpen(reason, 'agent_failed', error);
    }
  }

  /** Tells all sessions that a message of the agent was left out: which one it belonged to was not read. */
  #noteOmitted(problem: string): void {
    const title = `A message of the agent was left out. ${problem}`;
    const notice: SessionUpdate = { sessionUpdate: 'notice', severity: 'warning', title };
    for (const { sessionId } of this.#routes.all) void this.#update(sessionId, notice);
  }

  #reportOnce(log: (line: string) => void, line: string): void {
    if (this.#reported.size >= 100 || this.#reported.has(line)) return;
    this.#reported.add(line);
    log(`The agent ${this.#options.name}: ${line}`);
  }

  /** Resolves when all sessions are told. */
  async #ended(connection: ClientConnection, error: Error | undefined): Promise<void> {
    const { name, onEnd } = this.#options;
    const reason = this.#isEnding
      ? `The hub has ended the agent ${name}.`
      : endSentence({ name, error, lines: this.#lines.all });
    this.#end = { reason };
    this.#stop.abort();
    onEnd(this.#isEnding ? undefined : reason);
    await Promise.all(this.#routes.all.map((route) => this.#lose(route, connection, reason)));
  }

  /** Tells a session that its agent has ended, when it has got what the agent sent before, or after a while. */
  async #lose(route: Route, connection: ClientConnection, reason: string): Promise<void> {
    const { clock, times } = this.#options;
    const told = new Promise<void>((resolve) => {
      const stop = clock.schedule(times.end, resolve);
      const done = (): void => {
        stop();
        resolve();
      };
      void route.begun.then(() => connection.raw.handled(route.sessionId)).then(done, done);
    });
    await told;
    this.#tellLost(route, reason);
  }

  #tellLost(route: Route, reason: string): void {
    this.#routes.delete(route);
    if (route.end() && !route.isClosing) route.events.lost(reason);
  }

  /** Ends the agent: its input is ended, and it is killed if it does not exit, or has not started yet. */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (!this.#isConnected) this.#stop.abort();
    for (const cancel of this.#questions) cancel();
    const connection = await this.#connected.catch(() => undefined);
    await connection?.close({ grace: this.#options.times.end });
    await this.#finished;
  }
}

const messageOf = (params: unknown): string => {
  const { message } = Object(params) as { readonly message?: unknown };
  return typeof message === 'string' ? message : 'it did not say why.';
};
