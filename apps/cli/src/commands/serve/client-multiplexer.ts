/**
 * Connects several clients to one agent that supports a single client.
 *
 * The ids of client requests are replaced, because two clients may use the same ones. Messages of the agent about a
 * session go to its owner, other notifications to every client, and other requests are refused if there are several
 * clients. When a client disconnects, its work is cancelled, and requests of the agent to it get a
 * response; its sessions stay in the agent, for clients that load or resume them.
 */
import { rpcCodes, problemResponse, type Channel } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import type { MethodName as MethodName1 } from '@acp-stack/schema/v1';
import type { MethodName as MethodName2 } from '@acp-stack/schema/v2';
import type { MethodName as UnstableMethodName } from '@acp-stack/schema/v2/unstable';

import { absentResponse } from './absent-client.ts';
import { SharedClient } from './shared-client.ts';
import { SharedInitialize } from './shared-initialize.ts';
import { fieldsOf, sessionIdOf } from './message-fields.ts';
import { SessionOwners } from './session-owners.ts';
import { RunningTurns } from './running-turns.ts';

type Method = MethodName1 | MethodName2 | UnstableMethodName;

const methods = {
  initialize: 'initialize',
  prompt: 'session/prompt',
  cancel: 'session/cancel',
  update: 'session/update',
  cancelRequest: '$/cancel_request',
} as const satisfies Readonly<Record<string, Method>>;

/** Methods that change the owner of a session. */
const takeOverMethods: ReadonlySet<unknown> = new Set<Method>(['session/load', 'session/resume']);
/** Methods whose result has the id of a new session. */
const openMethods: ReadonlySet<unknown> = new Set<Method>(['session/new', 'session/fork']);
/** Methods after which a session has no owner. */
const closeMethods: ReadonlySet<unknown> = new Set<Method>(['session/close', 'session/delete']);

const notFound = -32_002;
const takenOverMessage = 'Another client has taken over this session; load or resume it to continue here.';
const reason = 'taken-over';
/** Notifies a client that it has lost a session; clients of `@acp-stack/sdk` understand it. */
const lostMethod = '_acp-stack.dev/session_lost';
/** The id of the `initialize` request; the others count from 1. */
const initializeId = 0;

/** A request of a client that the agent has not answered. */
interface ClientRequest {
  readonly client: SharedClient;
  readonly id: unknown;
  readonly method: string;
  readonly sessionId: string | undefined;
}

/** A request of the agent, and the client that has to answer it. */
interface AgentRequest {
  readonly client: SharedClient;
  readonly message: JsonObject;
}

