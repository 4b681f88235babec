/**
 * The bridge's own requests to the side that provides MCP servers, on the channel of the agent.
 *
 * Their ids begin with a prefix that no agent guesses, so they cannot be mistaken for requests of the agent. Each
 * request is settled exactly once: by its response, or when the channel closes.
 */
import { randomBytes } from 'node:crypto';

import { rpcCodes, type ErrorObject, type RequestId } from '@acp-stack/rpc';

import { cancelMethod } from './method-names.ts';

/** How a request ended. */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ErrorObject };

type Settle = (outcome: Outcome) => void;

type Fields = Readonly<Record<string, unknown>>;

export class ProviderCalls {
  readonly #prefix = `mcp-bridge-${randomBytes(6).toString('hex')}-`;
  readonly #waiting = new Map<unknown, Settle>();
  readonly #deliver: (message: object) => void;
  #nextNumber = 0;
  #isOver = false;

  /** `deliver` takes the messages for the provider. */
  constructor(deliver: (message: object) => void) {
    this.#deliver = deliver;
  }

  /** Sends a request and returns its id; `settle` is called with its outcome, never before this returns. */
  request(method: string, params: object, settle: Settle): string {
    this.#nextNumber += 1;
    const id = `${this.#prefix}${this.#nextNumber}`;
    if (this.#isOver) {
      queueMicrotask(() => {
        settle({ kind: 'error', error: channelEnded });
      });
      return id;
    }
    this.#waiting.set(id, settle);
    this.#deliver({ jsonrpc: '2.0', id, method, params });
    return id;
  }

  notify(method: string, params: object): void {
    if (!this.#isOver) this.#deliver({ jsonrpc: '2.0', method, params });
  }

  /** Asks for the end of a request, which is still answered. */
  cancel(requestId: string): void {
    if (this.#waiting.has(requestId)) this.notify(cancelMethod, { requestId });
  }

  /** Responds to a request of the provider. */
  respond(id: RequestId, outcome: Outcome): void {
    if (this.#isOver) return;
    const answer = outcome.kind === 'error' ? { error: outcome.error } : { result: outcome.result };
    this.#deliver({ jsonrpc: '2.0', id, ...answer });
  }

  /** Settles the request that a response belongs to; returns false if it is not one of the bridge. */
  settle(response: Fields): boolean {
    const { id, result, error } = response;
    if (typeof id !== 'string' || !id.startsWith(this.#prefix)) return false;
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    settle?.(error === undefined ? { kind: 'result', result } : { kind: 'error', error: errorOf(error) });
    return true;
  }

  /** Fails the requests that wait, and all later ones: no response can arrive any more. */
  close(): void {
    this.#isOver = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const settle of waiting) settle({ kind: 'error', error: channelEnded });
  }
}

const channelEnded: ErrorObject = {
  code: rpcCodes.internalError,
  message: 'The ACP connection that carries this MCP server has ended.',
};

function errorOf(error: unknown): ErrorObject {
  const { code, message } = Object(error) as Partial<ErrorObject>;
  if (typeof code === 'number' && typeof message === 'string') return error as ErrorObject;
  return { code: rpcCodes.internalError, message: 'The provider of the MCP server sent a malformed error.' };
}
