/**
 * Decides whether an HTTP request is admitted: by its Host, its Origin, its path and its token, in this order.
 *
 * The server listens on loopback only, but every program of the machine and every web page in a browser can send
 * requests there. A page that has had its own name resolved to 127.0.0.1 is known by its Host; any other page by its
 * Origin. A program without the token does not get further than the path.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404;
  readonly reason: string;
}

/** What is known of a request before its body is read. */
interface Head {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** Returns why the Host or the Origin of a request is refused. */
export function refusedSource({ headers, rawHeaders }: Head, port: number): Refusal | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return { status: 400, reason: 'A request has one host.' };
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const host = headers.host?.toLowerCase() ?? '';
  if (!names.includes(host)) return { status: 403, reason: 'This host is not served here.' };
  const { origin } = headers;
  if (origin === undefined || names.some((name) => origin.toLowerCase() === `http://${name}`)) return undefined;
  return { status: 403, reason: 'Pages of this origin are not allowed.' };
}

/** Whether a request carries `token`; takes the same time for every other value. */
export function hasToken({ headers }: Pick<Head, 'headers'>, token: string): boolean {
  const given = /^bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
