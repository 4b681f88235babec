/**
 * The cookies of one connection: it returns what its server sets until the connection ends.
 *
 * In a browser `Set-Cookie` is not visible, so the jar stays empty and the browser handles cookies itself.
 */
import type { Clock } from '@acp-stack/rpc';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly isSecure: boolean;
  /** In the time of the clock; undefined for a cookie that lasts as long as the connection. */
  readonly expires: number | undefined;
}

/** Further cookies, and longer ones, are ignored. */
const maxCookies = 100;
const maxCookieLength = 4096;

export class CookieJar {
  readonly #clock: Pick<Clock, 'now'>;
  /** Created with the first cookie. */
  #cookies: Map<string, Cookie> | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Stores the `Set-Cookie` headers of a response from `url`. */
  store(lines: readonly string[], url: URL): void {
    for (const line of lines) {
      const cookie = line.length > maxCookieLength ? undefined : this.#read(line, url);
      if (cookie === undefined) continue;
      const key = `${cookie.name};${cookie.path}`;
      const cookies = (this.#cookies ??= new Map());
      cookies.delete(key);
      const isGone = cookie.expires !== undefined && cookie.expires <= this.#clock.now();
      if (!isGone && cookies.size < maxCookies) cookies.set(key, cookie);
    }
  }

  /** Returns the `Cookie` header for a request to `url`; undefined if no cookie matches. */
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

  /** `Max-Age` takes precedence over `Expires`. */
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

/** Whether a cookie for `path` is sent with a request for `requested`. */
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

/** A cookie with control characters could end a header line; it is ignored. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);
