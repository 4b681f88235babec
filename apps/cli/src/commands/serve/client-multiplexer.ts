/**
 * Connects several clients to one agent that supports a single client.
 *
 * The ids of client requests are replaced, because two clients may use the same ones. Messages of the agent about a
 * session go to its owner, other notifications to every client, and other requests are refused if there are several
 * clients. When a client disconnects, its work is cancelled and its open requests are answered; its sessions stay in
 * the agent, for clients that load or resume them.
 */
import { rpcCodes, problemResponse, type Channel } from '@acp-stack/rpc';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';
import type { MethodName as UnstableMethodName } from '@acp-stack/schema/v2/unstable';

import { absentResponse } from './absent-client.ts';
import { SharedClient } from './shared-client.ts';
import { SharedInitialize } from './shared-initialize.ts';
import { fieldsOf, sessionIdOf } from './message-fields.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { SessionOwners } from './session-owners.ts';
import { RunningTurns } from './running-turns.ts';

type Method = MethodName1 | MethodName2 | UnstableMethodName;

const methods = {
  initialize: 'initialize',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  cancelRequest: '$/cancel_request',
} as const satisfies Readonly<Record<string, Method>>;

/** Methods that change the owner of a session. */
const takesOver: ReadonlySet<unknown> = new Set<Method>(['session/load', 'session/resume']);
/** Methods whose result has the id of a new session. */
const opens: ReadonlySet<unknown> = new Set<Method>(['session/new', 'session/fork']);
/** Methods after which a session has no owner. */
const closes: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete']);

const notFound = -32_002;
const takenOver = 'Another client has taken over this session; load or resume it to continue here.';
/** Notifies a client that it has lost a session; clients of `@acp-stack/sdk` end what waits for it. */
const lostMethod = '_acp-stack.dev/session_lost';
/** The id of the `initialize` request; the others count from 1. */
const initializeId = 0;

/** A request of a client that the agent has not answered. */
interface Asked {
  readonly client: SharedClient;
  readonly id: unknown;
  readonly method: string;
  readonly sessionId: string | undefined;
}

/** A request of the agent, and the client that has to answer it. */
interface Asking {
  readonly client: SharedClient;
  readonly message: JsonObject;
}

export class ClientMultiplexer {
  readonly #agent: Channel;
  /** The clients, and what to call when the agent has exited. */
  readonly #clients = new Map<SharedClient, () => void>();
  readonly #asked = new Map<unknown, Asked>();
  readonly #asking = new Map<unknown, Asking>();
  readonly #owners = new SessionOwners();
  readonly #turns = new RunningTurns();
  readonly #initialize: SharedInitialize;
  #count = initializeId;
  #hasEnded = false;

