/** A request of Node's HTTP server as one of the web platform, and a response of the web platform written to it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/**
 * Returns the request for a handler of the web platform, with `accept` in place of its own; its body is read when the
 * handler reads it.
 */
export function webRequestOf(request: IncomingMessage, accept?: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  if (accept !== undefined) headers.set('accept', accept);
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Typed loosely: the types of Node and of the DOM describe the same stream, and a program may have either.
  const body: object = hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {};
  return new Request(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`, {
    method,
    headers,
    ...body,
  });
}

/**
 * Writes a response; resolves when it is complete or the client is gone.
 *
 * A stream is written as fast as it comes. A client that does not read it is dropped when more than `unsentBytes` wait,
 * and may resume the stream.
 */
export async function writeResponse(response: Response, target: ServerResponse, unsentBytes: number): Promise<void> {
  // A client may be gone before a response that is not a stream.
  if (target.destroyed) return;
  // The rest of a body that was not read would be parsed as the next request.
  if (!target.req.complete) target.setHeader('connection', 'close');
  for (const [name, value] of response.headers) if (name !== 'connection') target.setHeader(name, value);
  target.writeHead(response.status);
  const reader = response.body?.getReader();
  if (reader === undefined) {
    target.end();
    return;
  }
  const leave = (): void => void reader.cancel().catch(() => undefined);
  target.once('close', leave);
  // The client waits for the headers of a stream without events.
  target.flushHeaders();
  try {
    for (;;) {
      // eslint-disable-next-line no-await-in-loop -- one chunk after the other
      const { done, value } = await reader.read();
      if (done || target.destroyed) break;
      target.write(value);
      if (target.writableLength > unsentBytes) target.destroy();
    }
  } finally {
    target.off('close', leave);
    target.end();
  }
}

/** Refuses a request with a sentence, in the form of MCP. */
export function writeRefusal(
  target: ServerResponse,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: reason } });
  target.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 503 ? { 'retry-after': '1' } : {}),
    ...(target.req.complete ? {} : { connection: 'close' }),
  });
  target.end(body);
}
