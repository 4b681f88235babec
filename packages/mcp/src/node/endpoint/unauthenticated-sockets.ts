/**
 * Sockets that have not shown a valid token.
 *
 * Any program of the machine can open them, so they must not use up the room of the agent: at the limit the oldest one
 * is closed, and the new one is accepted.
 */
import type { Socket } from 'node:net';

export class UnauthenticatedSockets {
  readonly #limit: number;
  readonly #close: (socket: Socket) => void;
  /** The oldest first. */
  readonly #unauthenticated = new Set<Socket>();

  /** `close` ends a socket that gives way. */
  constructor(limit: number, close: (socket: Socket) => void) {
    this.#limit = limit;
    this.#close = close;
  }

  add(socket: Socket): void {
    const [oldest] = this.#unauthenticated;
    if (oldest !== undefined && this.#unauthenticated.size >= this.#limit) {
      this.#unauthenticated.delete(oldest);
      this.#close(oldest);
    }
    this.#unauthenticated.add(socket);
    socket.once('close', () => {
      this.#unauthenticated.delete(socket);
    });
  }

  /** The socket has shown a valid token. */
  trust(socket: Socket): void {
    this.#unauthenticated.delete(socket);
  }
}
