/**
 * One stream of server-sent events, kept open.
 *
 * Where the server can resume, a stream that drops is opened again behind the last event that arrived, so that none is lost or comes
 * twice. Where it cannot, a stream that drops is over, and so is one that its server ends. What is silent for too long has dropped.
 */
import { createParser } from 'eventsource-parser';

import type { Clock } from '@acp-stack/rpc';

import { headers, mediaTypes } from '../wire/headers.ts';
import { Backoff, type BackoffOptions } from './backoff.ts';
import { discard, type Endpoint, type FetchResponse } from './endpoint.ts';
import type { Gate } from './gate.ts';
import { TransportError } from './transport-error.ts';

export interface EventStreamOptions extends BackoffOptions {
  readonly endpoint: Endpoint;
  /** The headers that name the stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the stream is called in errors. */
  readonly name: string;
  readonly canResume: boolean;
  /** Nothing is read while it is shut. */
  readonly gate: Gate;
  readonly clock: Clock;
  /** Milliseconds until the server must have answered. */
  readonly answerTimeout: number;
  /** Milliseconds without a byte until a stream has dropped. */
  readonly silence: number;
  /** Characters that one event may have. */
  readonly eventBytes: number;
  readonly onEvent: (text: string) => void;
  /** The stream dropped, and will be opened again after `delay` milliseconds. */
  readonly onDrop: (error: TransportError, delay: number) => void;
  /** The stream is open again. */
  readonly onReturn: () => void;
}

/** How one response ended: the server ended it, or said that there is nothing more to come, or it dropped. */
type Ending = { readonly kind: 'end' | 'over' } | { readonly kind: 'drop'; readonly error: unknown };

