/**
 * Lets several clients talk to one agent that knows of one client only.
 *
 * The ids of clients' requests are replaced, because two clients use the same ones. What the agent says about a session goes to the
 * client whose session it is, and what it says about none to everybody; what it asks about none is refused while there are several.
 * A client that leaves has its work cancelled and its questions answered; its sessions stay in the agent, for whoever loads or resumes them.
 */
import { rpcCodes, problemResponse, type Channel } from '@acp-stack/rpc';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';
import type { MethodName as UnstableMethodName } from '@acp-stack/schema/v2/unstable';

import { absentAnswer } from './absent-client.ts';
import { SharedClient } from './shared-client.ts';
import { SharedInitialize } from './shared-initialize.ts';
import { fieldsOf, isFields, sessionIdOf, type Fields } from './message-fields.ts';
import { SessionOwners } from './session-owners.ts';
import { RunningTurns } from './running-turns.ts';

type Method = MethodName1 | MethodName2 | UnstableMethodName;

const methods = {
  initialize: 'initialize',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  cancelRequest: '$/cancel_request',
} as const satisfies Readonly<Record<string, Method>>;

/** Methods after which a session is somebody else's. */
const takesOver: ReadonlySet<unknown> = new Set<Method>(['session/load', 'session/resume']);
/** Methods whose answer names a session that did not exist before. */
const opens: ReadonlySet<unknown> = new Set<Method>(['session/new', 'session/fork']);
/** Methods after which a session is nobody's. */
const closes: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete']);

const notFound = -32_002;
const takenOver = 'Another client has taken this session over; load or resume it to go on here.';
/** Tells a program that a session is no longer its own; clients of `@acp-stack/sdk` end what waits for it. */
const lostMethod = '_acp-stack.dev/session_lost';
/** The id of the request `initialize`; the others count from 1. */
const introducing = 0;

/** A client's request that the agent has not answered. */
interface Asked {
  readonly client: SharedClient;
  readonly id: unknown;
  readonly method: string;
  readonly sessionId: string | undefined;
}

/** A request of the agent, and who has to answer it. */
interface Asking {
  readonly client: SharedClient;
  readonly message: Fields;
}

export class ClientMultiplexer {
  readonly #agent: Channel;
  /** Clients, and what to call when the agent has ended. */
  readonly #clients = new Map<SharedClient, () => void>();
  readonly #asked = new Map<unknown, Asked>();
  readonly #asking = new Map<unknown, Asking>();
  readonly #owners = new SessionOwners();
  readonly #turns = new RunningTurns();
  readonly #initialize: SharedInitialize;
  #count = introducing;
  #hasEnded = false;

  /** `version` is that of the program, for the agent to know. */
  constructor(agent: Channel, version: string) {
    this.#agent = agent;
    this.#initialize = new SharedInitialize(version);
    agent.open({
      receive: (message, text) => {
        if (isFields(message)) this.#fromAgent(message, text);
      },
      reject: (problem) => {
        const { partial } = problem;
        if (partial?.isResponse === true) this.#fromAgent({ ...problemResponse(problem) }, undefined);
        else if (partial !== undefined) agent.send(problemResponse(problem));
      },
      ended: () => {
        this.#end();
      },
    });
  }

  /** Whether a session is at work. */
  get isBusy(): boolean {
    return this.#turns.areRunning;
  }

  /** Takes a client; resolves when it, or the agent, has ended. */
  join(channel: Channel): Promise<void> {
    return new Promise((resolve) => {
      const client = new SharedClient(channel, this.#agent);
      this.#clients.set(client, resolve);
      channel.open({
        receive: (message, text) => {
          if (isFields(message)) this.#fromClient(client, message, text);
          else this.#refuse(client, null, rpcCodes.invalidRequest, 'A message must be a JSON object.');
        },
        reject: (problem) => {
          if (problem.partial?.isResponse === true) this.#answered(client, { ...problemResponse(problem) }, undefined);
          else channel.send(problemResponse(problem));
        },
        ended: () => {
          this.#left(client);
          resolve();
        },
      });
      if (this.#hasEnded) this.#end();
    });
  }

  // -------------------------------------------------------------------------------------------- from a client

  #fromClient(client: SharedClient, message: Fields, text: string | undefined): void {
    const { id, method } = message;
    if (typeof method !== 'string') this.#answered(client, message, text);
    else if (id === undefined) this.#notify(client, message, text);
    else if (method === methods.initialize) {
      const introduction = this.#initialize.ask(client, message);
      if (introduction !== undefined) this.#toAgent(client, { ...introduction, id: introducing });
    } else this.#ask(client, method, message);
  }

  #ask(client: SharedClient, method: string, message: Fields): void {
    const { id, params } = message;
    const sessionId = sessionIdOf(params);
    if (sessionId !== undefined && !takesOver.has(method) && this.#owners.isForeign(sessionId, client)) {
      this.#refuse(client, id, notFound, 'Another client has this session; load or resume it to take it over.');
      return;
    }
    if (sessionId !== undefined && takesOver.has(method)) this.#owners.asks(sessionId, client);
    // Whoever works with a session that nobody has, has it.
    if (sessionId !== undefined && method === methods.prompt) this.#own(sessionId, client);
    this.#count += 1;
    this.#asked.set(this.#count, { client, id, method, sessionId });
    this.#toAgent(client, { ...message, id: this.#count });
  }

