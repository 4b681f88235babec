/**
 * The requests of the peer: from their arrival to their response.
 *
 * Every request gets exactly one response: the result of its handler, the `RpcError` that the handler threw, or an
 * internal error without details; what really happened is reported. A request with the id of one that is still being
 * handled is only reported, because a response would settle the other one.
 */
import { SmallMap } from '../collections/small-map.ts';
import { ConnectionError, isAbortError, RpcError, rpcCodes } from '../message/errors.ts';
import type { Limits } from '../message/limits.ts';
import type { Request, RequestId } from '../message/message.ts';
import { sendReport, type Reporting } from '../observe/peer-report.ts';
import type { MessageSender } from '../send/message-sender.ts';
import type { BatchResponse } from './batch-response.ts';
import { isThenable, type RequestHandler } from './handler.ts';
import { IncomingRequest } from './incoming-request.ts';

export interface IncomingRequestsParts {
  readonly limits: Pick<Limits, 'incomingRequests'>;
  readonly sender: Pick<MessageSender, 'respond'>;
  readonly reporting: Reporting;
}

export class IncomingRequests {
  readonly #limits: Pick<Limits, 'incomingRequests'>;
  readonly #sender: Pick<MessageSender, 'respond'>;
  readonly #reporting: Reporting;
  readonly #running = new SmallMap<RequestId, IncomingRequest>();
  #onQuiet: (() => void)[] | undefined;

  constructor({ limits, sender, reporting }: IncomingRequestsParts) {
    this.#limits = limits;
    this.#sender = sender;
    this.#reporting = reporting;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Takes a request in, or responds with why not. */
  admit(message: Request, handler: unknown, batch: BatchResponse | undefined): IncomingRequest | undefined {
    const { id, method, params } = message;
    const { incomingRequests: limit } = this.#limits;
    if (this.#running.get(id) !== undefined) {
      // A response would settle the request that is still being handled, so there is none.
      sendReport(this.#reporting, { kind: 'duplicate-request', id, method });
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

  /** Calls the handler with a context; its synchronous part runs now. */
  run(handler: RequestHandler, incoming: IncomingRequest, context: unknown): void {
    try {
      const params = handler.parse === undefined ? incoming.params : handler.parse(incoming.params);
      const result = handler.run(params as never, context as never);
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

  /** Whether the request still waits for its response; not if the connection ended meanwhile. */
  isRunning(incoming: IncomingRequest): boolean {
    return this.#running.get(incoming.id) === incoming;
  }

  /** Cancels the request with this id, if it is being handled. */
  cancel(id: RequestId): void {
    this.#running.get(id)?.abort(cancelled());
  }

  /** Aborts every signal; no response is sent any more. */
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

  /** Responds with an error to something that never became a request. */
  refuse(id: RequestId, error: RpcError, batch?: BatchResponse): void {
    this.#respond({ jsonrpc: '2.0', id, error: error.toObject() }, { id, method: 'refused', batch });
  }

  #succeed(incoming: IncomingRequest, value: unknown): void {
    if (!this.#finish(incoming)) return;
    this.#respond({ jsonrpc: '2.0', id: incoming.id, result: value === undefined ? null : value }, incoming);
    this.#afterwards(incoming);
  }

  #fail(incoming: IncomingRequest, error: unknown): void {
    if (!this.#finish(incoming)) return;
    const failure = this.#errorFor(incoming, error);
    this.#respond({ jsonrpc: '2.0', id: incoming.id, error: failure.toObject() }, incoming);
    this.#afterwards(incoming);
  }

  /** The error that the peer gets: never more than the handler meant to tell. */
  #errorFor(incoming: IncomingRequest, error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    // The response is the same whether the peer cancelled or the handler gave up by itself.
    if (incoming.isAborted || isAbortError(error)) return cancelled();
    sendReport(this.#reporting, { kind: 'handler-failed', method: incoming.method, error });
    return new RpcError(rpcCodes.internalError, 'Internal error');
  }

  /** Takes a request out of the table; false if the connection ended meanwhile. */
  #finish(incoming: IncomingRequest): boolean {
    return this.#running.take(incoming.id) !== undefined;
  }

  #respond(
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

  /** Sends a response; one that cannot be sent becomes an error, so that the peer does not wait forever. */
  send(response: unknown, id: RequestId, method: string): void {
    try {
      this.#sender.respond(response);
    } catch (error) {
      sendReport(this.#reporting, { kind: 'unsendable-response', method, error });
      try {
        this.#sender.respond(sendable(response, id, error));
      } catch {
        // The channel has ended, and its end settles everything else.
      }
    }
  }

  #afterwards(incoming: IncomingRequest): void {
    for (const work of incoming.takeAfterResponse()) {
      try {
        work();
      } catch (error) {
        sendReport(this.#reporting, { kind: 'handler-failed', method: incoming.method, error });
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

/**
 * What is sent instead of a response, or a batch of them, that cannot be sent; the reason is given only if it is the
 * size.
 */
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
