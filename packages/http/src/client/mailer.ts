/**
 * Posts messages until the server has answered for them.
 *
 * A message that carries its number may be posted again, because the server handles it once; any other is posted once, and when no
 * answer comes nobody knows whether it arrived.
 */
import { mediaTypes } from '../wire/headers.ts';
import { skippedNote } from '../wire/resume.ts';
import { Backoff } from './backoff.ts';
import type { Settings } from './connect-options.ts';
import { longestRefusal, type Answer, type Endpoint } from './endpoint.ts';
import { connectionGone } from './http-introduction.ts';
import { refusalOf, refusalWords } from './refusal.ts';
import { TransportError } from './transport-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Statuses of something before the server: the message may not have reached it. */
const unhandled: ReadonlySet<number> = new Set([502, 503, 504]);

export class Mailer {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #controllers = new Set<AbortController>();
  readonly #sleepers = new Set<() => void>();
  #isStopped = false;

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
  }

  /** Posts `body` once, and reads the first `limit` bytes of the answer at least; rejects when nobody answers in time. */
  postOnce(own: Headers, body: string, limit: number = longestRefusal): Promise<Answer> {
    return this.#post(own, body, { timeout: this.#settings.limits.answerTimeout, limit });
  }

  /** Makes good for a message that was refused: its number is used, whoever refused it. */
  async skip(own: Headers): Promise<void> {
    await this.#repeat(own, skippedNote, (status) => status >= 300 && !connectionGone.has(status));
  }

  /** Posts `body`, again and again where that is allowed; undefined when it was stopped meanwhile. */
  async post(own: Headers, body: string, isRepeatable: boolean): Promise<Answer | undefined> {
    if (!isRepeatable) {
      // A program that has paused makes its POSTs wait; only one that may be repeated is worth giving up.
      return this.#post(own, body, { timeout: undefined, limit: longestRefusal }).catch((error: unknown) => {
        throw lost(error);
      });
    }
    return this.#repeat(own, body, (status) => unhandled.has(status));
  }

  /** Posts `body` until there is an answer that `isUnhandled` does not say to be none. */
  async #repeat(own: Headers, body: string, isUnhandled: (status: number) => boolean): Promise<Answer | undefined> {
    const backoff = new Backoff(this.#settings);
    while (!this.#isStopped) {
      const answer = await this.#attempt(own, body, isUnhandled);
      if (!(answer instanceof TransportError)) return answer;
      const delay = backoff.next();
      if (delay === undefined) throw answer;
      await this.#sleep(delay);
    }
    return undefined;
  }

  /** Gives everything up. */
  stop(): void {
    this.#isStopped = true;
    for (const controller of this.#controllers) controller.abort();
    for (const wake of this.#sleepers) wake();
  }

  /** The answer, or why it is worth to try again. */
  async #attempt(
    own: Headers,
    body: string,
    isUnhandled: (status: number) => boolean,
  ): Promise<Answer | TransportError> {
    try {
      const answer = await this.postOnce(own, body);
      if (!isUnhandled(answer.status)) return answer;
      return new TransportError('unreachable', refusalWords(refusalOf(answer)), { status: answer.status });
    } catch (error) {
      if (error instanceof TransportError) return error;
      throw error;
    }
  }

  async #post(own: Headers, body: string, { timeout, limit }: Bounds): Promise<Answer> {
    const controller = new AbortController();
    this.#controllers.add(controller);
    try {
      const headers = { ...own, 'content-type': mediaTypes.json, accept: mediaTypes.json };
      return await this.#endpoint.exchange({ method: 'POST', headers, body, timeout }, controller, limit);
    } finally {
      this.#controllers.delete(controller);
    }
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

/** Of an answer: the milliseconds that it may take, and the bytes that are read of it. */
interface Bounds {
  readonly timeout: number | undefined;
  readonly limit: number;
}

function lost(error: unknown): TransportError {
  if (error instanceof TransportError && error.code === 'unauthorized') return error;
  const words =
    'A message could not be posted, and the server cannot resume: it may or may not have arrived. Connect again, and load or resume the sessions.';
  return new TransportError('lost', words, { cause: error });
}
