/**
 * Which session the messages of one connection are about, in both directions.
 *
 * An answer has no session of its own: it belongs where the request it answers does.
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

/** Which stream carries a message. */
export interface Route {
  readonly scope: StreamScope;
  /** The session of which everything is to be read before the message counts, where its own stream cannot tell. */
  readonly behind: string | undefined;
}

export class SessionRouting {
  readonly #streams: Pick<EventStreams, 'opened' | 'closed'>;
  /** Requests of the client, and where their answers go. */
  readonly #asked = new ResponseScopes();
  /** Requests about a session that are answered on the connection's stream. */
  readonly #about = new Map<unknown, string>();
  /** Requests of the program, and under which session their answers come. */
  readonly #asking = new ResponseScopes();
  /** Requests that close a session when they succeed. */
  readonly #closing = new Map<unknown, string>();

  constructor(streams: Pick<EventStreams, 'opened' | 'closed'>) {
    this.#streams = streams;
  }

  /** Requests of the client that are not answered. */
  get unanswered(): number {
    return this.#asked.size;
  }

  /** What is wrong with a message that comes under the header `sessionId`; undefined when nothing is. */
  problemWith(message: unknown, sessionId: string | undefined): string | undefined {
    const scope = isResponse(message) ? this.#asking.of(message.id) : scopeOfRequest(message);
    const needed = scope?.kind === 'session' ? scope.sessionId : undefined;
    if (sessionId === undefined) {
      return needed === undefined && !needsSession(message) ? undefined : 'Acp-Session-Id is missing.';
    }
    return needed === undefined || needed === sessionId
      ? undefined
      : 'Acp-Session-Id is not the session that the message is about.';
  }

  /** Takes note of a message from the client. */
  received(message: unknown, sessionId: string | undefined): void {
    if (isResponse(message)) {
      this.#asking.answered(message.id);
      return;
    }
    if (!isRequest(message)) return;
    const { id, method } = message;
    const scope = scopeOfResponse(message);
    // A session that only the header names is where the answer is waited for.
    const isHeaderOnly = sessionId !== undefined && sessionIdOf(message) === undefined;
    this.#asked.asked(id, isHeaderOnly && needsSession(message) ? { kind: 'session', sessionId } : scope);
    const about = sessionIdOf(message);
    if (about === undefined) return;
    if (scope.kind === 'connection') this.#about.set(id, about);
    if (reopensSession(method)) this.#streams.opened(about);
    if (closesSession(method)) this.#closing.set(id, about);
  }

  /** Takes note of a message from the program; tells which stream carries it. */
  sent(message: unknown): Route {
    if (!isResponse(message)) {
      const scope = scopeOfRequest(message);
      if (isRequest(message)) this.#asking.asked(message.id, scope);
      return { scope, behind: undefined };
    }
    const scope = this.#asked.answered(message.id) ?? connectionScope;
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
      // The answer itself goes first; it is the last thing that the stream carries.
      queueMicrotask(() => {
        this.#streams.closed(closed);
      });
    }
    const opened = scope.kind === 'connection' ? sessionIdOf({ params: answer.result }) : undefined;
    if (opened !== undefined) this.#streams.opened(opened);
  }
}
