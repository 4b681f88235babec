/**
 * Which stream a message belongs to.
 *
 * A message belongs to a session when its params name one; an answer goes where its request asks for it. Answers that bring a
 * session into being go to the connection's stream: the client has no stream for that session yet.
 */
import type { RequestId } from '@acp-stack/rpc';

import { initializeMethod, needsSessionId, opensSession } from './session-methods.ts';

export type StreamScope = { readonly kind: 'connection' } | { readonly kind: 'session'; readonly sessionId: string };

export const connectionScope: StreamScope = { kind: 'connection' };

type Fields = Readonly<Record<string, unknown>>;

/** Whether `message` is the request that begins a connection. */
export function isInitialize(message: unknown): message is { readonly id: RequestId; readonly params?: unknown } {
  if (!isFields(message)) return false;
  const { id, method } = message;
  return method === initializeMethod && (typeof id === 'string' || typeof id === 'number');
}

/** Where a request or a notification belongs, in either direction. */
export function scopeOfRequest(message: unknown): StreamScope {
  const sessionId = sessionIdOf(message);
  return sessionId === undefined ? connectionScope : { kind: 'session', sessionId };
}

/** Where the answer to `request` goes. */
export function scopeOfResponse(request: unknown): StreamScope {
  return isFields(request) && opensSession(request['method']) ? connectionScope : scopeOfRequest(request);
}

/** Whether a POST of `message` has to say which session it is about, by its method or by its params. */
export function needsSession(message: unknown): boolean {
  return isFields(message) && (needsSessionId(message['method']) || sessionIdOf(message) !== undefined);
}

/** Whether `message` answers a request. */
export function isResponse(message: unknown): message is { readonly id: RequestId; readonly result?: unknown } {
  return isFields(message) && message['method'] === undefined && ('result' in message || 'error' in message);
}

/** Whether `message` asks for an answer. */
export function isRequest(message: unknown): message is { readonly id: RequestId; readonly method: string } {
  return isFields(message) && typeof message['method'] === 'string' && 'id' in message;
}

/** The session that the params of `message` name. */
export function sessionIdOf(message: unknown): string | undefined {
  if (!isFields(message) || !isFields(message['params'])) return undefined;
  const { sessionId } = message['params'];
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Remembers where the answers to unanswered requests of one direction go. */
export class ResponseScopes {
  readonly #scopes = new Map<unknown, StreamScope>();

  /** How many requests are unanswered. */
  get size(): number {
    return this.#scopes.size;
  }

  /** Takes a request; its answer goes to `scope`. */
  asked(id: RequestId, scope: StreamScope): void {
    this.#scopes.set(id, scope);
  }

  /** Where the answer to `id` goes; undefined when nobody asked. */
  of(id: RequestId): StreamScope | undefined {
    return this.#scopes.get(id);
  }

  /** Forgets the request that was answered; tells where the answer goes. */
  answered(id: RequestId): StreamScope | undefined {
    const scope = this.#scopes.get(id);
    this.#scopes.delete(id);
    return scope;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
