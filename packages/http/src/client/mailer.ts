/**
 * Posts messages until the server has answered for them.
 *
 * A message that carries its number may be posted again, because the server handles it once; any other is posted once, and when no
 * answer comes nobody knows whether it arrived.
 */
import { Deadlines } from '../wire/deadlines.ts';
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
const isUnhandled = (status: number): boolean => unhandled.has(status);

export class Mailer {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #deadlines: Deadlines;
  readonly #sleepers = new Set<() => void>();
  #isStopped = false;

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    this.#deadlines = new Deadlines(settings.clock);
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
  post(own: Headers, body: string, isRepeatable: boolean): Promise<Answer | undefined> {
    if (!isRepeatable) {
      // A program that has paused makes its POSTs wait; only one that may be repeated is worth giving up.
      return this.#post(own, body, { timeout: undefined, limit: longestRefusal }).catch((error: unknown) => {
        throw lost(error);
      });
    }
    return this.#repeat(own, body, isUnhandled);
  }

  /** Posts `body` until there is an answer that `isNone` does not say to be none. */
  async #repeat(own: Headers, body: string, isNone: (status: number) => boolean): Promise<Answer | undefined> {
    let backoff: Backoff | undefined;
    while (!this.#isStopped) {
      let failure: TransportError;
      try {
        const answer = await this.postOnce(own, body);
        if (!isNone(answer.status)) return answer;
        failure = new TransportError('unreachable', refusalWords(refusalOf(answer)), { status: answer.status });
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        failure = error;
      }
      if (this.#isStopped) break;
      backoff ??= new Backoff(this.#settings);
      const delay = backoff.next();
      if (delay === undefined) throw failure;
      await this.#sleep(delay);
    }
    return undefined;
  }

  /** Gives everything up. */
  stop(): void {
    this.#isStopped = true;
    this.#deadlines.cancelAll();
    for (const wake of this.#sleepers) wake();
  }

  #post(own: Headers, body: string, { timeout, limit }: Bounds): Promise<Answer> {
    const headers = { ...own, 'content-type': mediaTypes.json, accept: mediaTypes.json };
    return this.#endpoint.exchange({ method: 'POST', headers, body, timeout }, this.#deadlines, limit);
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
