/**
 * Serves a Web-standard handler with Node's server, or in a route of a framework.
 *
 * The signal of the request aborts when its client disconnects before it has the whole response. A body that a parser
 * of the framework has read before is used as it was parsed.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** Handles a request; called by `nodeListener`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Returns a listener for `createServer(…)` that passes each request to `handle`. */
export function nodeListener(handle: FetchHandler): RequestListener {
  return (request, response) => {
    // A `Request` cannot have this method, and no handler expects it.
    if (request.method === 'TRACE') {
      response.writeHead(405, { 'content-type': 'text/plain; charset=utf-8' }).end('TRACE is not supported.\n');
      return;
    }
    // Without a listener, a client that disconnects at the wrong moment would crash the process.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void serve(request, response, handle);
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: FetchHandler): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('The client has disconnected.'));
  });
  try {
    await send(response, await handle(webRequest(request, gone.signal)), gone.signal);
  } catch {
    // The reason is not for the client.
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('The server failed.\n');
  }
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headers, url = '/' } = request;
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  const path = typeof originalUrl === 'string' ? originalUrl : url;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]],
  );
  // The host is the client's word, and may be anything; nothing here depends on it.
  const host = /^[\w.:[\]-]+$/u.exec(headers.host ?? '')?.[0] ?? '';
  const origin = host !== '' && URL.canParse(`http://${host}`) ? `http://${host}` : 'http://localhost';
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(request);
  const init = { method, headers: fields, signal, ...(body === undefined ? {} : { body, duplex: 'half' }) };
  return new Request(`${origin}${path.startsWith('/') ? path : '/'}`, init as RequestInit);
}

function bodyOf(request: IncomingMessage): unknown {
  if (!request.readableDidRead) return Readable.toWeb(request);
  const { body } = request as { readonly body?: unknown };
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body ?? '');
}

async function send(response: ServerResponse, answer: Response, gone: AbortSignal): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = (answer.body as NodeStream<Uint8Array>).getReader();
  gone.addEventListener('abort', () => void reader.cancel(gone.reason).catch(() => undefined), { once: true });
  if (gone.aborted) void reader.cancel(gone.reason).catch(() => undefined);
  for (let chunk = await reader.read(); !chunk.done && !gone.aborted; chunk = await reader.read())
    if (!response.write(chunk.value)) await room(response);
  response.end();
}

/** Resolves when more can be written, or nothing ever again. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
    if (response.destroyed) settle();
  });
}
