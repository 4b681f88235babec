/**
 * HTTP/1.1 and HTTP/2 on one cleartext port.
 *
 * A Node server speaks only one of them. An HTTP/2 client starts with a fixed preface, so the first bytes of a socket
 * decide; a socket that sends none in time is closed.
 */
import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server, type Http2Server } from 'node:http2';
import type { Socket } from 'node:net';

import type { Clock } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import { hardenHttp1, http1Options, hardenHttp2, http2Options } from './hardening.ts';
import { refuseSocket, type SocketLimit } from '../limits/socket-limit.ts';

const preface = 'PRI * HTTP/2.0';

export interface CleartextServer {
  /** The server that listens; it also handles HTTP/1.1. */
  readonly server: Server;
  readonly http2: Http2Server;
}

export interface CleartextServerOptions {
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly socketLimit: SocketLimit;
}

export function cleartextServer({ limits, clock, socketLimit }: CleartextServerOptions): CleartextServer {
  const server = createServer(http1Options(limits));
  const http2 = createHttp2Server(http2Options(limits));
  hardenHttp1(server);
  hardenHttp2(http2, limits, clock);
  const speakHttp1 = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const refused = socketLimit.admit(socket);
    if (refused !== undefined) {
      refuseSocket(socket, refused);
      return;
    }
    sniff(socket, { limits, clock }, (isHttp2) => {
      if (isHttp2) {
        // Sockets of an HTTP/1.1 server stay half open when the client closes; an HTTP/2 session would not notice.
        socket.allowHalfOpen = false;
        http2.emit('connection', socket);
      } else for (const speak of speakHttp1) speak.call(server, socket);
    });
  });
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') return;
    // An upgrade to HTTP/2 may be ignored: the request is handled as if it had none.
    socket.unshift(head);
    socket.unshift(withoutUpgrade(request.method ?? '', request.url ?? '', request.rawHeaders));
    for (const speak of speakHttp1) speak.call(server, socket);
  });
  return { server, http2 };
}

/** Reads the first bytes of `socket` and puts them back. */
function sniff(
  socket: Socket,
  { limits, clock }: { readonly limits: HttpLimits; readonly clock: Clock },
  decided: (isHttp2: boolean) => void,
): void {
  let seen = Buffer.alloc(0);
  // The socket closed before it sent enough.
  const giveUp = (): void => {
    socket.destroy();
  };
  const stop = clock.schedule(limits.headersTimeout, giveUp);
  const onReadable = (): void => {
    for (let chunk = read(socket); chunk !== null; chunk = read(socket)) seen = Buffer.concat([seen, chunk]);
    const text = seen.toString('latin1', 0, preface.length);
    const isUndecided = text.length < preface.length && preface.startsWith(text);
    if (isUndecided) return;
    settle();
    socket.unshift(seen);
    decided(text === preface);
  };
  const settle = (): void => {
    stop();
    socket.off('readable', onReadable).off('error', giveUp).off('end', giveUp).off('close', settle);
  };
  socket.on('readable', onReadable).on('error', giveUp).on('end', giveUp).on('close', settle);
}

const read = (socket: Socket): Buffer | null => socket.read() as Buffer | null;

/** Returns the head of a request without its upgrade headers. */
function withoutUpgrade(method: string, url: string, rawHeaders: readonly string[]): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!/^(?:upgrade|connection|http2-settings)$/iu.test(name)) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
