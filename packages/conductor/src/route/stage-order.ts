/**
 * Keeps the order of messages at one side of a stage, a place in a chain where handlers are wrapped, as `proxy()` does.
 *
 * While a notification handler has not finished, what follows in its session waits: notifications, requests and
 * responses. Other sessions pass. A handler may await a request that it makes itself, so requests of its session do not
 * wait meanwhile. When too much waits, the connection that it comes from is paused. If a handler awaits a request of
 * its own then, reading continues, because its response may be among what follows; at `mostBytes` that request fails.
 */
import { ConnectionError, Drain, OrderedQueues, type OrderKey, type UnansweredCalls } from '@acp-stack/rpc';
import { isJsonObject } from '@acp-stack/schema/json-object';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import { errorObject, errorResponse } from './error-response.ts';
import type { Flow, FlowEnd } from './flow.ts';
import { Pending, type Source } from './pending.ts';

/** The size that counts for a message without text. */
const nominalBytes = 256;
/** Bytes that may wait before the sender is paused. */
const highWater = 1024 * nominalBytes;
/** Bytes that may wait while a handler awaits a request of its own. */
const maxBytes = 32 * 1024 * 1024;

const nothing = (): void => undefined;

/** A request of a handler that is not answered yet. */
interface OwnCall {
  /** The number of the handler that began last before it. */
  readonly since: number;
  readonly reject: (error: Error) => void;
}

export class StageOrder implements UnansweredCalls, FlowEnd {
  readonly name: string;
  readonly hasTwoConversations = false;
  readonly waitsFor: Set<FlowEnd> = new Set();
  readonly channel: FlowEnd['channel'];
  readonly #flow: Flow;
  readonly #queues: OrderedQueues = new OrderedQueues(this);
  readonly #calls = new Set<OwnCall>();

  constructor(name: string, flow: Flow) {
    this.name = name;
    this.#flow = flow;
    const drain = new Drain();
    let bytes = 0;
    this.channel = {
      get unsentBytes() {
        return bytes;
      },
      drained: () => drain.wait(),
      pause: nothing,
      resume: nothing,
      destroy: nothing,
    };
    this.#queues.listen({
      onUnhandledBytes: (waiting) => {
        bytes = waiting;
        if (this.#calls.size > 0 && waiting > maxBytes) this.#failCalls();
        if (waiting < highWater || this.#calls.size > 0) drain.release();
        else flow.wait(this);
      },
    });
  }

  /** Whether nothing waits, and no handler is waited for. */
  get isIdle(): boolean {
    return this.#queues.isIdle;
  }

  hasAnySince(handler: number): boolean {
    return [...this.#calls].some(({ since }) => since >= handler);
  }

  /** Handles a notification in its turn; `start` returns a promise if it is not done then, which never rejects. */
  notification(message: RoutedCall, start: () => PromiseLike<unknown> | undefined): void {
    const queues = this.#queues;
    if (!queues.isIdle) {
      queues.enter(keyOf(message), { kind: 'notification', bytes: bytesOf(message), start: this.#later(start) });
      return;
    }
    const handler = queues.begin();
    const result = start();
    if (result !== undefined) queues.hold(keyOf(message), handler, bytesOf(message), result);
  }

  /** Cancels the requests that wait in the session of `message`, which does not wait itself. */
  overtake(message: RoutedCall): void {
    if (!this.isIdle) this.#queues.cancelWaiting(keyOf(message));
  }

  /** Handles a request in its turn; one that is cancelled before is answered here. */
  request(source: Source, message: RoutedCall, start: () => void): void {
    if (this.isIdle) {
      start();
      return;
    }
    let hasLeft = false;
    const cancel = (pending: Pending): void => {
      if (hasLeft) return;
      hasLeft = true;
      const error = errorObject(errorCodes.request_cancelled, 'The request was cancelled.');
      source.respond(pending, errorResponse(error));
    };
    const pending = new Pending(source, { name: this.name, cancel }, message, '');
    source.remember(pending);
    const begin = this.#later(() => {
      if (hasLeft) return undefined;
      hasLeft = true;
      start();
      return undefined;
    });
    this.#queues.enter(keyOf(message), {
      kind: 'request',
      bytes: bytesOf(message),
      start: begin,
      cancel: () => {
        pending.cancel();
      },
    });
  }

  /** Wraps the source of a request that goes the other way, so that its response keeps the order here. */
  orderResponses(source: Source, message: RoutedCall): Source {
    const key = keyOf(message);
    return new OrderedSource(source, (pending, response) => {
      this.#response(key, response, () => {
        source.respond(pending, response);
      });
    });
  }

  /** Makes a request that a handler may await before it finishes. */
  call(make: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = { since: this.#queues.lastHandler, reject };
      this.#calls.add(call);
      const settled = (): void => void this.#calls.delete(call);
      make().then(resolve, reject).finally(settled);
      this.#queues.onCall();
    });
  }

  #response(key: OrderKey, { body }: RoutedResponse, pass: () => void): void {
    if (this.isIdle) {
      pass();
      return;
    }
    const start = this.#later(() => {
      pass();
      return undefined;
    });
    this.#queues.enter(key, { kind: 'response', bytes: body?.length ?? nominalBytes, start });
  }

  /** What runs later still counts as read from the same connection, which waits if it is too much. */
  #later<T>(work: () => T): () => T {
    const { reader } = this.#flow;
    return () => this.#flow.readFrom(reader, work);
  }

  #failCalls(): void {
    const words = `More than ${maxBytes} bytes wait for a handler of ${this.name}, which awaits this request.`;
    const error = new ConnectionError('limit', words, { limit: 'unhandledBytes' });
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const { reject } of calls) reject(error);
  }
}

/** Passes responses to `respond`. */
class OrderedSource implements Source {
  readonly #inner: Source;
  readonly respond: Source['respond'];

  constructor(inner: Source, respond: Source['respond']) {
    this.#inner = inner;
    this.respond = respond;
  }

  get name(): string {
    return this.#inner.name;
  }

  remember(pending: Pending): void {
    this.#inner.remember(pending);
  }
}

/** Messages of one session keep their order. */
function keyOf({ params }: RoutedCall): OrderKey {
  const id = isJsonObject(params) ? params['sessionId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

const bytesOf = ({ body }: RoutedCall): number => body?.length ?? nominalBytes;
