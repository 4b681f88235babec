/** The requests of this side that are not answered yet: what they asked for, and for which session. */
import type { RequestId } from '@acp-stack/rpc';

import { isAnswer, isRequest, sessionIdOf } from '../wire/scope.ts';

export interface OpenRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly sessionId: string | undefined;
}

export class OpenRequests {
  readonly #requests = new Map<RequestId, OpenRequest>();

  /** Takes a message that is sent. */
  asked(message: unknown): OpenRequest | undefined {
    if (!isRequest(message)) return undefined;
    const request = { id: message.id, method: message.method, sessionId: sessionIdOf(message) };
    this.#requests.set(message.id, request);
    return request;
  }

  of(id: unknown): OpenRequest | undefined {
    return this.#requests.get(id as RequestId);
  }

  /** Takes a message that arrived; the request that it answers, which is not open any more then. */
  answered(message: unknown): OpenRequest | undefined {
    if (!isAnswer(message)) return undefined;
    const request = this.#requests.get(message.id);
    this.#requests.delete(message.id);
    return request;
  }

  /** The open requests about `sessionId`. */
  ofSession(sessionId: string): OpenRequest[] {
    return [...this.#requests.values()].filter((request) => request.sessionId === sessionId);
  }
}
