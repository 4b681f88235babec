/**
 * The agent of a live session: opened when it is needed, lost when it ends, opened again when there is something to do.
 *
 * What an agent says after it was lost or closed is ignored.
 */
import { RpcError, rpcCodes, type Clock } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import {
  CannotForkError,
  CannotResumeError,
  type AgentEvents,
  type AgentPool,
  type AgentQuestion,
  type AgentSession,
  type AgentSessionSetup,
} from '../agents/agent-session.ts';
import { isLoginRequired, isTimeout } from '../agents/agent-failure.ts';
import type { LogRecord } from '../store/records.ts';
import { deferred, type Deferred } from './deferred.ts';
import type { SessionLog } from './session-log.ts';

export interface AgentLinkInit {
  readonly agents: AgentPool;
  readonly clock: Clock;
  /** The name of the agent. */
  readonly agent: string;
  readonly setup: AgentSessionSetup;
  readonly log: SessionLog;
  readonly onUpdate: (update: SessionUpdate) => void | Promise<void>;
  readonly onQuestion: (question: AgentQuestion, signal: AbortSignal) => Promise<unknown>;
  /** The agent was lost. */
  readonly onLost: (reason: string) => void;
}

/** One opening of the agent. */
interface Opening {
  readonly opened: Deferred<AgentSession>;
  readonly givenUp: AbortController;
  session: AgentSession | undefined;
  /** Why it was lost, before or after it was open. */
  lost: string | undefined;
}

/** What is stored when the agent opens a session for the first time. */
interface Created {
  readonly mcpServers?: AgentSessionSetup['mcpServers'];
}

/** How long to wait before the second and the third try, in milliseconds. */
const delays = [500, 2000];
/** After how many agents that were lost before they had answered anything no further one is started. */
const maxUseless = 3;

export class AgentLink {
  readonly #init: AgentLinkInit;
  #current: Opening | undefined;
  /** How many agents in a row were lost before they had answered anything. */
  #uselessAgents = 0;

  constructor(init: AgentLinkInit) {
    this.#init = init;
  }

  /** The session in the agent, if it is open. */
  get session(): AgentSession | undefined {
    return this.#current?.session;
  }

  /** Opens a session that the agent does not know yet, unless `signal` aborts before. */
  create(signal?: AbortSignal): Promise<AgentSession> {
    const { agents, agent, setup } = this.#init;
    const { mcpServers } = setup;
    return this.#begin((events) => agents.open(agent, setup, events), { mcpServers, signal });
  }

