/**
 * One side of a JSON-RPC 2.0 connection.
 *
 * Messages are dispatched in arrival order, synchronously, by one look into a map. Here is what a program may ask for; the work is done by the
 * parts: what arrives goes through `IncomingQueue` and `Dispatcher` to the handlers, what goes out leaves through `MessageSender`, `OutgoingCalls` wait for
 * answers, `IncomingRequests` for ours, `OrderedQueues` keep the order, and `Lifetime` settles everything at the end.
 */
import type { Channel } from '../channel/channel.ts';
import type { OrderKey } from '../order/ordered-queues.ts';
import type { CloseReason } from './lifetime.ts';
import type { CallOptions } from '../send/outgoing-calls.ts';
import type { PeerOptions } from './peer-options.ts';
import { defaultDrainTime, PeerParts } from './peer-parts.ts';
import { MessageTaps, type TappedMessage } from '../observe/message-taps.ts';

/** One side of a JSON-RPC 2.0 connection: calls the other side, and answers it with your handlers, in order. */
export class Peer {
  readonly #parts: PeerParts;

  constructor(channel: Channel, options: PeerOptions) {
    this.#parts = new PeerParts(channel, options);
    channel.open(this.#parts);
  }

  /** Settles once, when the connection has ended. */
  get closed(): Promise<CloseReason> {
    return this.#parts.life.closed;
  }

  /** Changes what a negotiated version allows. */
  configure(rules: Pick<PeerOptions, 'ids' | 'batches'>): void {
    this.#parts.dispatcher.configure(rules);
  }

  /** Shows every message of both directions to `observer`, until the answer is disposed of. */
  tap(observer: (message: TappedMessage) => void): Disposable {
    this.#parts.taps ??= new MessageTaps(this.#parts);
    return this.#parts.taps.add(observer);
  }

  /** Calls the other side; rejects with the `RpcError` it answered, an `AbortError`, or a `ConnectionError`. */
  request(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const parts = this.#parts;
    const { current } = parts.runner;
    if (typeof current === 'object') return parts.nested(current, current.params, { method, params, options });
    return parts.call(method, params, options, current);
  }

  /** Tells the other side something; resolves when more can be sent. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#parts.notify(method, params);
  }

  /** Resolves when everything that has arrived for `lane` is handled; also after the connection has ended. */
  handled(lane: OrderKey): Promise<void> {
    return new Promise((resolve) => {
      const start = (): undefined => {
        resolve();
      };
      this.#parts.lanes.enter(lane, { kind: 'response', bytes: 0, start });
    });
  }

  /**
   * Ends the connection: running handlers finish, what was sent is flushed, the other side is told, and calls that still wait for it
   * are answered or, after `grace` milliseconds, rejected.
   */
  close({ grace = defaultDrainTime }: { readonly grace?: number } = {}): Promise<void> {
    return this.#parts.life.close(grace);
  }

  /** Ends the connection at once. */
  destroy(error?: Error): void {
    this.#parts.life.destroy(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
