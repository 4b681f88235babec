/**
 * HTTP/1.1 and HTTP/2 on one cleartext port.
 *
 * Node's servers speak one of them each. A client that wants HTTP/2 begins with a fixed preface, so the first bytes of a socket decide
 * who gets it; a socket that sends none in time is closed.
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
  /** The one that listens; it also speaks HTTP/1.1. */
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
        // Sockets of an HTTP/1.1 server stay half open when the client goes; a session would never hear of it.
        socket.allowHalfOpen = false;
        http2.emit('connection', socket);
      } else for (const speak of speakHttp1) speak.call(server, socket);
    });
  });
  server.on('upgrade', (request, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') return;
    // An offer to switch to HTTP/2, which may be ignored: the request is answered as if it had not been made.
    socket.unshift(head);
    socket.unshift(withoutUpgrade(request.method ?? '', request.url ?? '', request.rawHeaders));
    for (const speak of speakHttp1) speak.call(server, socket);
  });
  return { server, http2 };
}

/** Looks at the first bytes of `socket` and puts them back. */
function sniff(
  socket: Socket,
  { limits, clock }: { readonly limits: HttpLimits; readonly clock: Clock },
  decided: (isHttp2: boolean) => void,
): void {
  let seen = Buffer.alloc(0);
  // A socket that is closed before it has said what it speaks has nothing to say.
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

/** The head of a request as it was sent, without its wish to speak something else. */
function withoutUpgrade(method: string, url: string, rawHeaders: readonly string[]): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!/^(?:upgrade|connection|http2-settings)$/iu.test(name)) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
