/**
 * Decides whether a request is admitted.
 *
 * A request needs exactly one Host header, which is allowed; an Origin header that is absent or allowed; and a
 * principal from `authenticate`, if that is set. The headers are checked first.
 */
import type { Login, ReceivedHead, RequestHead } from '../request/incoming-request.ts';
import type { Authenticate, Settings } from '../options/http-options.ts';

export type Admission = { readonly kind: 'admitted'; readonly principal: string } | Refused;

type Refused = { readonly kind: 'refused'; readonly status: 400 | 401 | 403; readonly reason: string };

type Rules = Pick<Settings, 'allowedHosts' | 'allowedOrigins' | 'authenticate'>;

/** Decides by the head of a request; synchronously if there is no `authenticate`. */
export function admit(head: ReceivedHead, rules: Rules): Admission | Promise<Admission> {
  const refusal = refusedSource(head, rules);
  if (refusal !== undefined) return refusal;
  if (head.login !== undefined) return loggedIn(head.login);
  const { authenticate } = rules;
  return authenticate === undefined ? withoutPrincipal : identify(head, authenticate);
}

const loggedIn = ({ principal }: Login): Admission =>
  principal === undefined ? refused(401, 'Credentials are required.') : { kind: 'admitted', principal };

const withoutPrincipal: Admission = { kind: 'admitted', principal: '' };

async function identify(head: RequestHead, authenticate: Authenticate): Promise<Admission> {
  try {
    const principal = await authenticate({
      method: head.method,
      url: head.url,
      header: (name) => head.header(name),
      certificate: () => head.certificate(),
    });
    return principal === undefined ? refused(401, 'Credentials are required.') : { kind: 'admitted', principal };
  } catch {
    // If `authenticate` throws, the request is refused, without a reason.
    return refused(401, 'Credentials are required.');
  }
}

/** Returns why the Host or Origin of a request is refused; undefined if they are allowed. */
export function refusedSource(
  head: Pick<ReceivedHead, 'header' | 'hasSeveralHosts'>,
  rules: Pick<Settings, 'allowedHosts' | 'allowedOrigins'>,
): Refused | undefined {
  if (head.hasSeveralHosts()) return refused(400, 'A request has one host.');
  const host = head.header('host')?.toLowerCase();
  if (host === undefined || !isAllowedHost(host, rules.allowedHosts))
    return refused(403, 'This host is not served here.');
  const origin = head.header('origin');
  if (origin === undefined || isAllowedOrigin(origin, host, rules.allowedOrigins)) return undefined;
  return refused(403, 'Pages of this origin are not allowed.');
}

const noHeaders: Readonly<Record<string, string>> = {};

/** Returns the CORS headers that let a page of another, allowed origin read the response. */
export function originHeaders(head: RequestHead, rules: Rules): Readonly<Record<string, string>> {
  const origin = head.header('origin');
  if (origin === undefined || !isListed(origin, rules.allowedOrigins)) return noHeaders;
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'acp-connection-id, acp-resume',
    vary: 'origin',
  };
}

function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return isListed(host, allowed) || isListed(host.replace(/:\d+$/u, ''), allowed);
}

function isAllowedOrigin(origin: string, host: string, allowed: readonly string[]): boolean {
  // A page of this server itself; its host was checked before.
  return isListed(origin, allowed) || origin === `http://${host}` || origin === `https://${host}`;
}

const isListed = (value: string, allowed: readonly string[]): boolean =>
  allowed.includes('*') || allowed.some((each) => each.toLowerCase() === value.toLowerCase());

const refused = (status: Refused['status'], reason: string): Refused => ({ kind: 'refused', status, reason });
