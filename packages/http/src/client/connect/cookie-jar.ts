/**
 * The cookies of one connection: what its server sets is returned to it until the connection is over.
 *
 * A platform that keeps cookies itself (a browser) shows none of them, and then there is nothing to do here.
 */
import type { Clock } from '@acp-stack/rpc';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly isSecure: boolean;
  /** On the clock of the jar; undefined: with the connection. */
  readonly expires: number | undefined;
}

/** A server that sets more is not taken seriously. */
const mostCookies = 100;
const longestCookie = 4096;

export class CookieJar {
  readonly #clock: Pick<Clock, 'now'>;
  /** There once the server has set one. */
  #cookies: Map<string, Cookie> | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Takes the `Set-Cookie` lines of an answer from `url`. */
  store(lines: readonly string[], url: URL): void {
    for (const line of lines) {
      const cookie = line.length > longestCookie ? undefined : this.#read(line, url);
      if (cookie === undefined) continue;
      const key = `${cookie.name};${cookie.path}`;
      const cookies = (this.#cookies ??= new Map());
      cookies.delete(key);
      const isGone = cookie.expires !== undefined && cookie.expires <= this.#clock.now();
      if (!isGone && cookies.size < mostCookies) cookies.set(key, cookie);
    }
  }

  /** The `Cookie` header of a request to `url`; undefined when there is nothing to say. */
  header(url: URL): string | undefined {
    if (this.#cookies === undefined) return undefined;
    const now = this.#clock.now();
    const fitting = [...this.#cookies.values()]
      .filter(({ expires }) => expires === undefined || expires > now)
      .filter(({ isSecure }) => !isSecure || isTrustworthy(url))
      .filter(({ path }) => covers(path, url.pathname))
      // The more specific path comes first (RFC 6265, 5.4).
      .toSorted((left, right) => right.path.length - left.path.length);
    return fitting.length === 0 ? undefined : fitting.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #read(line: string, url: URL): Cookie | undefined {
    const [pair = '', ...rest] = line.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    if (equals < 1 || name === '' || hasControls(pair)) return undefined;
    const attributes = new Map(rest.map(attribute));
    const domain = attributes.get('domain')?.replace(/^\./u, '').toLowerCase();
    const isForeign = domain !== undefined && domain !== '' && !isWithin(url.hostname, domain);
    const path = attributes.get('path');
    return isForeign
      ? undefined
      : {
          name,
          value,
          path: path?.startsWith('/') === true ? path : defaultPath(url.pathname),
          isSecure: attributes.has('secure'),
          expires: this.#expiry(attributes),
        };
  }

  /** `Max-Age` wins over `Expires`. */
  #expiry(attributes: ReadonlyMap<string, string>): number | undefined {
    const maxAge = attributes.get('max-age');
    if (maxAge !== undefined && /^-?\d+$/u.test(maxAge)) return this.#clock.now() + Number(maxAge) * 1000;
    const expires = Date.parse(attributes.get('expires') ?? '');
    return Number.isNaN(expires) ? undefined : this.#clock.now() + expires - Date.now();
  }
}

function attribute(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals === -1) return [text.trim().toLowerCase(), ''];
  return [text.slice(0, equals).trim().toLowerCase(), text.slice(equals + 1).trim()];
}

/** Whether a cookie of `path` goes with a request for `requested`. */
function covers(path: string, requested: string): boolean {
  if (!requested.startsWith(path)) return false;
  return path.length === requested.length || path.endsWith('/') || requested[path.length] === '/';
}

function defaultPath(pathname: string): string {
  const slash = pathname.lastIndexOf('/');
  return slash <= 0 ? '/' : pathname.slice(0, slash);
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const isTrustworthy = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || protocol === 'wss:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);

/** A cookie that could end a header line is not returned to anybody. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);
