/** Counts the requests of a WebSocket client that are not answered yet, and answers those that are too many. */
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

  /** Takes note of a message from the client; the answer to a request that is one too many. */
  received(message: unknown): object | undefined {
    if (!isRequest(message)) return undefined;
    this.#count += 1;
    if (this.#count <= this.#limit) return undefined;
    const error = {
      code: rpcCodes.internalError,
      message: 'Too many requests wait for their answers.',
      data: { status: 429 },
    };
    return { jsonrpc: '2.0', id: message.id, error };
  }

  /** Takes note of a message from this side. */
  sent(message: unknown): void {
    if (isResponse(message)) this.#count = Math.max(0, this.#count - 1);
  }
}
