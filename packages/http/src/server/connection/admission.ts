/**
 * Who is let in.
 *
 * A request passes when it names this server by an allowed name, comes from no page or from an allowed one, and is somebody's. The
 * first two are looked at before anything of the request is read.
 */
import type { RequestHead } from '../request/incoming-request.ts';
import type { Authenticate, Settings } from '../options/http-options.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly principal: string }
  | { readonly kind: 'refused'; readonly status: 401 | 403; readonly reason: string };

type Rules = Pick<Settings, 'allowedHosts' | 'allowedOrigins' | 'authenticate'>;

/** Decides about a request by its head, at once where nobody has to be asked. */
export function admit(head: RequestHead, rules: Rules): Admission | Promise<Admission> {
  const problem = problemWithSource(head, rules);
  if (problem !== undefined) return refused(403, problem);
  const { authenticate } = rules;
  return authenticate === undefined ? anybody : identify(head, authenticate);
}

const anybody: Admission = { kind: 'admitted', principal: '' };

async function identify(head: RequestHead, authenticate: Authenticate): Promise<Admission> {
  try {
    const principal = await authenticate({
      method: head.method,
      url: head.url,
      header: (name) => head.header(name),
      certificate: () => head.certificate(),
    });
    return principal === undefined ? refused(401, 'Credentials are needed.') : { kind: 'admitted', principal };
  } catch {
    // A check that fails lets nobody in, and tells nobody why.
    return refused(401, 'Credentials are needed.');
  }
}

/** Why a request is refused for the name it uses or the page it comes from, whoever makes it; undefined when it is not. */
export function problemWithSource(
  head: Pick<RequestHead, 'header'>,
  rules: Pick<Settings, 'allowedHosts' | 'allowedOrigins'>,
): string | undefined {
  const host = head.header('host')?.toLowerCase();
  if (host === undefined || !isAllowedHost(host, rules.allowedHosts)) return 'This host is not served here.';
  const origin = head.header('origin');
  if (origin === undefined || isAllowedOrigin(origin, host, rules.allowedOrigins)) return undefined;
  return 'Pages of this origin may not connect.';
}

const noHeaders: Readonly<Record<string, string>> = {};

/** The headers that let a page of another, allowed origin read the reply. */
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
  // A page that this very server delivered; the host was checked before.
  return isListed(origin, allowed) || origin === `http://${host}` || origin === `https://${host}`;
}

const isListed = (value: string, allowed: readonly string[]): boolean =>
  allowed.includes('*') || allowed.some((each) => each.toLowerCase() === value.toLowerCase());

const refused = (status: 401 | 403, reason: string): Admission => ({ kind: 'refused', status, reason });
