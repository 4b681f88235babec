/**
 * One request of the peer while it is handled.
 *
 * Its signal is made when it is first read: most handlers never do, and a controller costs more than a whole dispatch.
 */
import { abortError } from '../message/errors.ts';
import type { RequestId } from '../message/message.ts';
import type { ParentRequest } from '../send/pending-requests.ts';
import type { BatchResponse } from './batch-response.ts';

/** A request of the other side that is being handled. */
export class IncomingRequest implements ParentRequest {
  /** The id that the other side gave to it. */
  readonly id: RequestId;
  /** The name on the wire. */
  readonly method: string;
  /** As they arrived. */
  readonly params: unknown;
  /** Where the response goes if the request came in a batch. */
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

  /** Whether it was cancelled, or the connection has ended. */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** Aborts when the other side cancels the request, and when the connection ends. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  /** Aborts the signal, and cancels the calls that were made for this request. */
  abort(cause: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#abortReason = abortError('The request was cancelled.', cause);
    this.#controller?.abort(this.#abortReason);
    for (const cancel of this.#children ?? []) cancel();
  }

  /** Remembers how to cancel a call that belongs to this request; returns a function that forgets it. */
  adopt(cancel: () => void): () => void {
    this.#children ??= new Set();
    this.#children.add(cancel);
    return () => {
      this.#children?.delete(cancel);
    };
  }

  /** Runs `work` right after the response was sent. */
  afterResponse(work: () => void): void {
    this.#afterResponse ??= [];
    this.#afterResponse.push(work);
  }

  /** Returns what is to run after the response, once. */
  takeAfterResponse(): readonly (() => void)[] {
    const work = this.#afterResponse ?? [];
    this.#afterResponse = undefined;
    return work;
  }
}
