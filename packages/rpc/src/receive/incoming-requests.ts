/**
 * The requests of the other side: from their arrival to their answer.
 *
 * Every request is answered once: with the handler's result, with the `RpcError` it threw, or with an internal error that tells
 * nothing; what really happened goes to the reports.
 */
import type { BatchResponse } from './batch-response.ts';
import { ConnectionError, isAbortError, RpcError, rpcCodes } from '../message/errors.ts';
import { isThenable, type RequestContext, type RequestHandler } from './handler.ts';
import { IncomingRequest } from './incoming-request.ts';
import type { Limits } from '../message/limits.ts';
import type { Request, RequestId } from '../message/message.ts';
import type { MessageSender } from '../send/message-sender.ts';
import type { PeerReport } from '../observe/peer-report.ts';
import { SmallMap } from '../collections/small-map.ts';

export interface IncomingRequestsOptions {
  readonly limits: Pick<Limits, 'incomingRequests'>;
  readonly outbox: Pick<MessageSender, 'answer'>;
  report(report: PeerReport): void;
  /** What a handler is given. */
  context(incoming: IncomingRequest): RequestContext;
}

export class IncomingRequests {
  readonly #options: IncomingRequestsOptions;
  readonly #running = new SmallMap<RequestId, IncomingRequest>();
  #onQuiet: (() => void)[] | undefined;

  constructor(options: IncomingRequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Takes a request in, or answers it with why not. */
  admit(message: Request, handler: unknown, batch: BatchResponse | undefined): IncomingRequest | undefined {
    const { id, method, params } = message;
    const { incomingRequests: limit } = this.#options.limits;
    if (this.#running.get(id) !== undefined) {
      // An answer would settle the request that is still being handled, so there is none.
      this.#options.report({ kind: 'duplicate-request', id, method });
      batch?.skip();
      return undefined;
    }
    if (handler === undefined) {
      this.refuse(id, new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`), batch);
      return undefined;
    }
    if (this.#running.size >= limit) {
      const words = `Too many requests are being handled; at most ${limit} at once.`;
      this.refuse(
        id,
        new RpcError(rpcCodes.internalError, words, { data: { limit, name: 'incomingRequests' } }),
        batch,
      );
      return undefined;
    }
    const incoming = new IncomingRequest(id, method, params, batch);
    this.#running.add(id, incoming);
    return incoming;
  }

  /** Calls the handler; its synchronous part runs now. */
  run(handler: RequestHandler, incoming: IncomingRequest): void {
    // The connection may have ended while it waited.
    if (this.#running.get(incoming.id) !== incoming) return;
    try {
      const params = handler.parse === undefined ? incoming.params : handler.parse(incoming.params);
      const result = handler.run(params as never, this.#options.context(incoming));
      if (isThenable(result)) {
        result.then(
          (value) => {
            this.#succeed(incoming, value);
          },
          (error: unknown) => {
            this.#fail(incoming, error);
          },
        );
      } else this.#succeed(incoming, result);
    } catch (error) {
      this.#fail(incoming, error);
    }
  }

  /** Cancels the request with this id, if it is being handled. */
  cancel(id: RequestId): void {
    this.#running.get(id)?.abort(cancelled());
  }

  /** Settles every signal; nothing is answered any more. */
  abortAll(reason: unknown): void {
    for (const incoming of this.#running.takeAll()) incoming.abort(reason);
    this.#quiet();
  }

  /** Resolves when no handler runs. */
  quiet(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onQuiet ??= [];
      this.#onQuiet.push(resolve);
    });
  }

  /** Answers something that never became a request. */
  refuse(id: RequestId, error: RpcError, batch?: BatchResponse): void {
    this.#answer({ jsonrpc: '2.0', id, error: error.toObject() }, { id, method: 'refused', batch });
  }

  #succeed(incoming: IncomingRequest, value: unknown): void {
    if (!this.#finish(incoming)) return;
    this.#answer({ jsonrpc: '2.0', id: incoming.id, result: value === undefined ? null : value }, incoming);
    this.#afterwards(incoming);
  }

  #fail(incoming: IncomingRequest, error: unknown): void {
    if (!this.#finish(incoming)) return;
    const answer = this.#errorFor(incoming, error);
    this.#answer({ jsonrpc: '2.0', id: incoming.id, error: answer.toObject() }, incoming);
    this.#afterwards(incoming);
  }

  /** What the other side is told: never more than the handler meant to tell. */
  #errorFor(incoming: IncomingRequest, error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    // Whoever gave up, the answer is the same: the other side, or the handler because of a limit of its own.
    if (incoming.isAborted || isAbortError(error)) return cancelled();
    this.#options.report({ kind: 'handler-failed', method: incoming.method, error });
    return new RpcError(rpcCodes.internalError, 'Internal error');
  }

  /** Takes a request out of the table; false when the connection ended meanwhile. */
  #finish(incoming: IncomingRequest): boolean {
    return this.#running.take(incoming.id) !== undefined;
  }

  #answer(
    response: object,
    {
      id,
      method,
      batch,
    }: { readonly id: RequestId; readonly method: string; readonly batch: BatchResponse | undefined },
  ): void {
    if (batch === undefined) this.send(response, id, method);
    else batch.add(response);
  }

  /** Sends an answer; one that cannot be written as JSON becomes an error, so that the other side does not wait for ever. */
  send(response: unknown, id: RequestId, method: string): void {
    const { outbox } = this.#options;
    try {
      outbox.answer(response);
    } catch (error) {
      this.#options.report({ kind: 'unsendable-response', method, error });
      try {
        outbox.answer(sendable(response, id, error));
      } catch {
        // The channel has ended; its end settles everything else.
      }
    }
  }

  #afterwards(incoming: IncomingRequest): void {
    for (const work of incoming.takeAfterResponse()) {
      try {
        work();
      } catch (error) {
        this.#options.report({ kind: 'handler-failed', method: incoming.method, error });
      }
    }
    if (this.#running.size === 0) this.#quiet();
  }

  #quiet(): void {
    const waiting = this.#onQuiet;
    this.#onQuiet = undefined;
    for (const resolve of waiting ?? []) resolve();
  }
}

export const cancelled = (): RpcError => new RpcError(rpcCodes.requestCancelled, 'Request cancelled');

/** What is sent instead of an answer, or of a batch of them, that cannot be; why it cannot is told only of its size. */
function sendable(response: unknown, id: RequestId, error: unknown): unknown {
  const isTooMuch = error instanceof ConnectionError && error.code === 'limit';
  const why = isTooMuch ? `sent: ${error.message}` : 'written as JSON.';
  const failure = new RpcError(rpcCodes.internalError, `Internal error: the result cannot be ${why}`).toObject();
  if (!Array.isArray(response)) return { jsonrpc: '2.0', id, error: failure };
  return (response as { readonly id: RequestId }[]).map((each) => {
    return isTooMuch || !hasJson(each) ? { jsonrpc: '2.0', id: each.id, error: failure } : each;
  });
}

function hasJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