  /** A client answers a request of the agent; only the one who was asked may. */
  #answered(client: SharedClient, message: Fields, text: string | undefined): void {
    if (this.#asking.get(message['id'])?.client !== client) return;
    this.#asking.delete(message['id']);
    this.#toAgent(client, message, text);
  }

  #notify(client: SharedClient, message: Fields, text: string | undefined): void {
    const params = fieldsOf(message['params']);
    const sessionId = sessionIdOf(params);
    if (message['method'] === methods.cancelRequest) {
      // The agent knows the request by another id; one that it has answered is nothing to cancel.
      const own = this.#idOf(client, params['requestId']);
      if (own !== undefined) this.#toAgent(client, { ...message, params: { ...params, requestId: own } });
    } else if (sessionId === undefined || !this.#owners.isForeign(sessionId, client)) {
      this.#toAgent(client, message, text);
    }
  }

  #idOf(client: SharedClient, id: unknown): unknown {
    for (const [own, asked] of this.#asked) if (asked.client === client && asked.id === id) return own;
    return undefined;
  }

  /** `text` where the message goes on as it came. */
  #toAgent(client: SharedClient, message: Fields, text?: string): void {
    this.#turns.toAgent(message);
    try {
      if (!this.#agent.send(message, text)) client.waitForAgent();
    } catch {
      // The agent has ended, and everybody is told.
    }
  }

  #refuse(client: SharedClient, id: unknown, code: number, message: string): void {
    client.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  // -------------------------------------------------------------------------------------------- from the agent

  #fromAgent(message: Fields, text: string | undefined): void {
    this.#turns.fromAgent(message);
    if (typeof message['method'] === 'string') this.#route(message, text);
    else if (message['id'] === introducing) this.#initialize.answered(message);
    else this.#settle(message);
  }

  /** The agent answers a request. */
  #settle(answer: Fields): void {
    const asked = this.#asked.get(answer['id']);
    if (asked === undefined) return;
    this.#asked.delete(answer['id']);
    const { client, id, method, sessionId } = asked;
    const isTaken = takesOver.has(method) && 'result' in answer && this.#clients.has(client);
    const before = sessionId === undefined || !isTaken ? undefined : this.#owners.ownerOf(sessionId);
    if (sessionId !== undefined && takesOver.has(method)) this.#tookOver(sessionId, client, isTaken);
    client.send({ ...answer, id });
    if (sessionId !== undefined && before !== undefined && before !== client) this.#handOver(sessionId, before, client);
    if ('result' in answer && this.#clients.has(client)) {
      const about = opens.has(method) ? sessionIdOf(answer['result']) : sessionId;
      if (about !== undefined && opens.has(method)) this.#own(about, client);
      if (about !== undefined && closes.has(method)) this.#owners.disown(about);
    }
    if (opens.has(method) && !this.#isOpening) for (const message of this.#owners.giveUp()) this.#route(message);
  }

  /** The agent has said whether the session is the client's now; what it said about it meanwhile comes before its answer. */
  #tookOver(sessionId: string, client: SharedClient, isTaken: boolean): void {
    this.#owners.asked(sessionId, client);
    if (isTaken) this.#own(sessionId, client);
    this.#routeDisputed();
  }

  /** What is open moves along: the new owner is asked, and the one before him waits for nothing and decides nothing any more. */
  #handOver(sessionId: string, from: SharedClient, to: SharedClient): void {
    for (const [id, { client, message }] of this.#asking) {
      if (client !== from || sessionIdOf(message['params']) !== sessionId) continue;
      this.#asking.set(id, { client: to, message });
      from.send({ jsonrpc: '2.0', method: methods.cancelRequest, params: { requestId: id } });
      to.send(message);
    }
    for (const [own, asked] of this.#asked) {
      if (asked.client !== from || asked.sessionId !== sessionId) continue;
      this.#asked.delete(own);
      this.#refuse(from, asked.id, notFound, takenOver);
    }
    from.send({ jsonrpc: '2.0', method: lostMethod, params: { sessionId, message: takenOver, reason: 'taken-over' } });
  }

  #routeDisputed(): void {
    for (const message of this.#owners.takeDisputed()) this.#route(message);
  }

  #own(sessionId: string, client: SharedClient): void {
    for (const message of this.#owners.own(sessionId, client)) this.#route(message);
  }

  #route(message: Fields, text?: string): void {
    const { id, method } = message;
    const sessionId = sessionIdOf(message['params']);
    const isCall = id !== undefined;
    if (sessionId !== undefined && this.#owners.holdDisputed(sessionId, message)) return;
    this.#routeDisputed();
    const to = this.#addressee(message, sessionId);
    if (to !== undefined) {
      if (isCall) this.#asking.set(id, { client: to.client, message });
      to.client.send(to.message, to.message === message ? text : undefined);
      for (const each of this.#owners.adopt(message, to.client)) this.#route(each);
    } else if (sessionId !== undefined) {
      // An agent may speak about a session before it has answered with its id.
      if (this.#isOpening && this.#owners.hold(sessionId, message)) return;
      if (isCall) this.#tellAgent(absentAnswer(id, method));
    } else if (isCall) this.#tellAgent(unaddressed(id));
    else for (const each of this.#clients.keys()) each.send(message, text);
  }

  /** Who gets a message of the agent, and how it names things there; undefined when that cannot be told. */
  #addressee(message: Fields, sessionId: string | undefined): { client: SharedClient; message: Fields } | undefined {
    const params = fieldsOf(message['params']);
    const owner = sessionId === undefined ? undefined : this.#owners.of(sessionId);
    if (owner !== undefined) return { client: owner, message };
    const { requestId } = params;
    if (message['method'] === methods.cancelRequest) {
      const asking = this.#asking.get(requestId);
      return asking === undefined ? undefined : { client: asking.client, message };
    }
    const asked = requestId === undefined ? undefined : this.#asked.get(requestId);
    if (asked !== undefined) {
      return { client: asked.client, message: { ...message, params: { ...params, requestId: asked.id } } };
    }
    const [only, another] = this.#clients.keys();
    const isForOne = sessionId === undefined && only !== undefined && another === undefined;
    return isForOne ? { client: only, message } : undefined;
  }

  /** Whether the agent has been asked for a session whose id it has not told yet. */
  get #isOpening(): boolean {
    for (const { method } of this.#asked.values()) if (opens.has(method)) return true;
    return false;
  }

  #tellAgent(message: Fields): void {
    try {
      this.#agent.send(message);
    } catch {
      // It does not wait for an answer any more.
    }
  }

  // -------------------------------------------------------------------------------------------- ends

  /** A client is gone: its work is cancelled, and what it was asked is answered. */
  #left(client: SharedClient): void {
    this.#clients.delete(client);
    client.hangUp();
    for (const sessionId of this.#owners.sessionsOf(client)) {
      if (!this.#turns.isWorking(sessionId)) continue;
      this.#tellAgent({ jsonrpc: '2.0', method: methods.cancel, params: { sessionId } });
      this.#turns.forget(sessionId);
    }
    // After the cancellation, as the protocol has it: the answer to a question is that the work was cancelled.
    for (const [id, { client: whom, message }] of this.#asking) {
      if (whom !== client) continue;
      this.#asking.delete(id);
      this.#tellAgent(absentAnswer(id, message['method']));
    }
    for (const [own, asked] of this.#asked) {
      if (asked.client !== client || asked.method === methods.prompt) continue;
      this.#tellAgent({ jsonrpc: '2.0', method: methods.cancelRequest, params: { requestId: own } });
    }
    this.#owners.left(client);
    this.#routeDisputed();
  }

  /** The agent is gone: everybody gets an answer to what he asked, and is let go. */
  #end(): void {
    this.#hasEnded = true;
    for (const { client, id } of this.#asked.values()) {
      this.#refuse(client, id, rpcCodes.internalError, hasEnded);
    }
    this.#asked.clear();
    this.#initialize.answered({ jsonrpc: '2.0', error: { code: rpcCodes.internalError, message: hasEnded } });
    for (const [client, resolve] of this.#clients) {
      client.hangUp();
      resolve();
    }
  }
}

const hasEnded = 'The agent has ended.';

const unaddressed = (id: unknown): Fields => ({
  jsonrpc: '2.0',
  id,
  error: { code: rpcCodes.internalError, message: 'Several clients share this agent; say which session it is about.' },
});
