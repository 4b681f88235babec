/** Connects to remote agents with the features of Node: HTTP/2, and WebSockets with headers and cookies. */
import type { Channel } from '@acp-stack/rpc';

import { defaultClientLimits } from '../client/connect/connect-options.ts';
import { http as anyHttp, type HttpOptions } from '../client/http.ts';
import { remoteChannel, type RemoteOptions } from '../client/remote.ts';
import type { OpenSocket } from '../client/socket/socket.ts';
import { wakingClock } from '../timing/backoff.ts';
import { webSocketChannel, type WebSocketOptions } from '../client/web-socket.ts';
import { channelFetch, type Http2FetchOptions } from './http2-fetch.ts';
import { wsSockets } from './ws-socket.ts';

/** Options that only Node has. */
export type NodeOptions = Pick<Http2FetchOptions, 'tls'>;

/** Returns a channel to the agent at `url` over HTTP/2, or HTTP/1.1 if the server does not speak HTTP/2. */
export function http(url: string | URL, options: HttpOptions & NodeOptions = {}): Channel {
  return anyHttp(url, withFetch(options));
}

/** Returns a channel to the agent at `url` over WebSocket. */
export function webSocket(url: string | URL, options: Omit<WebSocketOptions, 'WebSocket'> & NodeOptions = {}): Channel {
  return webSocketChannel(url, options, socketsOf(options));
}

/** Returns a channel to the agent at `url` over WebSocket, or over HTTP if no WebSocket can be opened. */
export function remote(url: string | URL, options: Omit<RemoteOptions, 'WebSocket'> & NodeOptions = {}): Channel {
  return remoteChannel(url, withFetch(options), socketsOf(options));
}

const withFetch = <T extends HttpOptions & NodeOptions>(options: T): T & HttpOptions => ({
  ...options,
  fetch: options.fetch ?? channelFetch(tlsOf(options)),
});

const tlsOf = ({ tls }: NodeOptions): NodeOptions => (tls === undefined ? {} : { tls });

/** Shared by all channels without options of their own. */
const plainSockets = socketsWith({});

function socketsOf({ tls, limits, clock }: WebSocketOptions & NodeOptions): OpenSocket {
  const isPlain = tls === undefined && limits === undefined && clock === undefined;
  return isPlain ? plainSockets : socketsWith({ tls, limits, clock });
}

function socketsWith({ tls, limits, clock = wakingClock }: SocketOptions): OpenSocket {
  const { messageBytes, silence: pongTimeout } = { ...defaultClientLimits, ...limits };
  return wsSockets({ ...(tls === undefined ? {} : { tls }), messageBytes, pongTimeout, clock });
}

type SocketOptions = {
  readonly [Name in 'tls' | 'limits' | 'clock']?: (WebSocketOptions & NodeOptions)[Name] | undefined;
};
