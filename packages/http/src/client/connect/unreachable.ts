/** Explains in one sentence why a server could not be reached, and what to do about it. */
import { TransportError } from './transport-error.ts';

type Words = (origin: string, reason: string) => string;

const unknownName: Words = (origin) =>
  `The host name in ${origin} is unknown; check the host of the address, and the network.`;
const noAnswer: Words = (origin) => `${origin} does not respond; check the host and the port, and the network.`;
const isSocket = (origin: string): boolean => /^wss?:/u.test(origin);
const cut: Words = (origin) =>
  `${origin} closed the connection; check whether the address must start with ${isSocket(origin) ? 'wss:' : 'https:'}, and the log of the server.`;
const noTls: Words = (origin) =>
  `${origin} does not speak TLS; check whether the address must start with ${isSocket(origin) ? 'ws:' : 'http:'}.`;

const noCertificate: Words = (origin) =>
  `${origin} requires a client certificate; in Node pass one as tls: { key, cert }.`;
const badCertificate: Words = (origin, reason) =>
  `${origin} does not accept the client certificate (${reason}); check what is passed as tls: { key, cert }, and which authorities the server trusts.`;
const noHandshake: Words = (origin, reason) =>
  `${origin} speaks TLS and refuses the handshake (${reason}); if it requires a client certificate, in Node pass one as tls: { key, cert }.`;

/**
 * TLS alerts of a server that refuses a handshake, by their numbers (RFC 8446, section 6); before TLS 1.3 there was no
 * alert for a missing certificate.
 */
const alerts: Readonly<Record<string, Words>> = {
  116: noCertificate,
  42: badCertificate,
  43: badCertificate,
  44: badCertificate,
  45: badCertificate,
  46: badCertificate,
  48: badCertificate,
};

/** Error codes of the platform, and what they mean. */
const meanings: readonly (readonly [code: RegExp, words: Words])[] = [
  [/^ECONNREFUSED$/u, (origin) => `No server listens at ${origin}; start the server, or check the host and the port.`],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/u, unknownName],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_(?:CONNECT|HEADERS)_TIMEOUT)$/u, noAnswer],
  [/^(?:ERR_SSL_|EPROTO)/u, noTls],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_/u,
    (origin, reason) =>
      `The certificate of ${origin} is not trusted (${reason}); in Node pass its authority as tls.ca, or check the host of the address.`,
  ],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/u, cut],
];

/** Returns `error` of the platform as a failure to reach `origin`. */
export function unreachable(origin: string, error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const { code, reason } = innermost(error);
  const alert = /:(?<words>[^:]* alert [^:]*):.*SSL alert number (?<number>\d+)/u.exec(reason)?.groups;
  if (alert !== undefined) {
    const words = alerts[alert['number'] ?? ''] ?? noHandshake;
    return new TransportError('unreachable', words(origin, alert['words'] ?? ''), { cause: error });
  }
  const words = meanings.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise;
  return new TransportError('unreachable', words(origin, reason), { cause: error });
}

/** Browsers hide why a request to another origin failed, so that a page cannot probe a network. */
const otherwise: Words = (origin, reason) =>
  `${origin} could not be reached (${reason}); check the address and the network, and in a browser that the server allows this origin.`;

/**
 * The platform's `fetch` only says that it failed; the reason is in `cause`, or in its `errors` if a name has several
 * addresses.
 */
function innermost(error: unknown): { readonly code: string; readonly reason: string } {
  let inner = error;
  for (let depth = 0; depth < 10; depth += 1) {
    const { cause, errors } = Object(inner) as { readonly cause?: unknown; readonly errors?: readonly unknown[] };
    const next = cause instanceof Error ? cause : errors?.[0];
    if (!(next instanceof Error)) break;
    inner = next;
  }
  const { code, message } = Object(inner) as { readonly code?: unknown; readonly message?: unknown };
  const reason = typeof message === 'string' && message !== '' ? message : String(inner);
  return { code: typeof code === 'string' ? code : '', reason };
}
