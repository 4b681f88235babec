/**
 * HTTP/1.1 and HTTP/2 on one cleartext port.
 *
 * A Node server speaks only one of them. An HTTP/2 client starts with a fixed preface, so the first bytes of a socket
 * decide; a socket that sends too few of them in time is closed.
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
  /** The server that listens; it serves HTTP/1.1 itself and passes HTTP/2 sockets to `http2`. */
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
  const http1Listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const refused = socketLimit.admit(socket);
    if (refused !== undefined) {
      refuseSocket(socket, refused);
      return;
    }
    sniff(socket, { limits, clock }, (isHttp2) => {
      if (isHttp2) {
        // The HTTP/1.1 server creates sockets that stay half open; an HTTP/2 session would not notice the end of one.
        socket.allowHalfOpen = false;
        http2.emit('connection', socket);
      } else for (const listener of http1Listeners) listener.call(server, socket);
    });
  });
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') return;
    // A server may ignore an upgrade to HTTP/2: the request is parsed again without its upgrade headers.
    socket.unshift(head);
    socket.unshift(withoutUpgrade(request.method ?? '', request.url ?? '', request.rawHeaders));
    for (const listener of http1Listeners) listener.call(server, socket);
  });
  return { server, http2 };
}

/** Reads the first bytes of `socket`, puts them back, and calls `onDecided`. */
function sniff(
  socket: Socket,
  { limits, clock }: { readonly limits: HttpLimits; readonly clock: Clock },
  onDecided: (isHttp2: boolean) => void,
): void {
  let seen = Buffer.alloc(0);
  // The client sent too little in time, ended, or failed.
  const giveUp = (): void => {
    socket.destroy();
  };
  const cancelTimeout = clock.schedule(limits.headersTimeout, giveUp);
  const onReadable = (): void => {
    for (let chunk = read(socket); chunk !== null; chunk = read(socket)) seen = Buffer.concat([seen, chunk]);
    const text = seen.toString('latin1', 0, preface.length);
    const isUndecided = text.length < preface.length && preface.startsWith(text);
    if (isUndecided) return;
    stopListening();
    socket.unshift(seen);
    onDecided(text === preface);
  };
  const stopListening = (): void => {
    cancelTimeout();
    socket.off('readable', onReadable).off('error', giveUp).off('end', giveUp).off('close', stopListening);
  };
  socket.on('readable', onReadable).on('error', giveUp).on('end', giveUp).on('close', stopListening);
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
