/**
 * The requests of one client that wait for the result of their item.
 *
 * A result is passed to its request when the client has got everything before it, and what follows waits until the
 * response was sent: the client sees the response at the same place among the updates as all others see the result.
 */
import { RpcError, rpcCodes, type ErrorObject } from '@acp-stack/rpc';

import { deferred, type Deferred } from '../session/deferred.ts';

/** The handler of a request, as far as it matters here. */
export interface AnsweredRequest {
  /** Runs `work` right after the response was sent. */
  readonly afterResponse: (work: () => void) => void;
}

interface Waiter {
  readonly result: Deferred<unknown>;
  /** Resolves when the response was sent, or will never be. */
  readonly responded: Deferred<void>;
}

export class WaitingResults {
  readonly #waiters = new Map<string, Waiter>();

  get size(): number {
    return this.#waiters.size;
  }

  /** The result of the item with this key, when the client has got what comes before it. */
  wait(key: string, { afterResponse }: AnsweredRequest): Promise<unknown> {
    const before = this.#waiters.get(key);
    // The same request was sent again with a key of its own: only the newer one is answered with the result.
    before?.result.reject(new RpcError(rpcCodes.invalidRequest, 'This request was sent again; the later one counts.'));
    before?.responded.resolve();
    const waiter: Waiter = { result: deferred(), responded: deferred() };
    this.#waiters.set(key, waiter);
    afterResponse(() => {
      waiter.responded.resolve();
      this.#forget(key, waiter);
    });
    return waiter.result.promise;
  }

  /** Passes a result on; resolves when the response was sent. A result that no request waits for is ignored. */
  async settle({
    key,
    result,
    error,
  }: {
    readonly key: string;
    readonly result?: unknown;
    readonly error?: ErrorObject;
  }): Promise<void> {
    const waiter = this.#waiters.get(key);
    if (waiter === undefined) return;
    if (error === undefined) waiter.result.resolve(result ?? {});
    else waiter.result.reject(RpcError.from(error));
    await waiter.responded.promise;
  }

  /** The item with this key was not stored. */
  fail(key: string, error: Error): void {
    this.#waiters.get(key)?.result.reject(error);
  }

  /** No result will come any more. */
  failAll(error: Error): void {
    for (const waiter of this.#waiters.values()) {
      waiter.result.reject(error);
      waiter.responded.resolve();
    }
    this.#waiters.clear();
  }

  #forget(key: string, waiter: Waiter): void {
    if (this.#waiters.get(key) === waiter) this.#waiters.delete(key);
  }
}
