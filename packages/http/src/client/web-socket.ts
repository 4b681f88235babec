/** Connects to a remote agent over WebSocket. */
import type { Channel } from '@acp-stack/rpc';

import { socketAddress } from './connect/address.ts';
import { settingsOf, type ConnectOptions } from './connect/connect-options.ts';
import { credentialsOf } from './connect/credentials.ts';
import { platformSockets, type WebSocketConstructor } from './socket/platform-socket.ts';
import { SocketDialer } from './socket/socket-dialer.ts';
import type { OpenSocket } from './socket/socket.ts';
import { WebSocketChannel } from './socket/web-socket-channel.ts';

/** How a client connects over WebSocket. */
export interface WebSocketOptions extends ConnectOptions {
  /** Replaces the platform's `WebSocket`. */
  readonly WebSocket?: WebSocketConstructor;
}

/** Returns a channel to the agent at `url`; it connects when it is opened. */
export function webSocket(url: string | URL, options: WebSocketOptions = {}): Channel {
  return webSocketChannel(url, options);
}

/** Does the same with sockets from `openSocket`. */
export function webSocketChannel(
  url: string | URL,
  options: WebSocketOptions,
  openSocket?: OpenSocket,
): WebSocketChannel {
  const settings = settingsOf(options);
  const { clock, limits } = settings;
  const { answerTimeout } = limits;
  const dialer = new SocketDialer({
    address: socketAddress(url).href,
    openSocket: openSocket ?? platformSockets(clock, options.WebSocket),
    credentials: credentialsOf(options, { clock, answerTimeout }),
    clock,
    answerTimeout,
  });
  return new WebSocketChannel(dialer, settings);
}