  /**
   * Opens a copy of a session of the agent. `isCopy` is false if the agent cannot copy it: then a new session is
   * open, and the agent does not know what was said before.
   */
  async fork(
    agentSessionId: string | null,
    signal?: AbortSignal,
  ): Promise<{ readonly session: AgentSession; readonly isCopy: boolean }> {
    const { agents, agent, setup } = this.#init;
    let isCopy = agentSessionId !== null;
    const session = await this.#begin(
      async (events) => {
        try {
          if (agentSessionId !== null) return await agents.fork(agent, agentSessionId, setup, events);
        } catch (error) {
          if (!(error instanceof CannotForkError)) throw error;
          isCopy = false;
        }
        return agents.open(agent, setup, events);
      },
      { mcpServers: setup.mcpServers, signal },
    );
    return { session, isCopy };
  }

  /** The session in the agent; resumes it if it is not open. Rejects with an `RpcError` if the agent cannot. */
  open(): Promise<AgentSession> {
    if (this.#current !== undefined) return this.#current.opened.promise;
    const { agents, agent, setup, log } = this.#init;
    const { agentSessionId } = log.state;
    return this.#begin(async (events) => {
      if (this.#uselessAgents >= maxUseless) {
        this.#uselessAgents = 0;
        throw new CannotResumeError('The agent ends as soon as it is started.');
      }
      if (agentSessionId === null) throw new CannotResumeError('The agent never opened the session.');
      return agents.resume(agent, agentSessionId, setup, events);
    });
  }

  /** The agent has answered a request. */
  noteAnswer(): void {
    this.#uselessAgents = 0;
  }

  /** The agent does not answer any more; called when a request fails because its connection has ended. */
  lose(session: AgentSession, reason: string): void {
    if (this.#current?.session === session) this.#lost(this.#current, reason);
  }

  /** Cancels the work of the agent, or gives up opening it. */
  cancel(): void {
    if (this.session === undefined)
      this.#giveUp(unavailable('The session was cancelled while its agent was starting.'));
    else this.session.cancel();
  }

  /** Closes the session in the agent, or gives up opening it. */
  async close(): Promise<void> {
    const { session } = this;
    if (session === undefined) this.#giveUp(unavailable('The session was closed while its agent was starting.'));
    this.#current = undefined;
    await session?.close().catch(() => undefined);
  }

  /** What waits for the opening is told at once; a session that the agent opens all the same is closed. */
  #giveUp(reason: Error): void {
    const opening = this.#current;
    this.#current = undefined;
    opening?.opened.reject(reason);
    opening?.givenUp.abort(reason);
  }

  #begin(
    open: (events: AgentEvents) => Promise<AgentSession>,
    { signal, ...created }: Created & { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<AgentSession> {
    const giveUp = (): void => {
      if (this.#current === opening && opening.session === undefined) this.#giveUp(signal?.reason as Error);
    };
    const opening: Opening = {
      opened: deferred(),
      givenUp: new AbortController(),
      session: undefined,
      lost: undefined,
    };
    this.#current = opening;
    const { opened } = opening;
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#open(opening, open, created)
      .then(opened.resolve, opened.reject)
      .finally(() => {
        signal?.removeEventListener('abort', giveUp);
      });
    return opened.promise;
  }

  /** Opens it, and tries again after a while unless the agent does not know the session. */
  async #open(
    opening: Opening,
    open: (events: AgentEvents) => Promise<AgentSession>,
    created: Created,
  ): Promise<AgentSession> {
    const isNew = created.mcpServers !== undefined;
    const tries = isNew ? 1 : delays.length + 1;
    for (let attempt = 1; ; attempt += 1) {
      opening.lost = undefined;
      try {
        const session = await open(this.#events(opening));
        // It may have ended as soon as it was open.
        if (opening.lost !== undefined) throw new Error(opening.lost);
        return await this.#opened(opening, session, created);
      } catch (error) {
        const isFinal = attempt >= tries || isHopeless(error);
        if (!isFinal && this.#current === opening) await this.#pause(delays[attempt - 1] ?? 0);
        if (isFinal || this.#current !== opening) throw this.#failed(opening, error, isNew);
      }
    }
  }

  /** The session is open in the agent; what the agent has said meanwhile follows. */
  #opened(opening: Opening, session: AgentSession, created: Created): AgentSession | Promise<AgentSession> {
    if (this.#current !== opening) {
      const closed = unavailable('The session was closed while its agent was starting.');
      return session.close().then(
        () => Promise.reject(closed),
        () => Promise.reject(closed),
      );
    }
    opening.session = session;
    const { id: agentSessionId, opened, capabilities } = session;
    void this.#init.log.write([{ kind: 'agent', state: 'open', agentSessionId, opened, capabilities, ...created }]);
    return session;
  }

  /** The error for the requests that wait; the session says that it has no agent, unless it was closed meanwhile. */
  #failed(opening: Opening, error: unknown, isNew: boolean): unknown {
    const isCurrent = this.#current === opening;
    if (isCurrent) this.#current = undefined;
    if (isNew) return error;
    const needsLogin = isLoginRequired(error);
    if (isCurrent) void this.#init.log.write(needsLogin ? loginNeeded(error) : failure(sentence(error)));
    return needsLogin ? error : unavailable(sentence(error));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#init.clock.schedule(ms, resolve));
  }

  #events(opening: Opening): AgentEvents {
    const { onUpdate, onQuestion } = this.#init;
    /** What comes before the session is open waits until it is. */
    const whenOpen = <T>(work: () => T | Promise<T>, otherwise: T): T | Promise<T> => {
      if (this.#current !== opening) return otherwise;
      if (opening.session !== undefined) return work();
      return opening.opened.promise.then(
        () => (this.#current === opening ? work() : otherwise),
        () => otherwise,
      );
    };
    return {
      givenUp: opening.givenUp.signal,
      update: (update) => whenOpen(() => onUpdate(update), undefined),
      ask: async (question, signal) =>
        whenOpen(() => onQuestion(question, signal), { outcome: { outcome: 'cancelled' } }),
      lost: (reason) => {
        if (this.#current !== opening) return;
        if (opening.session === undefined) opening.lost = reason;
        else this.#lost(opening, reason);
      },
    };
  }

  #lost(opening: Opening, reason: string): void {
    if (this.#current !== opening) return;
    opening.lost = reason;
    this.#current = undefined;
    this.#uselessAgents += 1;
    this.#init.onLost(reason);
  }
}

/** Another try would fail too, or would take too long. */
const isHopeless = (error: unknown): boolean =>
  error instanceof CannotResumeError || isLoginRequired(error) || isTimeout(error);

const sentence = (error: unknown): string => (error instanceof Error ? error.message : 'The agent cannot be started.');

const unavailable = (reason: string): RpcError =>
  new RpcError(rpcCodes.internalError, reason, { data: { reason: 'agent_unavailable' } });

/** The session says plainly that its agent is gone, and stays readable. */
const failure = (reason: string): readonly LogRecord[] => [
  { kind: 'agent', state: 'failed', reason },
  {
    kind: 'update',
    update: {
      sessionUpdate: 'notice',
      severity: 'error',
      title: 'The agent of this session cannot go on',
      description: `${reason} Messages that wait can be taken back; a new session starts the agent anew.`,
    },
  },
];

/** The same for an agent that only needs a login: messages wait for it. */
const loginNeeded = ({ message }: RpcError): readonly LogRecord[] => [
  { kind: 'agent', state: 'failed', reason: message },
  {
    kind: 'update',
    update: {
      sessionUpdate: 'notice',
      severity: 'warning',
      title: 'The agent of this session needs a login',
      description: `${message} Log in, then send the message again; messages that wait go on by themselves.`,
    },
  },
];
