/** Settings and listeners that protect Node's servers from malicious or broken clients. */
import type { Server, ServerOptions } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { Server as TlsServer } from 'node:tls';

import type { Clock } from '@acp-stack/rpc';

import type { HttpLimits } from '../limits/http-limits.ts';
import { repeat } from '../../timing/repeating-timer.ts';
import { watchForEnd } from './ended-session.ts';

/** Flow-control windows of one stream and, times four, of an HTTP/2 connection, in bytes. */
const windowSize = 1024 * 1024;

export function http1Options(limits: HttpLimits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeout,
    requestTimeout: Math.max(limits.bodyTimeout * 10, limits.headersTimeout),
    // How often Node checks for late requests.
    connectionsCheckingInterval: Math.max(50, Math.min(limits.headersTimeout / 2, 5000)),
    keepAlive: true,
    keepAliveInitialDelay: limits.keepAliveInterval,
    noDelay: true,
  };
}

/** Settings of HTTP/2; typed loosely because Node's types lag behind. */
export function http2Options(limits: HttpLimits): object {
  return {
    // A stalled reader must not use up the memory that a POST on the same connection needs; unsent data has a limit of
    // its own.
    maxSessionMemory: 64,
    maxHeaderListPairs: 128,
    maxSessionInvalidFrames: 100,
    maxSessionRejectedStreams: 100,
    settings: {
      initialWindowSize: windowSize,
      maxConcurrentStreams: limits.streams + limits.unfinishedRequests,
      maxHeaderListSize: limits.headerBytes,
      enablePush: false,
    },
  };
}

export function hardenHttp1(server: Server | Http2SecureServer): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = clientErrors[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
}

export function hardenHttp2(server: Http2Server | Http2SecureServer, limits: HttpLimits, clock: Clock): void {
  server.on('sessionError', () => undefined);
  server.on('session', (session: ServerHttp2Session) => {
    watchSession(session, limits, clock);
  });
}

/** Without a listener the socket of a failed handshake would stay open. */
export function hardenTls(server: TlsServer | Http2SecureServer): void {
  server.on('tlsClientError', (_error, socket) => {
    socket.destroy();
  });
}

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const pinged = new WeakSet<object>();

/** Whether a session is pinged, so that a dead client is noticed. */
export const isPinged = (session: object | undefined): boolean => session !== undefined && pinged.has(session);

const ignore = (): void => undefined;

/** Drops an HTTP/2 connection that never starts, does not answer pings, or is idle for too long. */
function watchSession(session: ServerHttp2Session, limits: HttpLimits, clock: Clock): void {
  let streams = 0;
  let idleSince = clock.now();
  pinged.add(session);
  session.on('error', ignore);
  const closed = (): void => {
    streams -= 1;
    idleSince = clock.now();
  };
  session.on('stream', (stream) => {
    streams += 1;
    // Without a listener a reset would crash the process.
    stream.on('error', ignore).on('close', closed);
  });
  const stopStart = clock.schedule(limits.headersTimeout, () => {
    session.destroy();
  });
  session.once('remoteSettings', () => {
    stopStart();
    (session as { setLocalWindowSize?: (size: number) => void }).setLocalWindowSize?.(windowSize * 4);
  });
  const stop = repeat(clock, limits.keepAliveInterval, () => {
    if (session.destroyed) return false;
    if (streams === 0 && clock.now() - idleSince >= limits.idleTimeout) {
      session.destroy();
      return false;
    }
    ping(session, limits.pongTimeout, clock);
    return true;
  });
  const stopWatching = watchForEnd(session, clock);
  session.once('close', () => {
    stopStart();
    stop();
    stopWatching();
  });
}

function ping(session: ServerHttp2Session, timeout: number, clock: Clock): void {
  const stop = clock.schedule(timeout, () => {
    session.destroy();
  });
  const isSent = session.ping(() => {
    stop();
  });
  if (!isSent) stop();
}
