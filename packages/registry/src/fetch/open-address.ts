/**
 * Makes a request to an address that a user configured or a registry lists.
 *
 * Redirects are followed by hand: a few, never from https to http, and never from a public address to this machine or
 * its network. Credentials of the address are sent to its own origin only, and appear in no error.
 */
import { RegistryError } from '../contract/registry-error.ts';
import { printable } from '../manifest/printable.ts';
import { isPrivateHost, type Lookup } from './private-address.ts';

/** How a request is made. */
export interface AddressRequest {
  /** Ends the request, and the reading of its body. */
  readonly signal: AbortSignal;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `authorization` is sent to the origin of the address only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** Default: that of the system. */
  readonly lookup?: Lookup;
}

/** The answer to a request; redirects have been followed. */
export interface AddressResponse {
  /** Where the answer came from. */
  readonly url: URL;
  readonly response: Response;
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Requests `address`. Throws a `RegistryError` with the code `unreachable`, or the reason of the signal. */
export async function openAddress(address: string | URL, request: AddressRequest): Promise<AddressResponse> {
  const { signal, headers = {}, lookup, method = 'GET' } = request;
  const { authorization: _, ...others } = headers;
  const start = httpUrl(address);
  let url = start;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const sent = url.origin === start.origin ? { ...headers, ...authorizationOf(start) } : others;
    const response = await send(url, { method, headers: sent, signal, redirect: 'manual' }, request.fetch ?? fetch);
    if (!redirects.has(response.status)) return { url, response };
    await response.body?.cancel();
    const next = redirectOf(url, response.headers.get('location'));
    if (await unlessAborted(leadsInside(start, next, lookup), signal)) {
      throw unreachable(`${start.host} redirects to ${next.host}, which is in a private network; it was not followed`);
    }
    url = next;
  }
  throw unreachable(`${start.host} redirects more than ${maxRedirects} times`);
}

/** Whether a redirect leads from a public address to this machine or its network. */
async function leadsInside(from: URL, to: URL, lookup: Lookup | undefined): Promise<boolean> {
  return (await isPrivateHost(to.hostname, lookup)) && !(await isPrivateHost(from.hostname, lookup));
}

/** Looking a name up cannot be stopped, so its result is no longer waited for. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { signal: listening.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    listening.abort();
  }
}

function httpUrl(address: string | URL): URL {
  const text = address.toString();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw unreachable('The address must begin with https:// or http://');
}

function redirectOf(from: URL, location: string | null): URL {
  const next = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (next === undefined) throw unreachable(`${from.host} redirects to nowhere`);
  if (next.protocol !== 'https:' && (next.protocol !== 'http:' || from.protocol === 'https:')) {
    throw unreachable(`${from.host} redirects from https to ${next.protocol.slice(0, -1)}; it was not followed`);
  }
  return next;
}

/** `fetch` does not accept credentials in addresses, so they become a header. */
function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function send(
  url: URL,
  init: RequestInit & { readonly signal: AbortSignal },
  doFetch: typeof fetch,
): Promise<Response> {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  try {
    return await doFetch(bare, init);
  } catch (error) {
    throw explainFailure(error, bare.host, init.signal);
  }
}

const explanations: Readonly<Record<string, string>> = {
  ENOTFOUND: 'could not be found; check the address and the network',
  EAI_AGAIN: 'could not be looked up; check the network',
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ENETUNREACH: 'cannot be reached; check the network',
  EHOSTUNREACH: 'cannot be reached; check the network',
  ETIMEDOUT: 'did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'did not answer in time',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that is not trusted',
};

/** Converts an error of `fetch` or of reading a body; an abort becomes its reason. */
export function explainFailure(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof RegistryError) return error;
  const code = codeOf(error) ?? '';
  const reason = code === '' ? reasonOf(error) : code;
  const detail = reason === '' ? '' : ` (${reason})`;
  return unreachable(`${host} ${explanations[code] ?? `could not be read${detail}`}`, error);
}

/** The words of the deepest cause, such as `bad port` for a port that requests may not use. */
function reasonOf(error: unknown): string {
  let found = '';
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if (each !== error) found = printable(each.message);
  return found;
}

function codeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    if (each instanceof AggregateError) return codeOf(each.errors[0]);
  }
  return undefined;
}

function unreachable(sentence: string, cause?: unknown): RegistryError {
  return new RegistryError('unreachable', `${sentence}.`, { cause });
}
