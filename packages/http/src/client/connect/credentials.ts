/**
 * The credentials that go with every request: headers of the program, and a bearer token.
 *
 * The token is fetched once and kept; when the server refuses it, it is fetched once more.
 */
import { describeError, systemClock, type Clock } from '@acp-stack/rpc';

import { TransportError } from './transport-error.ts';

/** Headers, or a function that returns them; it is called for every request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** A bearer token, or a function that returns one; `refused` is the token that the server did not accept. */
export type TokenSource = string | ((refused: string | undefined) => string | Promise<string>);

/** What identifies the client to the server. */
export interface CredentialOptions {
  /** Sent with every request; headers that the protocol sets take precedence. */
  readonly headers?: HeaderSource;
  /** Sent as `Authorization: Bearer`; a function is called once more when the server refuses the token. */
  readonly token?: TokenSource;
}

/** The headers of one request, and the token in them. */
export interface Identification {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | undefined;
}

interface ProviderTimeout {
  readonly clock: Clock;
  readonly answerTimeout: number;
}

/** Returns the credentials of a connection; connections without any share one object. */
export const credentialsOf = (options: CredentialOptions, timeout: ProviderTimeout): Credentials =>
  options.headers === undefined && options.token === undefined ? noCredentials : new Credentials(options, timeout);

export class Credentials {
  /** The headers, if they never change; undefined if a provider has to be called. */
  readonly fixed: Identification | undefined;
  readonly #headers: HeaderSource;
  readonly #source: TokenSource | undefined;
  readonly #timeout: ProviderTimeout;
  /** The token, or the promise for it: concurrent requests share one call of the provider. */
  #token: Promise<string> | undefined;

  /** `timeout` bounds the time that a provider may take. */
  constructor({ headers = {}, token }: CredentialOptions, timeout: ProviderTimeout) {
    this.#timeout = timeout;
    this.#headers = typeof headers === 'function' ? headers : inLowerCase(headers);
    this.#source = token;
    if (typeof this.#headers !== 'function' && typeof token !== 'function') {
      this.fixed = identification(this.#headers, token);
    }
  }

  async identify(): Promise<Identification> {
    const headers =
      typeof this.#headers === 'function'
        ? inLowerCase(await this.#inTime(Promise.resolve(this.#headers()), 'headers'))
        : this.#headers;
    if (this.#source === undefined) return identification(headers, undefined);
    this.#token ??= this.#ask(undefined);
    return identification(headers, await this.#token);
  }

  /** Called when the server refused `token`; resolves to whether a retry with the result of `identify` makes sense. */
  async renew(token: string | undefined): Promise<boolean> {
    if (token === undefined || typeof this.#source !== 'function') return false;
    const known = this.#token;
    // Another request may have been refused earlier, and already have fetched a new token.
    if (known !== undefined && (await known) !== token) return true;
    if (this.#token === known) this.#token = this.#ask(token);
    return (await this.#token) !== token;
  }

  #ask(refused: string | undefined): Promise<string> {
    const answer = this.#inTime(askSource(this.#source ?? '', refused), 'token');
    // If the provider fails, the next request calls it again.
    answer.catch(() => {
      if (this.#token === answer) this.#token = undefined;
    });
    return answer;
  }

  /** Rejects if a provider takes too long: it must not block the connection forever. */
  #inTime<T>(answer: Promise<T>, what: string): Promise<T> {
    const { clock, answerTimeout } = this.#timeout;
    return new Promise((resolve, reject) => {
      const stop = clock.schedule(answerTimeout, () => {
        const words = `The provider of the ${what} did not respond within ${answerTimeout} ms.`;
        reject(new TransportError('unauthorized', words));
      });
      answer.then(resolve, reject).finally(stop);
    });
  }
}

const identification = (headers: Readonly<Record<string, string>>, token: string | undefined): Identification => ({
  headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
  token,
});

const inLowerCase = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function askSource(source: TokenSource, refused: string | undefined): Promise<string> {
  try {
    return typeof source === 'string' ? source : await source(refused);
  } catch (error) {
    const reason = describeError(error);
    throw new TransportError('unauthorized', `The token could not be obtained: ${reason}`, { cause: error });
  }
}

/** Shared by all connections without credentials; it never waits. */
const noCredentials = new Credentials({}, { clock: systemClock, answerTimeout: 0 });
