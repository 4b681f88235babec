/**
 * Tracks which session each message of an HTTP connection belongs to.
 *
 * A response belongs to the session of its request, and may open or close a session.
 */
import type { RequestId } from '@acp-stack/rpc';

import { answeredMethod } from '../../wire/resumption.ts';
import { isResponse, isRequest, sessionIdOf } from '../../wire/stream-scope.ts';
import { ResponseOrder, type HeldResponse } from './response-order.ts';
import type { Inspection } from '../channel/deliver-text.ts';
import { fieldsOf } from '../../wire/json-fields.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import { closesSession } from '../../wire/session-methods.ts';

export interface SessionTrackerEvents {
  /** A response opened a session. */
  readonly opened: (sessionId: string) => void;
  /** A response closed a session. */
  readonly closed: (sessionId: string) => void;
  /** A request about a session failed. */
  readonly failed: (request: OpenRequest) => void;
}

/** What an outgoing message is about. */
export interface Subject {
  /** The message as a request, if it is one. */
  readonly request: OpenRequest | undefined;
  readonly sessionId: string | undefined;
  /** The session whose messages it must not overtake, if the server does not number messages. */
  readonly orderKey: string | undefined;
}

export class SessionTracker {
  readonly #events: SessionTrackerEvents;
  readonly #keepsOrder: boolean;
  /** Requests of the client. */
  readonly #clientRequests = new OpenRequests();
  /** Requests of the server; the POST of the response must name their session. */
  readonly #serverRequests = new OpenRequests();
  readonly #order = new ResponseOrder();

  /** `keepsOrder`: the server marks the place of a response on the session's stream. */
  constructor(keepsOrder: boolean, events: SessionTrackerEvents) {
    this.#keepsOrder = keepsOrder;
    this.#events = events;
  }

  /** Records an outgoing message. */
  sent(message: unknown): Subject {
    const request = this.#clientRequests.add(message);
    const answered = isResponse(message) ? this.#serverRequests.take(message.id) : undefined;
    const sessionId = request?.sessionId ?? sessionIdOf(message) ?? answered?.sessionId;
    return { request, sessionId, orderKey: sessionId ?? this.#orderKeyOfCancelled(message) };
  }

  /** Records an incoming message; returns what the program gets. */
  arrived(message: unknown, text: string): Inspection {
    if (isRequest(message)) this.#serverRequests.add(message);
    if (isResponse(message)) return this.#answered(message.id, { message, text });
    return this.#keepsOrder ? this.#announced(message) : true;
  }

  /** Returns the open request `id`. */
  of(id: unknown): OpenRequest | undefined {
    return this.#clientRequests.of(id);
  }

  /** Returns the open requests about `sessionId`. */
  ofSession(sessionId: string): readonly OpenRequest[] {
    return this.#clientRequests.ofSession(sessionId);
  }

  /** Stops holding the response to `id` back; returns its text, if it is held. */
  release(id: RequestId): string | undefined {
    const held = this.#order.forget(id);
    if (this.#keepsOrder && this.#clientRequests.of(id)?.crossesStreams === true) this.#order.announced(id);
    return held?.text;
  }

  #answered(id: RequestId, answer: HeldResponse): boolean {
    const request = this.#clientRequests.of(id);
    if (request === undefined) return true;
    if (this.#keepsOrder && request.crossesStreams && !this.#order.arrived(request.id, answer)) return false;
    this.#close(request, answer.message);
    return true;
  }

  /** Handles the mark of a response on a session's stream; returns the response in its place, if it is held. */
  #announced(message: unknown): Inspection {
    const { method, params } = fieldsOf(message);
    if (method !== answeredMethod) return true;
    const request = this.#clientRequests.of(fieldsOf(params)['id']);
    const held = request === undefined ? undefined : this.#order.announced(request.id);
    if (request === undefined || held === undefined) return false;
    this.#close(request, held.message);
    return held;
  }

  #close(request: OpenRequest, answer: unknown): void {
    this.#clientRequests.take(request.id);
    const fields = fieldsOf(answer);
    if (!('result' in fields)) {
      if (request.sessionId !== undefined) this.#events.failed(request);
      return;
    }
    const { sessionId } = fieldsOf(fields['result']);
    if (typeof sessionId === 'string') this.#events.opened(sessionId);
    if (request.sessionId !== undefined && closesSession(request.method)) this.#events.closed(request.sessionId);
  }

  /** A message that names a request, to cancel it, must not overtake that request. */
  #orderKeyOfCancelled(message: unknown): string | undefined {
    const { requestId } = fieldsOf(fieldsOf(message)['params']);
    return this.#clientRequests.of(requestId)?.sessionId;
  }
}
