/** Connects to a remote agent over WebSocket. */
import type { Channel } from '@acp-stack/rpc';

import { socketAddress } from './address.ts';
import { settingsOf, type ConnectOptions } from './connect-options.ts';
import { credentialsOf } from './credentials.ts';
import { platformSockets, type WebSocketConstructor } from './platform-socket.ts';
import { SocketDialler } from './socket-dialler.ts';
import type { OpenSocket } from './socket.ts';
import { WebSocketChannel } from './web-socket-channel.ts';

/** How a client connects over WebSocket. */
export interface WebSocketOptions extends ConnectOptions {
  /** Takes the place of the platform's `WebSocket`. */
  readonly WebSocket?: WebSocketConstructor;
}

/** A channel to the agent at `url`; it connects when it is opened. */
export function webSocket(url: string | URL, options: WebSocketOptions = {}): Channel {
  return webSocketChannel(url, options);
}

/** The same on sockets of any kind. */
export function webSocketChannel(
  url: string | URL,
  options: WebSocketOptions,
  openSocket?: OpenSocket,
): WebSocketChannel {
  const settings = settingsOf(options);
  const { clock, limits } = settings;
  const { answerTimeout } = limits;
  const dialler = new SocketDialler({
    address: socketAddress(url).href,
    openSocket: openSocket ?? platformSockets(clock, options.WebSocket),
    credentials: credentialsOf(options, { clock, answerTimeout }),
    clock,
    answerTimeout,
  });
  return new WebSocketChannel(dialler, settings);
}
