/**
 * One stream of server-sent events, kept open.
 *
 * Where the server can resume, a stream that drops is opened again behind the last event that arrived, so that none is lost or comes
 * twice. Where it cannot, a stream that drops is over, and so is one that its server ends. What is silent for too long has dropped.
 */
import type { Clock } from '@acp-stack/rpc';

import { headers, mediaTypes } from '../../wire/headers.ts';
import { Backoff, type BackoffOptions } from '../../timing/backoff.ts';
import { bodyOf, type BodyReader } from '../request/body-reader.ts';
import { longestRefusal, type Endpoint } from '../request/endpoint.ts';
import type { ExtendedResponse } from '../request/fetch.ts';
import type { Latch } from '../channel/latch.ts';
import { Heartbeat } from '../../timing/heartbeat.ts';
import { readEvents } from './read-events.ts';
import { readText } from '../request/read-text.ts';
import { bodyError, codeOf, isEventStream, refusalOf, refusalWords, type Refusal } from '../request/refusal.ts';
import { TransportError } from '../connect/transport-error.ts';

export interface EventStreamOptions extends BackoffOptions {
  readonly endpoint: Endpoint;
  /** The headers that name the stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the stream is called in errors. */
  readonly name: string;
  readonly canResume: boolean;
  /** Nothing is read while it is shut. */
  readonly readLatch: Latch;
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
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

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
    const { clock, reconnect, name, onDrop } = this.#options;
    const wasOpenLong = this.#openedAt !== undefined && clock.now() - this.#openedAt >= reconnect.longest;
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
    let response: ExtendedResponse;
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
    if (response.status !== 200 || !isEventStream(response)) return this.#refused(response, attempt);
    if (attempt > 0) onReturn();
    this.#openedAt = this.#options.clock.now();
    const body = bodyOf(response, this.#controller.signal);
    // Without the answer itself, which would be kept for as long as the stream is open.
    return body === undefined ? { kind: 'end' } : this.#read(body);
  }

  async #refused(response: ExtendedResponse, attempt: number): Promise<Ending> {
    const { name, canResume } = this.#options;
    const refusal = await this.#readRefusal(response);
    const { status } = refusal;
    // A stream that was ended and is not there any more has said everything.
    if (status === 204 || (status === 404 && this.#wasEnded)) return { kind: 'over' };
    const isWrongBody = status === 200;
    const error = isWrongBody
      ? bodyError(`the request for the ${name}`, 'a stream of events', refusal)
      : new TransportError(codeOf(status), refusalWords(refusal), { status });
    // What stands between us and the server, a network that wants a login for instance, may be gone in a moment.
    const isIntercepted = attempt > 0 && (isWrongBody || status < 200 || (status >= 300 && status < 400));
    if (canResume && (transientStatuses.has(status) || isIntercepted)) {
      return { kind: 'drop', error: new TransportError('unreachable', error.message, { status }) };
    }
    if (canResume && (status === 404 || status === 410)) {
      const words = `The server answered ${status} to the request for the ${name}: what was missed is gone. Connect again, and load or resume the sessions.`;
      throw new TransportError('history-lost', words, { status });
    }
    throw error;
  }

  /** Reads an answer that is not the stream, for as long as an answer may take. */
  async #readRefusal(response: ExtendedResponse): Promise<Refusal> {
    const { clock, answerTimeout } = this.#options;
    const controller = this.#controller;
    const stop = clock.schedule(answerTimeout, () => {
      controller.abort();
    });
    const text = await readText(response, longestRefusal, controller.signal).catch(() => '');
    stop();
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
        // Nothing arrived while nobody read, and a server that has never sent a comment may not send any.
        const wasShut = readLatch.isClosed || readLatch.openings !== openings;
        openings = readLatch.openings;
        return wasShut || (!canResume && !this.#hasKeepAlive);
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

  /** Notes the number of an event; whether it is the one that is expected. */
  #advance(id: string | undefined): boolean {
    const number = Number(id);
    // A server that numbers its events and leaves one out has lost it.
    if (!Number.isSafeInteger(number) || number > this.#last + 1) {
      throw new TransportError(
        'history-lost',
        `An event of the ${this.#options.name} is missing: after ${this.#last} came ${String(id)}. Connect again, and load or resume the sessions.`,
      );
    }
    if (number <= this.#last) return false;
    this.#last = number;
    return true;
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
