/**
 * Decides which session each message of a connection belongs to, in both directions.
 *
 * A response belongs to the session of its request.
 */
import { closesSession, reopensSession } from '../../wire/session-methods.ts';
import {
  ResponseScopes,
  connectionScope,
  isResponse,
  isRequest,
  needsSession,
  scopeOfResponse,
  scopeOfRequest,
  sessionIdOf,
  type StreamScope,
} from '../../wire/stream-scope.ts';
import type { EventStreams } from './event-streams.ts';

/** Where to send a message. */
export interface Route {
  readonly scope: StreamScope;
  /** The session whose earlier messages the client must read first, if the message goes to another stream. */
  readonly behind: string | undefined;
}

export class SessionRouting {
  readonly #streams: Pick<EventStreams, 'opened' | 'closed'>;
  /** Requests of the client, and where their responses go. */
  readonly #clientRequests = new ResponseScopes();
  /** Requests about a session whose response goes to the connection's stream. */
  readonly #about = new Map<unknown, string>();
  /** Requests of the app, and the session of their responses. */
  readonly #appRequests = new ResponseScopes();
  /** Requests that close a session if they succeed. */
  readonly #closing = new Map<unknown, string>();

  constructor(streams: Pick<EventStreams, 'opened' | 'closed'>) {
    this.#streams = streams;
  }

  /** How many requests of the client have no response. */
  get unanswered(): number {
    return this.#clientRequests.size;
  }

  /** Returns what is wrong with a message under the header `sessionId`; undefined if it is valid. */
  problemWith(message: unknown, sessionId: string | undefined): string | undefined {
    const scope = isResponse(message) ? this.#appRequests.of(message.id) : scopeOfRequest(message);
    const needed = scope?.kind === 'session' ? scope.sessionId : undefined;
    if (sessionId === undefined) {
      return needed === undefined && !needsSession(message) ? undefined : 'Acp-Session-Id is missing.';
    }
    return needed === undefined || needed === sessionId
      ? undefined
      : 'Acp-Session-Id is not the session that the message is about.';
  }

  /** Records a message of the client. */
  received(message: unknown, sessionId: string | undefined): void {
    if (isResponse(message)) {
      this.#appRequests.answered(message.id);
      return;
    }
    if (!isRequest(message)) return;
    const { id, method } = message;
    const scope = scopeOfResponse(message);
    // If only the header names a session, the client expects the response on the stream of that session.
    const isHeaderOnly = sessionId !== undefined && sessionIdOf(message) === undefined;
    this.#clientRequests.asked(id, isHeaderOnly && needsSession(message) ? { kind: 'session', sessionId } : scope);
    const about = sessionIdOf(message);
    if (about === undefined) return;
    if (scope.kind === 'connection') this.#about.set(id, about);
    if (reopensSession(method)) this.#streams.opened(about);
    if (closesSession(method)) this.#closing.set(id, about);
  }

  /** Records a message of the app; returns where to send it. */
  sent(message: unknown): Route {
    if (!isResponse(message)) {
      const scope = scopeOfRequest(message);
      if (isRequest(message)) this.#appRequests.asked(message.id, scope);
      return { scope, behind: undefined };
    }
    const scope = this.#clientRequests.answered(message.id) ?? connectionScope;
    const behind = this.#about.get(message.id);
    this.#about.delete(message.id);
    this.#noteOutcome(message, scope);
    return { scope, behind };
  }

  #noteOutcome(answer: { readonly id: unknown; readonly result?: unknown }, scope: StreamScope): void {
    const closed = this.#closing.get(answer.id);
    this.#closing.delete(answer.id);
    const succeeded = answer.result !== undefined;
    if (closed !== undefined && succeeded) {
      // The response is sent first; it is the last message of the stream.
      queueMicrotask(() => {
        this.#streams.closed(closed);
      });
    }
    const opened = scope.kind === 'connection' ? sessionIdOf({ params: answer.result }) : undefined;
    if (opened !== undefined) this.#streams.opened(opened);
  }
}
