/**
 * Decides which stream a message belongs to.
 *
 * A message belongs to a session if its params name one; a response goes where its request says. Responses that open a
 * session go to the connection's stream, because the client has no stream for that session yet.
 */
import type { RequestId } from '@acp-stack/rpc';

import { initializeMethod, needsSessionId, opensSession, startsProxy } from './session-methods.ts';

export type StreamScope = { readonly kind: 'connection' } | { readonly kind: 'session'; readonly sessionId: string };

export const connectionScope: StreamScope = { kind: 'connection' };

type Fields = Readonly<Record<string, unknown>>;

/** A request that begins a connection. */
export interface FirstRequest {
  readonly id: RequestId;
  readonly params?: unknown;
}

/** Whether `message` is the request that begins a connection to an agent. */
export function isInitialize(message: unknown): message is FirstRequest {
  return isFields(message) && message['method'] === initializeMethod && hasId(message);
}

/** Whether `message` is the request that begins a connection to a proxy. */
export function isProxyInitialize(message: unknown): message is FirstRequest {
  return isFields(message) && startsProxy(message['method']) && hasId(message);
}

/** Whether `message` begins a connection on a transport that carries messages in both directions from the start. */
export const isFirst = (message: unknown): message is FirstRequest =>
  isInitialize(message) || isProxyInitialize(message);

const hasId = ({ id }: Fields): boolean => typeof id === 'string' || typeof id === 'number';

/** Returns the stream of a request or notification, in either direction. */
export function scopeOfRequest(message: unknown): StreamScope {
  const sessionId = sessionIdOf(message);
  return sessionId === undefined ? connectionScope : { kind: 'session', sessionId };
}

/** Returns the stream of the response to `request`. */
export function scopeOfResponse(request: unknown): StreamScope {
  return isFields(request) && opensSession(request['method']) ? connectionScope : scopeOfRequest(request);
}

/** Whether a POST of `message` has to name a session, by its method or its params. */
export function needsSession(message: unknown): boolean {
  return isFields(message) && (needsSessionId(message['method']) || sessionIdOf(message) !== undefined);
}

/** Whether `message` is a response. */
export function isResponse(message: unknown): message is { readonly id: RequestId; readonly result?: unknown } {
  return isFields(message) && message['method'] === undefined && ('result' in message || 'error' in message);
}

/** Whether `message` is a request. */
export function isRequest(message: unknown): message is { readonly id: RequestId; readonly method: string } {
  return isFields(message) && typeof message['method'] === 'string' && 'id' in message;
}

/** Returns the session that the params of `message` name. */
export function sessionIdOf(message: unknown): string | undefined {
  if (!isFields(message) || !isFields(message['params'])) return undefined;
  const { sessionId } = message['params'];
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Remembers where the responses to open requests of one side go. */
export class ResponseScopes {
  readonly #scopes = new Map<unknown, StreamScope>();

  /** How many requests are open. */
  get size(): number {
    return this.#scopes.size;
  }

  /** Records a request; its response goes to `scope`. */
  asked(id: RequestId, scope: StreamScope): void {
    this.#scopes.set(id, scope);
  }

  /** Returns where the response to `id` goes; undefined if there is no such request. */
  of(id: RequestId): StreamScope | undefined {
    return this.#scopes.get(id);
  }

  /** Removes the request `id`; returns where its response goes. */
  answered(id: RequestId): StreamScope | undefined {
    const scope = this.#scopes.get(id);
    this.#scopes.delete(id);
    return scope;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
