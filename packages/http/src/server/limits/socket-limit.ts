/**
 * Counts the sockets of a server, in total and by address, and refuses those above the limits.
 *
 * It sees a socket first, before any data and before the client is authenticated.
 */
import type { Socket } from 'node:net';

import type { HttpLimits } from './http-limits.ts';

export class SocketLimit {
  readonly #limits: Pick<HttpLimits, 'sockets' | 'socketsPerAddress'>;
  readonly #byAddress = new Map<string, number>();
  #open = 0;
  #refused = 0;

  constructor(limits: Pick<HttpLimits, 'sockets' | 'socketsPerAddress'>) {
    this.#limits = limits;
  }

  /** How many sockets were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts `socket` until it is closed; returns a status if it exceeds a limit and must be refused. */
  admit(socket: Socket): 429 | 503 | undefined {
    const address = networkOf(socket.remoteAddress ?? '');
    const fromThere = this.#byAddress.get(address) ?? 0;
    if (this.#open >= this.#limits.sockets) return this.#refuse(503);
    if (fromThere >= this.#limits.socketsPerAddress) return this.#refuse(429);
    this.#open += 1;
    this.#byAddress.set(address, fromThere + 1);
    socket.once('close', () => {
      this.#open -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    });
    return undefined;
  }

  #refuse(status: 429 | 503): 429 | 503 {
    this.#refused += 1;
    return status;
  }
}

/** Sends a plain HTTP response with the reason, and closes the socket. */
export function refuseSocket(socket: Socket, status: 429 | 503): void {
  const reason = status === 429 ? 'Too Many Requests' : 'Service Unavailable';
  const body = 'Too many sockets are open.\n';
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${body.length}\r\n` +
      `retry-after: 10\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address: one client usually has a whole network of that
 * size.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1];
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
