/**
 * Posts messages, with retries, until the server responds.
 *
 * Only a numbered message is posted again: the server handles it once, however often it arrives. Any other message is
 * posted once, because without a response it is unknown whether it arrived.
 */
import { Drain } from '@acp-stack/rpc';

import { Deadlines } from '../../timing/deadlines.ts';
import { headers as names, mediaTypes } from '../../wire/headers.ts';
import { skippedNote } from '../../wire/resumption.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Settings } from '../connect/connect-options.ts';
import { maxRefusalLength, type Bounds, type Endpoint, type EndpointRequest } from '../request/endpoint.ts';
import type { WholeResponse } from '../request/fetch.ts';
import { connectionGone, refusalOf, refusalWords } from '../request/refusal.ts';
import { TransportError } from '../connect/transport-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Statuses of a proxy or an overloaded server: the message may not have reached the agent. */
const unhandled: ReadonlySet<number> = new Set([502, 503, 504]);
const isUnhandled = (status: number): boolean => unhandled.has(status);

export class PostSender {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #deadlines: Deadlines;
  readonly #bounds: Bounds;
  readonly #sleepers = new Set<() => void>();
  /** The number of the POST that retries; the others wait for it. */
  #asking = Infinity;
  /** Releases the POSTs that wait for the retrying one. */
  readonly #others = new Drain();
  #isStopped = false;

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    this.#deadlines = new Deadlines(settings.clock);
    this.#bounds = { deadlines: this.#deadlines, limit: maxRefusalLength };
  }

  /** Posts `body` once and reads at least `limit` bytes of the response; rejects if there is none in time. */
  postOnce(own: Headers, body: string, limit: number = maxRefusalLength): Promise<WholeResponse> {
    const post = { headers: own, body, isRepeatable: true };
    return this.#endpoint.exchange(this.#request(post), { deadlines: this.#deadlines, limit });
  }

  /**
   * Posts a message until there is a response, with retries if it is repeatable. The first attempt avoids promises, see
   * `Endpoint.exchangeAtOnce`.
   */
  deliver(post: PostRequest, { answered, failed }: PostOutcome): void {
    const retry = (first?: Attempt): void => void this.#retry(post, first).then(answered, failed);
    const isPosted = this.#endpoint.exchangeAtOnce(this.#request(post), this.#bounds, {
      answered: (response) => {
        if (isAccepted(response)) answered(response);
        else retry(response);
      },
      failed: retry,
    });
    if (!isPosted) retry();
  }

  /**
   * Posts a placeholder for a refused message, so that its number is used whether or not the server saw the message.
   */
  async skip(own: Headers): Promise<void> {
    const post = { headers: own, body: skippedNote, isRepeatable: true };
    await this.#repeat(post, (status) => status >= 300 && !connectionGone.has(status));
  }

  /** Continues after the result `first`, or starts; resolves with undefined if it was stopped. */
  async #retry(post: PostRequest, first?: Attempt): Promise<WholeResponse | undefined> {
    if (post.isRepeatable) return this.#repeat(post, isUnhandled, first);
    const attempt = first ?? (await this.#attempt(post));
    if (attempt instanceof TransportError) throw lost(attempt);
    return attempt;
  }

  /**
   * Posts until `isNone` returns false for the status of a response; `first` is the result of an earlier attempt.
   *
   * While the server is unreachable, only one POST retries, the one with the lowest number, because the server handles
   * the others after it. The others wait.
   */
  async #repeat(
    post: PostRequest,
    isNone: (status: number) => boolean,
    first?: Attempt,
  ): Promise<WholeResponse | undefined> {
    const place = Number(post.headers[names.sequence]);
    const backoff = new Backoff(this.#settings);
    for (let before = first; before !== undefined || !this.#isStopped; before = undefined) {
      const attempt = before ?? (await this.#attempt(post));
      if (!(attempt instanceof TransportError) && !isNone(attempt.status)) {
        this.#releaseOthers(place);
        return attempt;
      }
      if (this.#isStopped) break;
      this.#asking = Math.min(place, this.#asking);
      if (this.#asking === place) {
        const delay = backoff.next();
        if (delay === undefined) {
          this.#releaseOthers(place);
          throw failureOf(attempt);
        }
        await this.#sleep(delay);
      }
      // An earlier one may have failed meanwhile.
      if (this.#asking < place) await this.#others.wait();
    }
    return undefined;
  }

  #releaseOthers(place: number): void {
    if (this.#asking !== place) return;
    this.#asking = Infinity;
    this.#others.release();
  }

  async #attempt(post: PostRequest): Promise<Attempt> {
    try {
      return await this.#endpoint.exchange(this.#request(post), this.#bounds);
    } catch (error) {
      if (error instanceof TransportError) return error;
      throw error;
    }
  }

  /** Cancels everything. */
  stop(): void {
    this.#isStopped = true;
    this.#deadlines.cancelAll();
    for (const wake of this.#sleepers) wake();
    this.#others.release();
  }

  #request({ headers: own, body, isRepeatable }: PostRequest): EndpointRequest {
    const headers = { ...own, 'content-type': mediaTypes.json, accept: mediaTypes.json };
    // While the program has paused, its POSTs wait, so there is no timeout unless the POST can be repeated.
    const timeout = isRepeatable ? this.#settings.limits.answerTimeout : undefined;
    return { method: 'POST', headers, body, timeout };
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        stop();
        this.#sleepers.delete(wake);
        resolve();
      };
      const stop = this.#settings.clock.schedule(ms, wake);
      this.#sleepers.add(wake);
    });
  }
}

/** A message to be posted. */
export interface PostRequest {
  readonly headers: Headers;
  readonly body: string;
  /** Whether the server handles it once, however often it arrives. */
  readonly isRepeatable: boolean;
}

/** Receives the result: exactly one of the two is called, once. */
export interface PostOutcome {
  /** The response; undefined if the sender was stopped. */
  readonly answered: (response: WholeResponse | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** Whether the server has accepted a message. */
export const isAccepted = ({ status }: WholeResponse): boolean => status >= 200 && status < 300;

/** The result of one attempt. */
type Attempt = WholeResponse | TransportError;
function failureOf(attempt: Attempt): TransportError {
  if (attempt instanceof TransportError) return attempt;
  return new TransportError('unreachable', refusalWords(refusalOf(attempt)), { status: attempt.status });
}

function lost(error: unknown): TransportError {
  if (error instanceof TransportError && error.code === 'unauthorized') return error;
  const words =
    'A message could not be posted, and the server cannot resume: it may or may not have arrived. Connect again, and load or resume the sessions.';
  return new TransportError('lost', words, { cause: error });
}
