/** Counts the requests of a WebSocket client without a response, and refuses those above the limit. */
import { rpcCodes } from '@acp-stack/rpc';

import { isResponse, isRequest } from '../../wire/stream-scope.ts';

export class UnansweredRequests {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** Records a message of the client; returns an error response if it exceeds the limit. */
  received(message: unknown): object | undefined {
    if (!isRequest(message)) return undefined;
    this.#count += 1;
    if (this.#count <= this.#limit) return undefined;
    const error = {
      code: rpcCodes.internalError,
      message: 'Too many requests have no response yet.',
      data: { status: 429 },
    };
    return { jsonrpc: '2.0', id: message.id, error };
  }

  /** Records a message to the client. */
  sent(message: unknown): void {
    if (isResponse(message)) this.#count = Math.max(0, this.#count - 1);
  }
}
