/**
 * The token of this page: from the secret in the fragment of its address, or kept from an earlier visit.
 *
 * The secret is valid once, and is removed from the address before anything else happens. The token is kept for this
 * origin, so that another tab and a reload need no new address.
 */

const storageKey = 'acp-page-token';
const hubKey = 'acp-page-hub';
/** Milliseconds after which a program that does not answer counts as lost. */
const answerTimeout = 10_000;

/** A page that was opened without a valid address; trying again does not help. */
export class NoTokenError extends Error {
  static {
    this.prototype.name = 'NoTokenError';
  }

  readonly code = 'unauthorized';
}

/** Takes the secret out of the address; undefined if it has none. */
export function takeSecret(location: Location, history: History): string | undefined {
  const fragment = new URLSearchParams(location.hash.replace(/^#/u, ''));
  const secret = fragment.get('token');
  if (secret === null) return undefined;
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return secret;
}

/** Returns the token; rejects with a `NoTokenError` if the user has to open a new address. */
export async function pageToken(secret: string | undefined, storage: Storage = localStorage): Promise<string> {
  if (secret !== undefined) {
    const response = await fetch('/page/token', { method: 'POST', headers: { authorization: `Bearer ${secret}` } });
    if (response.ok) {
      const { token, hub } = (await response.json()) as { readonly token: string; readonly hub?: string };
      storage.setItem(storageKey, token);
      if (hub === undefined) storage.removeItem(hubKey);
      else storage.setItem(hubKey, hub);
      return token;
    }
  }
  const kept = storage.getItem(storageKey);
  if (kept === null) throw new NoTokenError('This page has no token.');
  return kept;
}

/** The address of the hub for invitation links: that of the page, unless the program relays to another hub. */
export const hubAddress = (storage: Storage = localStorage): string =>
  storage.getItem(hubKey) ?? new URL('/acp', location.href).href;

/** Forgets a token that was refused. */
export function forgetToken(storage: Storage = localStorage): void {
  storage.removeItem(storageKey);
}

/** A ticket, with which a WebSocket can be opened once: browsers cannot send a header with it. */
export async function createTicket(token: string): Promise<string> {
  const response = await fetch('/ticket', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(answerTimeout),
  }).catch((error: unknown) => {
    throw new Error('The program that serves this page cannot be reached.', { cause: error });
  });
  if (response.status === 401) throw new NoTokenError('The token of this page is not valid any more.');
  if (!response.ok) throw new Error(`The program that serves this page answered ${response.status}.`);
  return ((await response.json()) as { readonly ticket: string }).ticket;
}

/** The address of the endpoint for one WebSocket. */
export async function socketAddress(token: string, path = '/acp'): Promise<string> {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('ticket', await createTicket(token));
  return address.href;
}
