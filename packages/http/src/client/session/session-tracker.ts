/**
 * Who has asked what about which session, on one connection over HTTP.
 *
 * An answer has no session of its own: it belongs where the request it answers does, and may say that a session begins or is over.
 */
import type { RequestId } from '@acp-stack/rpc';

import { answeredMethod } from '../../wire/resumption.ts';
import { isResponse, isRequest, sessionIdOf } from '../../wire/stream-scope.ts';
import { ResponseOrder, type HeldResponse } from './response-order.ts';
import type { Inspection } from '../channel/text-delivery.ts';
import { fieldsOf } from '../../wire/json-fields.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import { closesSession } from '../../wire/session-methods.ts';

export interface SessionTrackerEvents {
  /** An answer brought a session into being. */
  readonly opened: (sessionId: string) => void;
  /** An answer says that a session is over. */
  readonly closed: (sessionId: string) => void;
  /** A request about a session failed. */
  readonly failed: (request: OpenRequest) => void;
}

/** What a message of this side is about. */
export interface Subject {
  /** The request that it is, where it is one. */
  readonly request: OpenRequest | undefined;
  readonly sessionId: string | undefined;
  /** Where it keeps its order, when the server does not number messages: a session, or undefined. */
  readonly orderKey: string | undefined;
}

export class SessionTracker {
  readonly #events: SessionTrackerEvents;
  readonly #keepsOrder: boolean;
  /** Requests of this side. */
  readonly #asked = new OpenRequests();
  /** Requests of the server; their answers must say which session they are about. */
  readonly #askedOf = new OpenRequests();
  readonly #order = new ResponseOrder();

  /** `keepsOrder` where the server tells when a session has said everything before an answer. */
  constructor(keepsOrder: boolean, events: SessionTrackerEvents) {
    this.#keepsOrder = keepsOrder;
    this.#events = events;
  }

  /** Takes a message that is sent. */
  sent(message: unknown): Subject {
    const request = this.#asked.asked(message);
    const answered = isResponse(message) ? this.#askedOf.answered(message.id) : undefined;
    const sessionId = request?.sessionId ?? sessionIdOf(message) ?? answered?.sessionId;
    return { request, sessionId, orderKey: sessionId ?? this.#orderKeyOfCancelled(message) };
  }

  /** Takes a message that arrived; what the program gets of it. */
  arrived(message: unknown, text: string): Inspection {
    if (isRequest(message)) this.#askedOf.asked(message);
    if (isResponse(message)) return this.#answered(message.id, { message, text });
    return this.#keepsOrder ? this.#announced(message) : true;
  }

  /** The open request `id`. */
  of(id: unknown): OpenRequest | undefined {
    return this.#asked.of(id);
  }

  /** The open requests about `sessionId`. */
  ofSession(sessionId: string): readonly OpenRequest[] {
    return this.#asked.ofSession(sessionId);
  }

  /** Nothing is waited for any more before the answer to `id`; the text of the answer, if it was kept back. */
  release(id: RequestId): string | undefined {
    const kept = this.#order.forget(id);
    if (this.#keepsOrder && this.#asked.of(id)?.crossesStreams === true) this.#order.announced(id);
    return kept?.text;
  }

  #answered(id: RequestId, answer: HeldResponse): boolean {
    const request = this.#asked.of(id);
    if (request === undefined) return true;
    if (this.#keepsOrder && request.crossesStreams && !this.#order.arrived(id, answer)) return false;
    this.#close(request, answer.message);
    return true;
  }

  /** Whether `message` tells that a session has said everything; the answer takes its place, if it is there. */
  #announced(message: unknown): Inspection {
    const { method, params } = fieldsOf(message);
    if (method !== answeredMethod) return true;
    const request = this.#asked.of(fieldsOf(params)['id']);
    const kept = request === undefined ? undefined : this.#order.announced(request.id);
    if (request === undefined || kept === undefined) return false;
    this.#close(request, kept.message);
    return kept;
  }

  #close(request: OpenRequest, answer: unknown): void {
    this.#asked.answered(request.id);
    const fields = fieldsOf(answer);
    if (!('result' in fields)) {
      if (request.sessionId !== undefined) this.#events.failed(request);
      return;
    }
    const { sessionId } = fieldsOf(fields['result']);
    if (typeof sessionId === 'string') this.#events.opened(sessionId);
    if (request.sessionId !== undefined && closesSession(request.method)) this.#events.closed(request.sessionId);
  }

  /** What names a request of ours (to cancel it) must not overtake it. */
  #orderKeyOfCancelled(message: unknown): string | undefined {
    const { requestId } = fieldsOf(fieldsOf(message)['params']);
    return this.#asked.of(requestId)?.sessionId;
  }
}
