/**
 * One MCP connection of the agent to a server of the client or of a proxy.
 *
 * On the side of the agent it takes and delivers MCP messages with their ids. On the side of the provider they are
 * `mcp/message` requests and notifications, where the outer id stands for the id of MCP. So a cancellation of MCP
 * becomes `$/cancel_request` of the outer request, and the reverse. With the first message it opens with `mcp/connect`;
 * if the provider does not support that, requests name the server instead.
 */
import { randomUUID } from 'node:crypto';

import { rpcCodes, type ErrorObject, type RequestId } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { McpMessage } from '../../transport/mcp-transport.ts';
import { outerMeta } from '../../transport/message-trace.ts';
import { connectMethod, disconnectMethod, messageMethod } from './method-names.ts';
import type { Outcome, ProviderCalls } from './provider-calls.ts';

type McpId = string | number;
type Params = Readonly<Record<string, unknown>>;

/** The end of the connection that the agent's MCP client uses. */
export interface AgentEnd {
  /** Takes a message for the MCP client; a progress notification belongs to the request `relatedTo`. */
  deliver(message: McpMessage, relatedTo?: McpId): void;
  /** The connection is closed; nothing more is delivered. */
  closed(): void;
}

/** Where connections are found by the ids in messages of the provider. */
export interface ConnectionIndex {
  readonly byConnectionId: Map<string, McpConnection>;
  /** By the inner request, where the provider knows no connections. */
  readonly byRequestId: Map<string, McpConnection>;
}

type State =
  | { readonly kind: 'new' }
  | { readonly kind: 'opening'; readonly waiting: McpMessage[] }
  | { readonly kind: 'connected'; readonly connectionId: string }
  | { readonly kind: 'by-server' }
  | { readonly kind: 'closed' };

/** A request of the MCP client that waits for the provider. */
interface SentRequest {
  readonly outerId: string;
  readonly progressToken: unknown;
  /** The inner request, where the provider knows no connections. */
  readonly requestId?: string;
}

const cancelled = 'notifications/cancelled';
const progress = 'notifications/progress';

export class McpConnection {
  readonly #calls: ProviderCalls;
  readonly #index: ConnectionIndex;
  readonly #serverId: string;
  readonly #agent: AgentEnd;
  /** The requests of the MCP client, by their MCP ids; the oldest first. */
  readonly #sent = new Map<McpId, SentRequest>();
  /** The requests of the provider that the MCP client has not answered, by the MCP ids made for them. */
  readonly #received = new Map<string, RequestId>();
  #state: State = { kind: 'new' };
  #nextNumber = 0;
  #isFinishing = false;

  constructor(calls: ProviderCalls, index: ConnectionIndex, serverId: string, agent: AgentEnd) {
    this.#calls = calls;
    this.#index = index;
    this.#serverId = serverId;
    this.#agent = agent;
  }

  /** Whether a request of the MCP client waits for its response. */
  get isBusy(): boolean {
    return this.#sent.size > 0 || (this.#state.kind === 'opening' && this.#state.waiting.length > 0);
  }

  // -------------------------------------------------------------------------------------------- from the MCP client

  receive(message: McpMessage): void {
    const state = this.#state;
    if (state.kind === 'new') this.#connect(message);
    else if (state.kind === 'opening') state.waiting.push(message);
    else if (state.kind !== 'closed') this.#pass(message);
  }

  /** The MCP client sends nothing more, but still reads: closes when its requests are answered. */
  finish(): void {
    this.#isFinishing = true;
    if (!this.isBusy) this.close();
  }

  /** Closes the connection: what waits is cancelled, and the provider is told. */
  close(): void {
    const state = this.#state;
    if (state.kind === 'closed') return;
    this.#state = { kind: 'closed' };
    for (const { outerId, requestId } of this.#sent.values()) {
      this.#calls.cancel(outerId);
      if (requestId !== undefined) this.#index.byRequestId.delete(requestId);
    }
    this.#sent.clear();
    for (const outerId of this.#received.values()) this.#calls.respond(outerId, { kind: 'error', error: goneClient });
    this.#received.clear();
    if (state.kind === 'connected') this.#disconnect(state.connectionId);
    this.#agent.closed();
  }

  // -------------------------------------------------------------------------------------------- from the provider

  /** Passes a request of the provider on to the MCP client. */
  request(outerId: RequestId, method: string, params: Params | undefined): void {
    this.#nextNumber += 1;
    const id = `acp-${this.#nextNumber}`;
    this.#received.set(id, outerId);
    this.#agent.deliver({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
  }

  notification(method: string, params: Params | undefined): void {
    // It names a request by an MCP id of the provider, which does not exist here; `$/cancel_request` says the same.
    if (method === cancelled) return;
    const message: McpMessage = { jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) };
    if (method === progress) this.#agent.deliver(message, this.#requestWith(params?.['progressToken']));
    else this.#agent.deliver(message);
  }

  /** Cancels the request of the provider with this id; returns false if there is none. */
  cancel(outerId: RequestId): boolean {
    for (const [requestId, each] of this.#received) {
      if (each !== outerId) continue;
      this.#received.delete(requestId);
      this.#agent.deliver({ jsonrpc: '2.0', method: cancelled, params: { requestId } });
      this.#calls.respond(outerId, { kind: 'error', error: cancelledByProvider });
      return true;
    }
    return false;
  }

  // -------------------------------------------------------------------------------------------- inside

