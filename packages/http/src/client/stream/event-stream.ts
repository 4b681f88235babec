/**
 * One stream of server-sent events, kept open.
 *
 * If the server can resume, a dropped stream is opened again after the last event that arrived: no event is lost or
 * repeated. Otherwise a stream that drops or ends is over. A stream that is silent for too long counts as dropped.
 */
import type { Clock } from '@acp-stack/rpc';

import { headers, mediaTypes } from '../../wire/headers.ts';
import { Backoff, type BackoffOptions } from '../../timing/backoff.ts';
import { bodyOf, type BodyReader } from '../request/body-reader.ts';
import { maxRefusalLength, type Endpoint } from '../request/endpoint.ts';
import type { ExtendedResponse } from '../request/fetch.ts';
import type { Latch } from '../channel/latch.ts';
import { Heartbeat } from '../../timing/heartbeat.ts';
import { readEvents } from './read-events.ts';
import { readText } from '../request/read-text.ts';
import { bodyError, codeOf, isEventStream, refusalOf, refusalWords, type Refusal } from '../request/refusal.ts';
import { TransportError } from '../connect/transport-error.ts';

export interface EventStreamOptions extends BackoffOptions {
  readonly endpoint: Endpoint;
  /** The headers that identify the stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the stream in errors. */
  readonly name: string;
  readonly canResume: boolean;
  /** Nothing is read while it is closed. */
  readonly readLatch: Latch;
  readonly clock: Clock;
  /** Milliseconds within which the server must respond. */
  readonly answerTimeout: number;
  /** Milliseconds without a byte after which the stream counts as dropped. */
  readonly silence: number;
  /** The limit for one event, in characters. */
  readonly eventBytes: number;
  readonly onEvent: (text: string) => void;
  /** Called when the stream dropped; it is opened again after `delay` milliseconds. */
  readonly onDrop: (error: TransportError, delay: number) => void;
  /** Called when the stream is open again. */
  readonly onReturn: () => void;
}

/** How a response ended: the server ended it (`end`), said that nothing more will come (`over`), or it dropped. */
type Ending = { readonly kind: 'end' | 'over' } | { readonly kind: 'drop'; readonly error: unknown };

