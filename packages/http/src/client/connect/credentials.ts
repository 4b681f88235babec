/**
 * What a client says about itself with every request: headers of the program, and a token.
 *
 * A token is asked for once and kept; when the server refuses it, it is asked for once more.
 */
import { systemClock, type Clock } from '@acp-stack/rpc';

import { TransportError } from './transport-error.ts';

/** Headers, or where they come from; they are asked for with every request. */
export type HeaderSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** A bearer token, or where it comes from; `refused` is the token that the server did not take. */
export type TokenSource = string | ((refused: string | undefined) => string | Promise<string>);

/** What is sent along to say who asks. */
export interface CredentialOptions {
  /** Sent with every request; a header that the protocol sets itself counts for more. */
  readonly headers?: HeaderSource;
  /** Sent as `Authorization: Bearer`; asked for once more when the server refuses it. */
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

/** What is said with the requests of a connection; those with nothing to say share it. */
export const credentialsOf = (options: CredentialOptions, timeout: ProviderTimeout): Credentials =>
  options.headers === undefined && options.token === undefined ? noCredentials : new Credentials(options, timeout);

export class Credentials {
  /** What is said every time, where nobody has to be asked for it. */
  readonly fixed: Identification | undefined;
  readonly #headers: HeaderSource;
  readonly #source: TokenSource | undefined;
  readonly #timeout: ProviderTimeout;
  /** What is known, or being asked for: requests that need it at the same time ask once. */
  #token: Promise<string> | undefined;

  /** `patience` says how long a provider may take. */
  constructor({ headers = {}, token }: CredentialOptions, timeout: ProviderTimeout) {
    this.#timeout = timeout;
    this.#headers = typeof headers === 'function' ? headers : inLowerCase(headers);
    this.#source = token;
    if (typeof this.#headers !== 'function' && typeof token !== 'function') {
      this.fixed = identification(this.#headers, token);
    }
  }

  /** Whether there is anything to say. */
  get areEmpty(): boolean {
    return this.#source === undefined && typeof this.#headers !== 'function' && Object.keys(this.#headers).length === 0;
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

  /** The server refused `token`; whether it is worth to try again with what `identify` says now. */
  async renew(token: string | undefined): Promise<boolean> {
    if (token === undefined || typeof this.#source !== 'function') return false;
    const known = this.#token;
    // Somebody else may have been refused, and have asked, before us.
    if (known !== undefined && (await known) !== token) return true;
    if (this.#token === known) this.#token = this.#ask(token);
    return (await this.#token) !== token;
  }

  #ask(refused: string | undefined): Promise<string> {
    const answer = this.#inTime(askSource(this.#source ?? '', refused), 'token');
    // A provider that fails is asked again by the next request.
    answer.catch(() => {
      if (this.#token === answer) this.#token = undefined;
    });
    return answer;
  }

  /** A provider that never answers must not hold up a connection for ever. */
  #inTime<T>(answer: Promise<T>, what: string): Promise<T> {
    const { clock, answerTimeout } = this.#timeout;
    return new Promise((resolve, reject) => {
      const stop = clock.schedule(answerTimeout, () => {
        const words = `The provider of the ${what} has not answered in ${answerTimeout} ms.`;
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransportError('unauthorized', `There is no token: ${reason}`, { cause: error });
  }
}

/** Nobody is asked for them, so nobody is waited for. */
const noCredentials = new Credentials({}, { clock: systemClock, answerTimeout: 0 });
