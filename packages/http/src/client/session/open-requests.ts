/** The requests of one side that have no response yet, with their method and session. */
import { otherFormOf, type RequestId } from '@acp-stack/rpc';

import { isRequest, scopeOfResponse, sessionIdOf } from '../../wire/stream-scope.ts';

export interface OpenRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly sessionId: string | undefined;
  /** Whether it is about a session, but its response comes on the connection's stream. */
  readonly crossesStreams: boolean;
}

export class OpenRequests {
  readonly #requests = new Map<RequestId, OpenRequest>();

  /** Records a request; returns undefined for any other message. */
  add(message: unknown): OpenRequest | undefined {
    if (!isRequest(message)) return undefined;
    const sessionId = sessionIdOf(message);
    const request: OpenRequest = {
      id: message.id,
      method: message.method,
      sessionId,
      crossesStreams: sessionId !== undefined && scopeOfResponse(message).kind === 'connection',
    };
    this.#requests.set(message.id, request);
    return request;
  }

  /** Returns the open request that a response with `id` is for. */
  of(id: unknown): OpenRequest | undefined {
    const other = otherFormOf(id as RequestId);
    return this.#requests.get(id as RequestId) ?? (other === undefined ? undefined : this.#requests.get(other));
  }

  /** Removes and returns the request `id`, if it is open. */
  take(id: RequestId): OpenRequest | undefined {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    return request;
  }

  /** Returns the open requests about `sessionId`. */
  ofSession(sessionId: string): OpenRequest[] {
    return [...this.#requests.values()].filter((request) => request.sessionId === sessionId);
  }
}