/** Statuses of a server or proxy after which the request is repeated. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

export class EventStream {
  /** Resolves when the stream was ended, by the server or by `close`; rejects when it failed. */
  readonly finished: Promise<void>;
  readonly #options: EventStreamOptions;
  readonly #backoff: Backoff;
  #controller = new AbortController();
  #wake: () => void = () => undefined;
  /** The number of the last event that arrived. */
  #lastNumber = 0;
  /** The stream is not opened again after the current response. */
  #isLast = false;
  #isClosed = false;
  /** When the stream was opened; undefined if the last attempt failed. */
  #openedAt: number | undefined;
  #hasKeepAlive = false;
  /** The server ended the last response; it did not drop. */
  #wasEnded = false;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options);
    this.finished = this.#run();
    // The owner may never look at `finished`; that must not be an unhandled rejection.
    this.finished.catch(() => undefined);
  }

  /** Reads the rest of the current response, and does not open the stream again. */
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
      await this.#waitBeforeReopening(ending.kind === 'drop' ? ending.error : undefined);
      if (this.#isOver()) return;
    }
  }

  /** Waits before the stream is opened again; throws after too many attempts. */
  async #waitBeforeReopening(reason: unknown): Promise<void> {
    const { clock, reconnect, name, onDrop } = this.#options;
    const wasOpenLong = this.#openedAt !== undefined && clock.now() - this.#openedAt >= reconnect.longest;
    if (wasOpenLong) this.#backoff.reset();
    this.#openedAt = undefined;
    const error = toTransportError(reason, name);
    // A server ends a stream on purpose to check whether the client comes back; no delay is needed.
    const isExpected = this.#wasEnded && this.#backoff.attempts === 0;
    const delay = this.#backoff.next();
    if (delay === undefined) throw error;
    if (isExpected) return;
    onDrop(error, delay);
    await this.#sleep(delay);
  }

  /** A method, because the compiler would narrow the fields across an await. */
  #isOver(): boolean {
    return this.#isClosed || this.#isLast;
  }

  /** Opens the stream and reads it; throws if another attempt would fail too. */
  async #attempt(attempt: number): Promise<Ending> {
    const { endpoint, canResume, onReturn } = this.#options;
    this.#controller = new AbortController();
    // The first request has no `Last-Event-ID`. Later ones do, and replace a stream that the server may still consider
    // open.
    const resumeHeaders: Readonly<Record<string, string>> =
      attempt > 0 && canResume ? { [headers.lastEventId]: String(this.#lastNumber) } : {};
    let response: ExtendedResponse;
    try {
      response = await endpoint.request(
        {
          method: 'GET',
          headers: { ...this.#options.headers, ...resumeHeaders, accept: mediaTypes.events },
          timeout: this.#options.answerTimeout,
        },
        this.#controller,
      );
    } catch (error) {
      return { kind: 'drop', error };
    }
    if (response.status !== 200 || !isEventStream(response)) return this.#refused(response, attempt);
    if (attempt > 0) onReturn();
    this.#openedAt = this.#options.clock.now();
    const body = bodyOf(response, this.#controller.signal);
    // Not the response itself: it would stay in memory as long as the stream is open.
    return body === undefined ? { kind: 'end' } : this.#read(body);
  }

  async #refused(response: ExtendedResponse, attempt: number): Promise<Ending> {
    const { name, canResume } = this.#options;
    const refusal = await this.#readRefusal(response);
    const { status } = refusal;
    // The stream was ended and does not exist any more: it is complete.
    if (status === 204 || (status === 404 && this.#wasEnded)) return { kind: 'over' };
    const isWrongBody = status === 200;
    const error = isWrongBody
      ? bodyError(`the request for the ${name}`, 'an event stream', refusal)
      : new TransportError(codeOf(status), refusalWords(refusal), { status });
    // Something between intercepted the request, such as the login page of a network; that may go away.
    const isIntercepted = attempt > 0 && (isWrongBody || status < 200 || (status >= 300 && status < 400));
    if (canResume && (transientStatuses.has(status) || isIntercepted)) {
      return { kind: 'drop', error: new TransportError('unreachable', error.message, { status }) };
    }
    if (canResume && (status === 404 || status === 410)) {
      const words = `The server responded with ${status} to the request for the ${name}: the missed messages are gone. Connect again, and load or resume the sessions.`;
      throw new TransportError('history-lost', words, { status });
    }
    throw error;
  }

  /** Reads a response that is not an event stream, within `answerTimeout`. */
  async #readRefusal(response: ExtendedResponse): Promise<Refusal> {
    const { clock, answerTimeout } = this.#options;
    const controller = this.#controller;
    const cancelTimeout = clock.schedule(answerTimeout, () => {
      controller.abort();
    });
    const text = await readText(response, maxRefusalLength, controller.signal).catch(() => '');
    cancelTimeout();
    return refusalOf({ status: response.status, headers: response.headers, text });
  }

  async #read(body: BodyReader): Promise<Ending> {
    const { readLatch, eventBytes, name, clock, silence, canResume } = this.#options;
    const controller = this.#controller;
    let openings = readLatch.openings;
    const heartbeat = new Heartbeat({
      clock,
      silence,
      ignoresSilence: () => {
        // Nothing arrives while reading is paused, and a server that never sent a comment may not send any.
        const wasPaused = readLatch.isClosed || readLatch.openings !== openings;
        openings = readLatch.openings;
        return wasPaused || (!canResume && !this.#hasKeepAlive);
      },
      onDead: () => {
        controller.abort(new TransportError('unreachable', `The ${name} was silent for ${silence} ms.`));
      },
    });
    try {
      await readEvents(body, {
        readLatch,
        eventBytes,
        name,
        onEvent: (data, id) => {
          this.#event(data, id);
        },
        onComment: () => {
          this.#hasKeepAlive = true;
        },
        onAlive: () => {
          heartbeat.touch();
        },
      });
      return { kind: 'end' };
    } catch (error) {
      if (error instanceof TransportError && isFinal(error)) throw error;
      return { kind: 'drop', error };
    } finally {
      heartbeat.stop();
      controller.abort();
    }
  }

  #event(data: string, id: string | undefined): void {
    const { canResume, onEvent } = this.#options;
    this.#backoff.reset();
    if (this.#isClosed || (canResume && !this.#advance(id))) return;
    onEvent(data);
  }

  /** Records the number of an event; returns whether the event is new. */
  #advance(id: string | undefined): boolean {
    const number = Number(id);
    // A gap in the numbers means that the server has lost an event.
    if (!Number.isSafeInteger(number) || number > this.#lastNumber + 1) {
      throw new TransportError(
        'history-lost',
        `An event of the ${this.#options.name} is missing: after ${this.#lastNumber} came ${String(id)}. Connect again, and load or resume the sessions.`,
      );
    }
    if (number <= this.#lastNumber) return false;
    this.#lastNumber = number;
    return true;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimeout = this.#options.clock.schedule(ms, resolve);
      this.#wake = () => {
        cancelTimeout();
        resolve();
      };
    });
  }

  #lost(error: unknown): TransportError {
    if (error instanceof TransportError && isFinal(error)) return error;
    const words = `The ${this.#options.name} dropped, and the server cannot resume it. Connect again, and load or resume the sessions.`;
    return new TransportError('lost', words, { cause: error });
  }
}

const isFinal = ({ code }: TransportError): boolean => code !== 'unreachable';

function toTransportError(error: unknown, name: string): TransportError {
  if (error instanceof TransportError) return error;
  const reason = error instanceof Error ? error.message : 'the server ended it';
  return new TransportError('unreachable', `The ${name} dropped: ${reason}.`, { cause: error });
}