  /** `version` is that of the program, for the agent. */
  constructor(agent: Channel, version: string) {
    this.#agent = agent;
    this.#initialize = new SharedInitialize(version);
    agent.open({
      receive: (message, text) => {
        if (isJsonObject(message)) this.#fromAgent(message, text);
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

  /** Whether a session is working. */
  get isBusy(): boolean {
    return this.#turns.areRunning;
  }

  /** Adds a client; resolves when it has disconnected, or the agent has exited. */
  join(channel: Channel): Promise<void> {
    return new Promise((resolve) => {
      const client = new SharedClient(channel, this.#agent);
      this.#clients.set(client, resolve);
      channel.open({
        receive: (message, text) => {
          if (isJsonObject(message)) this.#fromClient(client, message, text);
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

  #fromClient(client: SharedClient, message: JsonObject, text: string | undefined): void {
    const { id, method } = message;
    if (typeof method !== 'string') this.#answered(client, message, text);
    else if (id === undefined) this.#notify(client, message, text);
    else if (method === methods.initialize) {
      const introduction = this.#initialize.ask(client, message);
      if (introduction !== undefined) this.#toAgent(client, { ...introduction, id: initializeId });
    } else this.#ask(client, method, message);
  }

  #ask(client: SharedClient, method: string, message: JsonObject): void {
    const { id, params } = message;
    const sessionId = sessionIdOf(params);
    if (sessionId !== undefined && !takesOver.has(method) && this.#owners.isForeign(sessionId, client)) {
      this.#refuse(client, id, notFound, 'Another client has this session; load or resume it to take it over.');
      return;
    }
    if (sessionId !== undefined && takesOver.has(method)) this.#owners.asks(sessionId, client);
    // A prompt to a session without an owner makes the client its owner.
    if (sessionId !== undefined && method === methods.prompt) this.#own(sessionId, client);
    this.#count += 1;
    this.#asked.set(this.#count, { client, id, method, sessionId });
    this.#toAgent(client, { ...message, id: this.#count });
  }

  /** A client responds to a request of the agent; only the client that got the request may respond. */
  #answered(client: SharedClient, message: JsonObject, text: string | undefined): void {
    if (this.#asking.get(message['id'])?.client !== client) return;
    this.#asking.delete(message['id']);
    this.#toAgent(client, message, text);
  }

  #notify(client: SharedClient, message: JsonObject, text: string | undefined): void {
    const params = fieldsOf(message['params']);
    const sessionId = sessionIdOf(params);
    if (message['method'] === methods.cancelRequest) {
      // The agent knows the request by another id; an answered request cannot be cancelled.
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

  /** `text` if the message is unchanged. */
  #toAgent(client: SharedClient, message: JsonObject, text?: string): void {
    this.#turns.toAgent(message);
    try {
      if (!this.#agent.send(message, text)) client.waitForAgent();
    } catch {
      // The agent has exited, which is reported to all clients.
    }
  }

  #refuse(client: SharedClient, id: unknown, code: number, message: string): void {
    client.send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  // -------------------------------------------------------------------------------------------- from the agent

  #fromAgent(message: JsonObject, text: string | undefined): void {
    this.#turns.fromAgent(message);
    if (typeof message['method'] === 'string') this.#route(message, text);
    else if (message['id'] === initializeId) this.#initialize.answered(message);
    else this.#settle(message);
  }

  /** The agent responds to a request. */
  #settle(answer: JsonObject): void {
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

  /** The agent has responded to load or resume; held messages of the session come before its response. */
  #tookOver(sessionId: string, client: SharedClient, isTaken: boolean): void {
    this.#owners.asked(sessionId, client);
    if (isTaken) this.#own(sessionId, client);
    this.#routeDisputed();
  }

  /** Moves open requests of the agent to the new owner, and fails those of the previous one. */
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

  #route(message: JsonObject, text?: string): void {
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
      // An agent may send messages about a session before it returns its id.
      if (this.#isOpening && this.#owners.hold(sessionId, message)) return;
      if (isCall) this.#tellAgent(absentResponse(id, method));
    } else if (isCall) this.#tellAgent(unaddressed(id));
    else for (const each of this.#clients.keys()) each.send(message, text);
  }

  /** The client for a message of the agent, and the message with the ids of that client; undefined if there is none. */
  #addressee(
    message: JsonObject,
    sessionId: string | undefined,
  ): { client: SharedClient; message: JsonObject } | undefined {
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

  /** Whether a session is being opened. */
  get #isOpening(): boolean {
    for (const { method } of this.#asked.values()) if (opens.has(method)) return true;
    return false;
  }

  #tellAgent(message: JsonObject): void {
    try {
      this.#agent.send(message);
    } catch {
      // The agent has exited.
    }
  }

  // -------------------------------------------------------------------------------------------- ends

  /** A client has disconnected: cancels its work, and answers its open requests. */
  #left(client: SharedClient): void {
    this.#clients.delete(client);
    client.hangUp();
    for (const sessionId of this.#owners.sessionsOf(client)) {
      if (!this.#turns.isWorking(sessionId)) continue;
      this.#tellAgent({ jsonrpc: '2.0', method: methods.cancel, params: { sessionId } });
      this.#turns.forget(sessionId);
    }
    // After the cancellation, as the protocol requires: the response to a question is then `cancelled`.
    for (const [id, { client: whom, message }] of this.#asking) {
      if (whom !== client) continue;
      this.#asking.delete(id);
      this.#tellAgent(absentResponse(id, message['method']));
    }
    for (const [own, asked] of this.#asked) {
      if (asked.client !== client || asked.method === methods.prompt) continue;
      this.#tellAgent({ jsonrpc: '2.0', method: methods.cancelRequest, params: { requestId: own } });
    }
    this.#owners.left(client);
    this.#routeDisputed();
  }

  /** The agent has exited: fails all open requests and disconnects all clients. */
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

const hasEnded = 'The agent has exited.';

const unaddressed = (id: unknown): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: rpcCodes.internalError,
    message: 'Several clients share this agent; the request must name a session.',
  },
});
