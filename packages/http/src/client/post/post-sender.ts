/**
 * Posts messages until the server has answered for them.
 *
 * A message that carries its number may be posted again, because the server handles it once; any other is posted once, and when no
 * answer comes nobody knows whether it arrived.
 */
import { Drain } from '@acp-stack/rpc';

import { Deadlines } from '../../timing/deadlines.ts';
import { headers as names, mediaTypes } from '../../wire/headers.ts';
import { skippedNote } from '../../wire/resumption.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Settings } from '../connect/connect-options.ts';
import { longestRefusal, type Bounds, type Endpoint, type EndpointRequest } from '../request/endpoint.ts';
import type { WholeResponse } from '../request/fetch.ts';
import { connectionGone, refusalOf, refusalWords } from '../request/refusal.ts';
import { TransportError } from '../connect/transport-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Statuses of something before the server: the message may not have reached it. */
const unhandled: ReadonlySet<number> = new Set([502, 503, 504]);
const isUnhandled = (status: number): boolean => unhandled.has(status);

export class PostSender {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #deadlines: Deadlines;
  readonly #bounds: Bounds;
  readonly #sleepers = new Set<() => void>();
  /** The place of the letter that asks for a server which is gone. */
  #asking = Infinity;
  /** Those behind it. */
  readonly #others = new Drain();
  #isStopped = false;

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    this.#deadlines = new Deadlines(settings.clock);
    this.#bounds = { deadlines: this.#deadlines, limit: longestRefusal };
  }

  /** Posts `body` once, and reads the first `limit` bytes of the answer at least; rejects when nobody answers in time. */
  postOnce(own: Headers, body: string, limit: number = longestRefusal): Promise<WholeResponse> {
    const post = { own, body, isRepeatable: true };
    return this.#endpoint.exchange(this.#request(post), { deadlines: this.#deadlines, limit });
  }

  /** Posts `letter` until it is answered, again and again where that is allowed. The first time needs no promise, which a small message is spared. */
  deliver(post: PostRequest, { answered, failed }: PostOutcome): void {
    const retry = (first?: Attempt): void => void this.#retry(post, first).then(answered, failed);
    const isPosted = this.#endpoint.exchangeAtOnce(this.#request(post), this.#bounds, {
      answered: (answer) => {
        if (isTaken(answer)) answered(answer);
        else retry(answer);
      },
      failed: retry,
    });
    if (!isPosted) retry();
  }

  /** Makes good for a message that was refused: its number is used, whoever refused it. */
  async skip(own: Headers): Promise<void> {
    const post = { own, body: skippedNote, isRepeatable: true };
    await this.#repeat(post, (status) => status >= 300 && !connectionGone.has(status));
  }

  /** Goes on after `first` became of a letter, or begins; undefined when it was stopped. */
  async #retry(post: PostRequest, first?: Attempt): Promise<WholeResponse | undefined> {
    if (post.isRepeatable) return this.#repeat(post, isUnhandled, first);
    const attempt = first ?? (await this.#attempt(post));
    if (attempt instanceof TransportError) throw lost(attempt);
    return attempt;
  }

  /**
   * Posts `letter` until there is an answer that `isNone` does not say to be none; `first` is what became of it before.
   *
   * A server that is gone is asked for by one letter, not by all that wait. It is the earliest, because the server takes the others after it.
   */
  async #repeat(
    post: PostRequest,
    isNone: (status: number) => boolean,
    first?: Attempt,
  ): Promise<WholeResponse | undefined> {
    const place = Number(post.own[names.sequence]);
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
      // Perhaps an earlier one has failed meanwhile.
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

  /** Gives everything up. */
  stop(): void {
    this.#isStopped = true;
    this.#deadlines.cancelAll();
    for (const wake of this.#sleepers) wake();
    this.#others.release();
  }

  #request({ own, body, isRepeatable }: PostRequest): EndpointRequest {
    const headers = { ...own, 'content-type': mediaTypes.json, accept: mediaTypes.json };
    // A program that has paused makes its POSTs wait; only one that may be repeated is worth giving up.
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
  readonly own: Headers;
  readonly body: string;
  /** Whether the server handles it once however often it comes. */
  readonly isRepeatable: boolean;
}

/** What becomes of a letter: one of them is called, once. */
export interface PostOutcome {
  /** The answer; undefined when it was stopped meanwhile. */
  readonly answered: (answer: WholeResponse | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** Whether the server has taken a message. */
export const isTaken = ({ status }: WholeResponse): boolean => status >= 200 && status < 300;

/** What became of a letter that was posted once. */
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
