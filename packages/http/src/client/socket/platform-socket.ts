/** The platform's WebSocket: it cannot send headers, cannot be paused and cannot ping. */
import type { Clock } from '@acp-stack/rpc';

import { abnormalClosure, type OpenSocket, type Socket, type SocketEvents } from './socket.ts';
import { TransportError } from '../connect/transport-error.ts';

/** Milliseconds between two checks of `bufferedAmount`; the platform has no event for it. */
const lookEvery = 10;

/** The constructor of WebSockets, as in browsers. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The part of a browser's WebSocket that is used. */
export interface WebSocketLike {
  /** Bytes that were passed to `send` and are not on the network yet. */
  readonly bufferedAmount: number;
  /** Sends one message as a text frame. */
  send(text: string): void;
  /** Closes the WebSocket with a code and a reason. */
  close(code?: number, reason?: string): void;
  /** Listens for the opening, messages, errors and the close. */
  addEventListener(type: 'open' | 'error', listener: (event: object) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}

/** Opens WebSockets with `constructor`, or else with the platform's. */
export function platformSockets(clock: Clock, constructor?: WebSocketConstructor): OpenSocket {
  return (url, headers, events) => {
    const Constructor = constructor ?? (globalThis as { readonly WebSocket?: WebSocketConstructor }).WebSocket;
    if (Constructor === undefined) {
      throw new TransportError('refused', 'This platform has no WebSocket; pass one, or use @acp-stack/http/node.');
    }
    if (Object.keys(headers).length > 0) {
      throw new TransportError(
        'refused',
        'The WebSocket of this platform cannot send headers; use http(), or put a ticket into the address.',
      );
    }
    return new PlatformSocket(new Constructor(url.href), events, clock);
  };
}

class PlatformSocket implements Socket {
  readonly #socket: WebSocketLike;
  readonly #events: SocketEvents;
  readonly #clock: Clock;
  #stopLooking: (() => void) | undefined;
  #isClosed = false;

  constructor(socket: WebSocketLike, events: SocketEvents, clock: Clock) {
    this.#socket = socket;
    this.#events = events;
    this.#clock = clock;
    let error: unknown;
    socket.addEventListener('open', () => {
      events.opened();
    });
    socket.addEventListener('message', ({ data }) => {
      events.alive();
      if (typeof data === 'string') events.text(data);
    });
    socket.addEventListener('error', (event) => {
      error = (event as { readonly error?: unknown }).error ?? event;
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.#closed(code, reason, error);
    });
  }

  get unsentBytes(): number {
    return this.#isClosed ? 0 : this.#socket.bufferedAmount;
  }

  send(text: string): void {
    this.#socket.send(text);
    this.#look();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  abort(): void {
    this.#socket.close();
    // The platform waits for the server's close frame, which may never come.
    this.#closed(abnormalClosure, '', undefined);
  }

  #closed(code: number, reason: string, error: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopLooking?.();
    this.#events.closed({ code, reason, error });
  }

  #look(): void {
    this.#stopLooking ??= this.#clock.schedule(lookEvery, () => {
      this.#stopLooking = undefined;
      this.#events.drained();
      if (this.unsentBytes > 0) this.#look();
    });
  }
}