  /** Opens the connection with its first message. */
  #connect(message: McpMessage): void {
    this.#state = { kind: 'opening', waiting: [message] };
    const serverId = this.#serverId;
    // The proposal calls the server acpId, the schema serverId; a provider may know either.
    this.#calls.request(connectMethod, { serverId, acpId: serverId }, (outcome) => {
      this.#connected(outcome);
    });
  }

  #connected(outcome: Outcome): void {
    const connectionId = connectionIdOf(outcome);
    if (this.#state.kind !== 'opening') {
      if (connectionId !== undefined) this.#disconnect(connectionId);
      return;
    }
    const { waiting } = this.#state;
    if (connectionId !== undefined) {
      this.#state = { kind: 'connected', connectionId };
      this.#index.byConnectionId.set(connectionId, this);
    } else if (outcome.kind === 'error' && outcome.error.code === rpcCodes.methodNotFound) {
      this.#state = { kind: 'by-server' };
    } else {
      this.#refuse(waiting, outcome.kind === 'error' ? outcome.error : malformedResult);
      return;
    }
    for (const message of waiting) this.#pass(message);
    if (this.#isFinishing) this.finish();
  }

  /** The provider does not open the connection: everything that was asked is answered with its error. */
  #refuse(waiting: readonly McpMessage[], error: ErrorObject): void {
    for (const { id, method } of waiting)
      if (id !== undefined && method !== undefined) this.#agent.deliver({ jsonrpc: '2.0', id, error });
    this.close();
  }

  #disconnect(connectionId: string): void {
    this.#index.byConnectionId.delete(connectionId);
    // Whatever it answers, the connection is over here.
    this.#calls.request(disconnectMethod, { connectionId }, () => undefined);
  }

  #pass({ id, method, params, result, error }: McpMessage): void {
    if (method === undefined) this.#answer(String(id), error === undefined ? { result } : { error });
    else if (id !== undefined) this.#request(id, method, params);
    else if (method === cancelled) this.#cancel(params?.['requestId'] as McpId);
    else this.#notify(method, params);
  }

  #request(id: McpId, method: string, params: Params | undefined): void {
    const progressToken = (Object(params?.['_meta']) as Params)['progressToken'];
    const inner = { method, ...(params === undefined ? {} : { params }), ...outerMeta(params) };
    const state = this.#state;
    if (state.kind === 'connected') {
      const message = { connectionId: state.connectionId, ...inner };
      const outerId = this.#calls.request(messageMethod, message, (outcome) => {
        this.#settled(id, outerId, outcome);
      });
      this.#sent.set(id, { outerId, progressToken });
      return;
    }
    const requestId = randomUUID();
    this.#index.byRequestId.set(requestId, this);
    const message = { serverId: this.#serverId, requestId, ...inner };
    const outerId = this.#calls.request(messageMethod, message, (outcome) => {
      this.#index.byRequestId.delete(requestId);
      this.#settled(id, outerId, unwrapped(outcome));
    });
    this.#sent.set(id, { outerId, progressToken, requestId });
  }

  #settled(id: McpId, outerId: string, outcome: Outcome): void {
    // A request that was cancelled, or whose id the MCP client has used again.
    if (this.#sent.get(id)?.outerId !== outerId) return;
    this.#sent.delete(id);
    // A result of MCP is an object.
    const answer = outcome.kind === 'error' ? { error: outcome.error } : { result: outcome.result ?? {} };
    this.#agent.deliver({ jsonrpc: '2.0', id, ...answer });
    if (this.#isFinishing) this.finish();
  }

  #notify(method: string, params: Params | undefined): void {
    // Without a connection only requests can be sent to a server (MCP-06).
    if (this.#state.kind !== 'connected') return;
    const { connectionId } = this.#state;
    this.#calls.notify(messageMethod, {
      connectionId,
      method,
      ...(params === undefined ? {} : { params }),
      ...outerMeta(params),
    });
  }

  /** The notification itself is not passed on: the provider does not know the ids of the MCP client. */
  #cancel(id: McpId): void {
    const request = this.#sent.get(id);
    if (request !== undefined) this.#calls.cancel(request.outerId);
  }

  #answer(id: string, answer: { readonly result: unknown } | { readonly error: ErrorObject }): void {
    const outerId = this.#received.get(id);
    if (outerId === undefined) return;
    this.#received.delete(id);
    if ('error' in answer) this.#calls.respond(outerId, { kind: 'error', error: answer.error });
    else this.#calls.respond(outerId, { kind: 'result', result: answer.result });
  }

  #requestWith(progressToken: unknown): McpId | undefined {
    for (const [id, request] of this.#sent)
      if (progressToken !== undefined && request.progressToken === progressToken) return id;
    return undefined;
  }
}

const goneClient: ErrorObject = {
  code: errorCodes.mcp_server_unavailable,
  message: 'The agent has closed the MCP connection.',
};
const cancelledByProvider: ErrorObject = { code: rpcCodes.requestCancelled, message: 'The request was cancelled.' };
const malformedResult: ErrorObject = {
  code: errorCodes.mcp_backend_failed,
  message: `The provider of the MCP server responded to ${connectMethod} without a connectionId.`,
};

function connectionIdOf(outcome: Outcome): string | undefined {
  if (outcome.kind === 'error') return undefined;
  const { connectionId } = Object(outcome.result) as { readonly connectionId?: unknown };
  return typeof connectionId === 'string' ? connectionId : undefined;
}

/** The outcome inside a result that has a `result` or an `error`; if both are present, the result counts (MCP-08). */
function unwrapped(outcome: Outcome): Outcome {
  if (outcome.kind === 'error') return outcome;
  const { result, error } = Object(outcome.result) as { readonly result?: unknown; readonly error?: ErrorObject };
  return error === undefined || result !== undefined ? { kind: 'result', result } : { kind: 'error', error };
}
