/**
 * One request of the other side while it is handled.
 *
 * Its signal is made when somebody first looks at it: most handlers never do, and a controller costs more than a whole dispatch.
 */
import type { BatchResponse } from './batch-response.ts';
import { abortError } from '../message/errors.ts';
import type { RequestId } from '../message/message.ts';

export class IncomingRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  /** Where the answer goes when the request came in a batch. */
  readonly batch: BatchResponse | undefined;
  #controller: AbortController | undefined;
  #abortReason: unknown;
  #isAborted = false;
  #children: Set<() => void> | undefined;
  #afterResponse: (() => void)[] | undefined;

  constructor(id: RequestId, method: string, params: unknown, batch: BatchResponse | undefined) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.batch = batch;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** Settles the signal, and cancels what was asked on behalf of this request. */
  abort(cause: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#abortReason = abortError('The request was cancelled.', cause);
    this.#controller?.abort(this.#abortReason);
    for (const cancel of this.#children ?? []) cancel();
  }

  /** Remembers how to cancel a call that belongs to this request; the answer forgets it. */
  adopt(cancel: () => void): () => void {
    this.#children ??= new Set();
    this.#children.add(cancel);
    return () => {
      this.#children?.delete(cancel);
    };
  }

  afterResponse(work: () => void): void {
    this.#afterResponse ??= [];
    this.#afterResponse.push(work);
  }

  /** What was to run after the answer; asked once. */
  takeAfterResponse(): readonly (() => void)[] {
    const work = this.#afterResponse ?? [];
    this.#afterResponse = undefined;
    return work;
  }
}