export class ClientMultiplexer {
  readonly #agent: Channel;
  /** The clients, and what to call when the agent has exited. */
  readonly #clients = new Map<SharedClient, () => void>();
  /** The open requests of clients, by the ids that the agent knows. */
  readonly #clientRequests = new Map<unknown, ClientRequest>();
  /** The open requests of the agent, by their ids. */
  readonly #agentRequests = new Map<unknown, AgentRequest>();
  readonly #owners = new SessionOwners();
  readonly #turns = new RunningTurns();
  readonly #initialize: SharedInitialize;
  #lastRequestId = initializeId;
  #hasExited = false;

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
        this.#agentExited();
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
          if (problem.partial?.isResponse === true)
            this.#forwardClientResponse(client, { ...problemResponse(problem) }, undefined);
          else channel.send(problemResponse(problem));
        },
        ended: () => {
          this.#clientDisconnected(client);
          resolve();
        },
      });
      if (this.#hasExited) this.#agentExited();
    });
  }

  // -------------------------------------------------------------------------------------------- from a client

  #fromClient(client: SharedClient, message: JsonObject, text: string | undefined): void {
    const { id, method } = message;
    if (typeof method !== 'string') this.#forwardClientResponse(client, message, text);
    else if (id === undefined) this.#forwardNotification(client, message, text);
    else if (method === methods.initialize) {
      const initialize = this.#initialize.request(client, message);
      if (initialize !== undefined) this.#toAgent(client, { ...initialize, id: initializeId });
    } else this.#forwardRequest(client, method, message);
  }

  /** Sends a request of a client to the agent under a new id, if the client may use its session. */
  #forwardRequest(client: SharedClient, method: string, message: JsonObject): void {
    const { id, params } = message;
    const sessionId = sessionIdOf(params);
    if (sessionId !== undefined && !takeOverMethods.has(method) && this.#owners.isForeign(sessionId, client)) {
      this.#refuse(client, id, notFound, 'Another client has this session; load or resume it to take it over.');
      return;
    }
    if (sessionId !== undefined && takeOverMethods.has(method)) this.#owners.takeOverRequested(sessionId, client);
    // A prompt to a session without an owner makes the client its owner.
    if (sessionId !== undefined && method === methods.prompt) this.#own(sessionId, client);
    this.#lastRequestId += 1;
    this.#clientRequests.set(this.#lastRequestId, { client, id, method, sessionId });
    this.#toAgent(client, { ...message, id: this.#lastRequestId });
  }

  /** A client responds to a request of the agent; only the client that got the request may respond. */
  #forwardClientResponse(client: SharedClient, message: JsonObject, text: string | undefined): void {
    if (this.#agentRequests.get(message['id'])?.client !== client) return;
    this.#agentRequests.delete(message['id']);
    this.#toAgent(client, message, text);
  }

  #forwardNotification(client: SharedClient, message: JsonObject, text: string | undefined): void {
    const params = fieldsOf(message['params']);
    const sessionId = sessionIdOf(params);
    if (message['method'] === methods.cancelRequest) {
      // The agent knows the request by another id; an answered request cannot be cancelled.
      const agentId = this.#agentIdOf(client, params['requestId']);
      if (agentId !== undefined) this.#toAgent(client, { ...message, params: { ...params, requestId: agentId } });
    } else if (sessionId === undefined || !this.#owners.isForeign(sessionId, client)) {
      this.#toAgent(client, message, text);
    }
  }

  /** The id that the agent knows for a request of a client. */
  #agentIdOf(client: SharedClient, id: unknown): unknown {
    for (const [agentId, request] of this.#clientRequests) {
      if (request.client === client && request.id === id) return agentId;
    }
    return undefined;
  }

  /** `text` is the JSON of the message, if it is unchanged. */
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
    else if (message['id'] === initializeId) this.#initialize.responded(message);
    else this.#forwardAgentResponse(message);
  }

  /** Sends a response of the agent to the client, and updates the owner of the session. */
  #forwardAgentResponse(response: JsonObject): void {
    const request = this.#clientRequests.get(response['id']);
    if (request === undefined) return;
    this.#clientRequests.delete(response['id']);
    const { client, id, method, sessionId } = request;
    const isTaken = takeOverMethods.has(method) && 'result' in response && this.#clients.has(client);
    const previousOwner = sessionId === undefined || !isTaken ? undefined : this.#owners.ownerOf(sessionId);
    if (sessionId !== undefined && takeOverMethods.has(method)) this.#endTakeOver(sessionId, client, isTaken);
    client.send({ ...response, id });
    if (sessionId !== undefined && previousOwner !== undefined && previousOwner !== client) {
      this.#handOver(sessionId, previousOwner, client);
    }
    if ('result' in response && this.#clients.has(client)) {
      const changedId = openMethods.has(method) ? sessionIdOf(response['result']) : sessionId;
      if (changedId !== undefined && openMethods.has(method)) this.#own(changedId, client);
      if (changedId !== undefined && closeMethods.has(method)) this.#owners.disown(changedId);
    }
    if (openMethods.has(method) && !this.#isOpening)
      for (const message of this.#owners.takeUnowned()) this.#route(message);
  }

  /** The agent has responded to load or resume. Held messages of the session are sent before the response. */
  #endTakeOver(sessionId: string, client: SharedClient, isTaken: boolean): void {
    this.#owners.takeOverResponded(sessionId, client);
    if (isTaken) this.#own(sessionId, client);
    this.#routeDisputed();
  }

  /** Moves open requests of the agent to the new owner, and fails those of the previous one. */
  #handOver(sessionId: string, from: SharedClient, to: SharedClient): void {
    for (const [id, { client, message }] of this.#agentRequests) {
      if (client !== from || sessionIdOf(message['params']) !== sessionId) continue;
      this.#agentRequests.set(id, { client: to, message });
      from.send({ jsonrpc: '2.0', method: methods.cancelRequest, params: { requestId: id } });
      to.send(message);
    }
    let isTold = false;
    for (const [agentId, request] of this.#clientRequests) {
      if (request.client !== from || request.sessionId !== sessionId) continue;
      this.#clientRequests.delete(agentId);
      this.#refuse(from, request.id, notFound, takenOverMessage);
      isTold ||= request.method === methods.prompt;
    }
    if (this.#initialize.isListening(from)) {
      from.send({ jsonrpc: '2.0', method: lostMethod, params: { sessionId, message: takenOverMessage, reason } });
    } else if (!isTold && this.#turns.isWorking(sessionId)) {
      // The prompt has its response already, so the client waits for this update.
      const update = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };
      from.send({ jsonrpc: '2.0', method: methods.update, params: { sessionId, update } });
    }
  }

  #routeDisputed(): void {
    for (const message of this.#owners.takeDisputed()) this.#route(message);
  }

  #own(sessionId: string, client: SharedClient): void {
    for (const message of this.#owners.own(sessionId, client)) this.#route(message);
  }

  /** Sends a message of the agent to its client, or to every client; or holds it until it has an owner. */
  #route(message: JsonObject, text?: string): void {
    const { id, method } = message;
    const sessionId = sessionIdOf(message['params']);
    const isRequest = id !== undefined;
    if (sessionId !== undefined && this.#owners.holdDisputed(sessionId, message)) return;
    this.#routeDisputed();
    const target = this.#targetOf(message, sessionId);
    if (target !== undefined) {
      if (isRequest) this.#agentRequests.set(id, { client: target.client, message });
      target.client.send(target.message, target.message === message ? text : undefined);
      for (const each of this.#owners.adopt(message, target.client)) this.#route(each);
    } else if (sessionId !== undefined) {
      // An agent may send messages about a session before it returns its id.
      if (this.#isOpening && this.#owners.holdUnowned(sessionId, message)) return;
      if (isRequest) this.#sendToAgent(absentResponse(id, method));
    } else if (isRequest) this.#sendToAgent(unaddressed(id));
    else for (const each of this.#clients.keys()) each.send(message, text);
  }

  /** The client for a message of the agent, and the message with the ids of that client; undefined if there is none. */
  #targetOf(
    message: JsonObject,
    sessionId: string | undefined,
  ): { client: SharedClient; message: JsonObject } | undefined {
    const params = fieldsOf(message['params']);
    const owner = sessionId === undefined ? undefined : this.#owners.receiverOf(sessionId);
    if (owner !== undefined) return { client: owner, message };
    const { requestId } = params;
    if (message['method'] === methods.cancelRequest) {
      const request = this.#agentRequests.get(requestId);
      return request === undefined ? undefined : { client: request.client, message };
    }
    const request = requestId === undefined ? undefined : this.#clientRequests.get(requestId);
    if (request !== undefined) {
      return { client: request.client, message: { ...message, params: { ...params, requestId: request.id } } };
    }
    const [only, another] = this.#clients.keys();
    const isForOne = sessionId === undefined && only !== undefined && another === undefined;
    return isForOne ? { client: only, message } : undefined;
  }

  /** Whether a session is being opened. */
  get #isOpening(): boolean {
    for (const { method } of this.#clientRequests.values()) if (openMethods.has(method)) return true;
    return false;
  }

  #sendToAgent(message: JsonObject): void {
    try {
      this.#agent.send(message);
    } catch {
      // The agent has exited.
    }
  }

  // -------------------------------------------------------------------------------------------- ends

  /** A client has disconnected: cancels its work, and responds to the agent in its place. */
  #clientDisconnected(client: SharedClient): void {
    this.#clients.delete(client);
    client.disconnect();
    for (const sessionId of this.#owners.sessionsOf(client)) {
      if (!this.#turns.isWorking(sessionId)) continue;
      this.#sendToAgent({ jsonrpc: '2.0', method: methods.cancel, params: { sessionId } });
      this.#turns.forget(sessionId);
    }
    // After the cancellation, as the protocol requires: the response to a question is then `cancelled`.
    for (const [id, { client: receiver, message }] of this.#agentRequests) {
      if (receiver !== client) continue;
      this.#agentRequests.delete(id);
      this.#sendToAgent(absentResponse(id, message['method']));
    }
    for (const [agentId, request] of this.#clientRequests) {
      if (request.client !== client || request.method === methods.prompt) continue;
      this.#sendToAgent({ jsonrpc: '2.0', method: methods.cancelRequest, params: { requestId: agentId } });
    }
    this.#owners.removeClient(client);
    this.#routeDisputed();
  }

  /** The agent has exited: fails all open requests and disconnects all clients. */
  #agentExited(): void {
    this.#hasExited = true;
    for (const { client, id } of this.#clientRequests.values()) {
      this.#refuse(client, id, rpcCodes.internalError, exitedMessage);
    }
    this.#clientRequests.clear();
    this.#initialize.responded({ jsonrpc: '2.0', error: { code: rpcCodes.internalError, message: exitedMessage } });
    for (const [client, resolve] of this.#clients) {
      client.disconnect();
      resolve();
    }
  }
}

const exitedMessage = 'The agent has exited.';

const unaddressed = (id: unknown): JsonObject => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: rpcCodes.internalError,
    message: 'Several clients share this agent; the request must name a session.',
  },
});
