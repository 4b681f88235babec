/** The requests of one side that are not answered yet: what they asked for, and for which session. */
import type { RequestId } from '@acp-stack/rpc';

import { isRequest, scopeOfResponse, sessionIdOf } from '../../wire/stream-scope.ts';

export interface OpenRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly sessionId: string | undefined;
  /** It is about a session, and answered on the stream of the connection. */
  readonly crossesStreams: boolean;
}

export class OpenRequests {
  readonly #requests = new Map<RequestId, OpenRequest>();

  /** Takes a message that is sent. */
  asked(message: unknown): OpenRequest | undefined {
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

  of(id: unknown): OpenRequest | undefined {
    return this.#requests.get(id as RequestId);
  }

  /** The request `id` was answered; the request, if it was open. */
  answered(id: RequestId): OpenRequest | undefined {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    return request;
  }

  /** The open requests about `sessionId`. */
  ofSession(sessionId: string): OpenRequest[] {
    return [...this.#requests.values()].filter((request) => request.sessionId === sessionId);
  }
}
