/** Servers of an agent over HTTP and WebSocket, each of which breaks one rule of the transports. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { acpHandler } from '@acp-stack/http/server';
import { WebSocketServer, WebSocket } from 'ws';

import { servedAgent } from './served-agent.ts';

/** A server that listens. */
export interface Serving extends AsyncDisposable {
  readonly url: string;
}

/** What a broken server does with a request before, or instead of, the real one. */
interface Tampering {
  readonly request?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Takes sockets over from the real server. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, origin: string) => void;
}

type Request = NonNullable<Tampering['request']>;
type Upgrade = NonNullable<Tampering['upgrade']>;

/** Answers with another status than the real server. */
const otherStatus =
  (isMeant: (request: IncomingMessage, status: number) => boolean, status: number): Request =>
  (request, response) => {
    const write = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (first: number, ...rest: unknown[]) =>
      write(isMeant(request, first) ? status : first, ...rest);
    // An empty response of HTTP/2 is written on its stream.
    const { stream } = response as { readonly stream?: ServerHttp2Stream };
    if (stream === undefined) return;
    const respond = stream.respond.bind(stream);
    stream.respond = (headers = {}, options) => {
      const first = Number(headers[':status']);
      respond({ ...headers, ':status': isMeant(request, first) ? status : first }, options);
    };
  };

/** Changes what the real server writes on event streams. Every other body has the length that its headers say. */
const otherEvents =
  (change: (text: string) => string): Request =>
  (_, response) => {
    const write = response.write.bind(response) as (chunk: unknown, ...rest: unknown[]) => boolean;
    response.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      const text = Buffer.from(chunk as Uint8Array).toString('utf8');
      return write(isEventStream(response) ? change(text) : text, ...rest);
    }) as ServerResponse['write'];
  };

const isEventStream = (response: ServerResponse): boolean =>
  response.statusCode === 200 && response.getHeader('content-type') === 'text/event-stream';

const is =
  (method: string, from: number) =>
  (request: IncomingMessage, status: number): boolean =>
    request.method === method && status === from;

const isEvents = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept === 'text/event-stream';

/** Passes frames on in both directions, after `change`. */
const relay =
  (change: (relayed: { readonly far: WebSocket; readonly near: WebSocket }) => void, hasId = true): Upgrade =>
  (request, socket, head, origin) => {
    const far = new WebSocket(origin);
    const relays = new WebSocketServer({ noServer: true });
    if (hasId) relays.on('headers', (headers) => headers.push('Acp-Connection-Id: relayed'));
    relays.handleUpgrade(request, socket, head, (near) => {
      const waiting: [Buffer, boolean][] = [];
      near.on('message', (data: Buffer, isBinary) => {
        if (far.readyState === WebSocket.OPEN) far.send(data, { binary: isBinary });
        else waiting.push([data, isBinary]);
      });
      far.on('open', () => {
        for (const [data, binary] of waiting.splice(0)) far.send(data, { binary });
      });
      far.on('message', (data: Buffer, isBinary) => near.send(data, { binary: isBinary }));
      far.on('close', (code) => near.close(code === 1006 ? 1011 : code));
      near.on('close', () => far.close());
      change({ far, near });
    });
  };

/** How each rule is broken. */
export const brokenServers: Readonly<Record<string, Tampering>> = {
  'HTTP-01': { request: otherStatus(({ method }) => method === 'DELETE', 405) },
  'HTTP-02': { request: otherStatus(is('POST', 200), 201) },
  'HTTP-03': { request: otherStatus(is('POST', 202), 200) },
  'HTTP-04': { request: otherStatus(is('POST', 415), 400) },
  'HTTP-05': { request: otherStatus(is('GET', 406), 400) },
  'HTTP-06': { request: otherStatus(is('GET', 404), 400) },
  'HTTP-07': { request: otherStatus((request, status) => is('POST', 400)(request, status), 202) },
  'HTTP-08': {
    request: otherStatus((request, status) => status === 200 && request.headers['acp-session-id'] !== undefined, 204),
  },
  'HTTP-09': {
    request: (request) => {
      // The stream of a session becomes one that nothing is sent on.
      if (isEvents(request) && request.headers['acp-session-id'] !== undefined)
        request.headers['acp-session-id'] = 'conformance-other';
    },
  },
  'HTTP-10': { request: otherStatus(is('GET', 409), 200) },
  'HTTP-11': {
    request: otherEvents((text) => (text.includes('"sessionId"') ? ': nothing\n\n' : text)),
  },
  'HTTP-12': { request: otherStatus(is('DELETE', 202), 200) },
  'HTTP-13': { request: otherStatus(is('POST', 501), 202) },
  'HTTP-14': { request: otherStatus((request) => request.method === 'PUT', 400) },
  'HTTP-16': {},
  'HTTP-17': { request: otherEvents((text) => `hello\n${text}`) },
  'HTTP-18': { request: replaying() },
  'HTTP-19': {
    request: otherStatus((request) => request.headers['acp-protocol-version'] === '99', 400),
  },
  'HTTP-22': {
    request: (request) => {
      delete request.headers.origin;
    },
  },
  'WS-01': { upgrade: relay(() => undefined, false) },
  'WS-02': {
    upgrade: relay(({ near }) => {
      near.on('message', (_data: Buffer, isBinary) => {
        if (isBinary) near.close(1003);
      });
    }),
  },
  'WS-03': { upgrade: relay(({ far, near }) => void far.prependListener('close', () => near.close(1000))) },
  'WS-04': {
    upgrade: relay(({ near }) => {
      near.on('message', (data: Buffer) => {
        if (/"session\/(?:resume|load)"/u.test(data.toString('utf8'))) near.close(1011);
      });
    }),
  },
};

/** Sends the first events again on every later stream of the connection. */
function replaying(): Request {
  let earlier = '';
  return (request, response) => {
    let repeated = earlier;
    otherEvents((text) => {
      const all = repeated + text;
      repeated = '';
      earlier += text;
      return all;
    })(request, response);
  };
}

/** Serves the agent, and breaks the rule. */
export async function brokenServer(rule: string): Promise<Serving> {
  const { request, upgrade } = brokenServers[rule] ?? {};
  const handler = acpHandler(servedAgent());
  const inner = createServer(handler.request).on('upgrade', handler.upgrade);
  const sessions = new Set<ServerHttp2Session>();
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    request?.(incoming, response);
    handler.request(incoming, response);
  };
  // Only the server without HTTP/2 is one without HTTP/2; WebSockets are opened over HTTP/1.1.
  const isOld = rule === 'HTTP-16' || rule.startsWith('WS-');
  const outer = isOld
    ? createServer(answer)
    : createHttp2Server((incoming, response) =>
        answer(incoming as unknown as IncomingMessage, response as unknown as ServerResponse),
      ).on('session', (session) => void sessions.add(session));
  const originOf = (): string => `ws://127.0.0.1:${(inner.address() as AddressInfo).port}/acp`;
  outer.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (upgrade === undefined) handler.upgrade(incoming, socket, head);
    else upgrade(incoming, socket, head, originOf());
  });
  for (const server of [inner, outer]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(outer.address() as AddressInfo).port}/acp`,
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      for (const session of sessions) session.destroy();
      for (const server of [inner, outer]) {
        if ('closeAllConnections' in server) server.closeAllConnections();
        server.close();
      }
    },
  };
}