/** Statuses of a server, or of something before it, that may be gone in a moment. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class EventStream {
  /** Resolves when the server has ended the stream, or we have; rejects when it is over for another reason. */
  readonly finished: Promise<void>;
  readonly #options: EventStreamOptions;
  readonly #backoff: Backoff;
  #controller = new AbortController();
  #wake: () => void = () => undefined;
  /** The number of the last event that arrived. */
  #last = 0;
  /** Nobody wants more than what the current response brings. */
  #isLast = false;
  #isClosed = false;
  /** When the stream was opened last; undefined when it could not be. */
  #openedAt: number | undefined;
  #hasKeepAlive = false;
  /** The last response was ended by the server, and did not drop. */
  #wasEnded = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options);
    this.finished = this.#run();
    // Whoever wants to know asks; until then a failure is nobody's.
    this.finished.catch(() => undefined);
  }

  /** Reads what the server still sends, and does not open the stream again. */
  readToEnd(): void {
    this.#isLast = true;
    this.#wake();
  }

  /** Stops at once. */
  close(): void {
    this.#isClosed = true;
    this.#controller.abort();
    this.#wake();
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      const ending = await this.#attempt(attempt);
      if (this.#isOver() || ending.kind === 'over') return;
      this.#wasEnded = ending.kind === 'end';
      if (!this.#options.canResume) {
        if (ending.kind === 'drop') throw this.#lost(ending.error);
        return;
      }
      await this.#beforeReturn(ending.kind === 'drop' ? ending.error : undefined);
      if (this.#isOver()) return;
    }
  }

  /** Waits until the stream may be opened again; throws when it has taken too long. */
  async #beforeReturn(reason: unknown): Promise<void> {
    const { clock, patience, name, onDrop } = this.#options;
    const wasOpenLong = this.#openedAt !== undefined && clock.now() - this.#openedAt >= patience.longest;
    if (wasOpenLong) this.#backoff.reset();
    this.#openedAt = undefined;
    const error = toTransportError(reason, name);
    // A server that ends a stream on purpose has something to say about it, and waits for the question.
    const isExpected = this.#wasEnded && this.#backoff.attempts === 0;
    const delay = this.#backoff.next();
    if (delay === undefined) throw error;
    if (isExpected) return;
    onDrop(error, delay);
    await this.#sleep(delay);
  }

  /** A method, so that the compiler does not take the answer for granted across a wait. */
  #isOver(): boolean {
    return this.#isClosed || this.#isLast;
  }

  /** Opens the stream and reads it; throws when there is no use in trying again. */
  async #attempt(attempt: number): Promise<Ending> {
    const { endpoint, canResume, onReturn } = this.#options;
    this.#controller = new AbortController();
    // The first request does not ask for a place to go on from. Later ones do, and so take the place of a stream that the server
    // may still believe in.
    const place: Readonly<Record<string, string>> =
      attempt > 0 && canResume ? { [headers.lastEventId]: String(this.#last) } : {};
    let response: FetchResponse;
    try {
      response = await endpoint.request(
        {
          method: 'GET',
          headers: { ...this.#options.headers, ...place, accept: mediaTypes.events },
          timeout: this.#options.answerTimeout,
        },
        this.#controller,
      );
    } catch (error) {
      return { kind: 'drop', error };
    }
    if (response.status !== 200) return this.#refused(response);
    if (attempt > 0) onReturn();
    this.#openedAt = this.#options.clock.now();
    return this.#read(response);
  }

  async #refused(response: FetchResponse): Promise<Ending> {
    const { name, canResume } = this.#options;
    const { status } = response;
    await discard(response);
    // A stream that was ended and is not there any more has said everything.
    if (status === 204 || (status === 404 && this.#wasEnded)) return { kind: 'over' };
    const words = `The server answered ${status} to the request for ${name}`;
    if (canResume && passing.has(status)) {
      return { kind: 'drop', error: new TransportError('unreachable', `${words}.`, { status }) };
    }
    if (status === 401 || status === 403) throw new TransportError('unauthorized', `${words}.`, { status });
    if (canResume && (status === 404 || status === 410)) {
      throw new TransportError(
        'history-lost',
        `${words}: what was missed is gone. Connect again, and load or resume the sessions.`,
        { status },
      );
    }
    throw new TransportError('refused', `${words}.`, { status });
  }

  async #read(response: FetchResponse): Promise<Ending> {
    const { body } = response;
    if (body === null) return { kind: 'end' };
    const watch = this.#watch();
    try {
      await this.#consume(body, watch);
      return { kind: 'end' };
    } catch (error) {
      if (error instanceof TransportError && isFinal(error)) throw error;
      return { kind: 'drop', error };
    } finally {
      watch.stop();
      this.#controller.abort();
    }
  }

  async #consume(body: ReadableStream<Uint8Array>, watch: Watch): Promise<void> {
    const { gate, canResume, eventBytes, onEvent } = this.#options;
    const decoder = new TextDecoder();
    const reader = body.getReader();
    let pending = 0;
    const parser = createParser({
      onEvent: ({ id, data }) => {
        pending = 0;
        this.#backoff.reset();
        if (this.#isClosed || (canResume && !this.#advance(id))) return;
        onEvent(data);
      },
      onComment: () => {
        this.#hasKeepAlive = true;
      },
    });
    for (;;) {
      await gate.passage();
      const { done, value } = await reader.read();
      if (done) return;
      watch.touch();
      pending += value.length;
      parser.feed(decoder.decode(value, { stream: true }));
      if (pending > eventBytes && pending > value.length) {
        throw new TransportError('limit', `An event of ${this.#options.name} is longer than ${eventBytes} bytes.`);
      }
    }
  }

  /** Notes the number of an event; whether it is the one that is expected. */
  #advance(id: string | undefined): boolean {
    const number = Number(id);
    // A server that numbers its events and leaves one out has lost it.
    if (!Number.isSafeInteger(number) || number > this.#last + 1) {
      throw new TransportError(
        'history-lost',
        `An event of ${this.#options.name} is missing: after ${this.#last} came ${String(id)}. Connect again, and load or resume the sessions.`,
      );
    }
    if (number <= this.#last) return false;
    this.#last = number;
    return true;
  }

  /** Gives the response up when nothing arrives for too long. Nothing arrives either while nobody reads. */
  #watch(): Watch {
    const { clock, silence, gate, canResume, name } = this.#options;
    let last = clock.now();
    let isStopped = false;
    const arm = (ms: number): void => {
      if (!isStopped) stop = clock.schedule(ms, look);
    };
    const look = (): void => {
      if (gate.isShut) {
        void gate.passage().then(() => {
          last = clock.now();
          arm(silence);
        });
        return;
      }
      // A server that has never sent a comment may not send any.
      if (!canResume && !this.#hasKeepAlive) last = clock.now();
      const left = last + silence - clock.now();
      if (left > 0) arm(left);
      else this.#controller.abort(new TransportError('unreachable', `${name} was silent for ${silence} ms.`));
    };
    let stop = clock.schedule(silence, look);
    return {
      touch: () => {
        last = clock.now();
      },
      stop: () => {
        isStopped = true;
        stop();
      },
    };
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#options.clock.schedule(ms, resolve);
      this.#wake = () => {
        stop();
        resolve();
      };
    });
  }

  #lost(error: unknown): TransportError {
    if (error instanceof TransportError && isFinal(error)) return error;
    const words = `${this.#options.name} dropped, and the server cannot resume it. Connect again, and load or resume the sessions.`;
    return new TransportError('lost', words, { cause: error });
  }
}

interface Watch {
  /** Something arrived. */
  readonly touch: () => void;
  readonly stop: () => void;
}

const isFinal = ({ code }: TransportError): boolean => code !== 'unreachable';

function toTransportError(error: unknown, name: string): TransportError {
  if (error instanceof TransportError) return error;
  const reason = error instanceof Error ? error.message : 'the server ended it';
  return new TransportError('unreachable', `${name} dropped: ${reason}.`, { cause: error });
}
