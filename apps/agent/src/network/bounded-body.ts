/**
 * Limits the body of a response that a library reads: an event of an event stream, or any other body as a whole.
 *
 * A body is passed on in whole lines or in large chunks, because the libraries keep every chunk of an unfinished line.
 */
import { CollectedBytes } from '@acp-stack/rpc';

/** How much a response may hold, in bytes. */
export interface BodyLimits {
  /** One event of an event stream. */
  readonly event: number;
  /** The whole body, unless it is an event stream. */
  readonly whole: number;
  /** The whole of an event stream; no limit when absent. */
  readonly stream?: number;
}

/** A response exceeds a limit. */
export class BodyLimitError extends Error {
  static {
    this.prototype.name = 'BodyLimitError';
  }
}

const newline = 10;
const carriageReturn = 13;
const mebibyte = 1024 * 1024;
/** Bytes that are passed on at once of a body without lines. */
const largeChunk = 64 * 1024;

/** Passes bytes on; throws when they exceed a limit. */
interface Meter {
  /** Counts `chunk`; returns how much of it may be passed on now, together with what came before. */
  count(chunk: Uint8Array, waiting: number): number;
}

/** Limits `body`, whose content type is `type`; `onExceeded` is called before reading fails. */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  type: string,
  { limits, onExceeded }: { readonly limits: BodyLimits; readonly onExceeded?: (error: BodyLimitError) => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const meter = type.includes('text/event-stream') ? new EventMeter(limits) : new WholeMeter(limits);
  const waiting = new CollectedBytes();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) {
            if (waiting.size > 0) controller.enqueue(waiting.take());
            controller.close();
            return;
          }
          let ready: number;
          try {
            ready = meter.count(value, waiting.size);
          } catch (error) {
            reader.cancel(error).catch(() => undefined);
            if (error instanceof BodyLimitError) onExceeded?.(error);
            throw error;
          }
          waiting.add(value.subarray(0, ready));
          if (ready > 0) controller.enqueue(waiting.take());
          waiting.add(value.subarray(ready));
          if (ready > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Limits the whole. */
class WholeMeter implements Meter {
  readonly #limit: number;
  #size = 0;

  constructor({ whole }: BodyLimits) {
    this.#limit = whole;
  }

  count(chunk: Uint8Array, waiting: number): number {
    this.#size += chunk.length;
    if (this.#size > this.#limit) throw exceeded('The response is', this.#limit);
    return waiting + chunk.length >= largeChunk ? chunk.length : 0;
  }
}

/** Limits each event: what lies between two empty lines. */
class EventMeter implements Meter {
  readonly #limits: BodyLimits;
  #size = 0;
  #event = 0;
  #line = 0;
  #isAfterReturn = false;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  count(chunk: Uint8Array): number {
    const { event, stream = Infinity } = this.#limits;
    this.#size += chunk.length;
    if (this.#size > stream) throw exceeded('The event stream is', stream);
    let end = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      const isReturn = byte === carriageReturn;
      if (byte === newline || isReturn) {
        end = index + 1;
        // The newline of a pair ends no line of its own.
        if (!(byte === newline && this.#isAfterReturn)) {
          if (this.#line === 0) this.#event = 0;
          this.#line = 0;
        }
      } else {
        this.#line += 1;
        this.#event += 1;
        if (this.#event > event) throw exceeded('An event is', event);
      }
      this.#isAfterReturn = isReturn;
    }
    return end;
  }
}

const exceeded = (what: string, limit: number): BodyLimitError =>
  new BodyLimitError(`${what} longer than ${limit >= mebibyte ? `${limit / mebibyte} MB` : `${limit} bytes`}.`);
