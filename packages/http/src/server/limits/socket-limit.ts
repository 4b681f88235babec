/**
 * Counts the sockets of a server, in total and by address, and refuses those above the limits.
 *
 * It sees a socket first, before any data and before the client is authenticated. All users of a machine share the
 * loopback address, so a socket without a request gives way: at a limit, the oldest of them is closed, and the new
 * socket is accepted.
 */
import type { Socket } from 'node:net';

import type { HttpLimits } from './http-limits.ts';

/** The other end of a socket, which a wrapper of the socket has as well. */
type Addressed = Pick<Socket, 'remoteAddress' | 'remotePort'>;

const keyOf = ({ remoteAddress = '', remotePort = 0 }: Addressed): string => `${remoteAddress} ${remotePort}`;

export class SocketLimit {
  readonly #limits: Pick<HttpLimits, 'sockets' | 'socketsPerAddress'>;
  readonly #byAddress = new Map<string, number>();
  /** The sockets without a request, the oldest first, by `keyOf`. */
  readonly #silent = new Map<string, Socket>();
  /** Ends the count of a socket. */
  readonly #leaves = new Map<Socket, () => void>();
  #open = 0;
  #refused = 0;

  constructor(limits: Pick<HttpLimits, 'sockets' | 'socketsPerAddress'>) {
    this.#limits = limits;
  }

  /** How many sockets were refused, or closed for others. */
  get refused(): number {
    return this.#refused;
  }

  /** Counts `socket` until it is closed; returns a status if it exceeds a limit and must be refused. */
  admit(socket: Socket): 429 | 503 | undefined {
    const address = networkOf(socket.remoteAddress ?? '');
    const isFull = this.#open >= this.#limits.sockets;
    const isFullThere = (this.#byAddress.get(address) ?? 0) >= this.#limits.socketsPerAddress;
    if (isFullThere && !this.#closeSilent(address)) return this.#refuse(429);
    if (isFull && !isFullThere && !this.#closeSilent()) return this.#refuse(503);
    this.#open += 1;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    const key = keyOf(socket);
    this.#silent.set(key, socket);
    let isCounted = true;
    const leave = (): void => {
      if (!isCounted) return;
      isCounted = false;
      this.#leaves.delete(socket);
      if (this.#silent.get(key) === socket) this.#silent.delete(key);
      this.#open -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    };
    this.#leaves.set(socket, leave);
    socket.once('close', leave);
    return undefined;
  }

  /** Notes that a request has arrived on `socket`, or on one that wraps it. */
  heard(socket: Addressed | undefined): void {
    if (this.#silent.size > 0 && socket !== undefined) this.#silent.delete(keyOf(socket));
  }

  /** Closes the oldest socket without a request, of `address` or of any; returns false if there is none. */
  #closeSilent(address?: string): boolean {
    for (const socket of this.#silent.values()) {
      if (address !== undefined && networkOf(socket.remoteAddress ?? '') !== address) continue;
      this.#refused += 1;
      // Its place is free at once, whenever the system reports the end of the socket.
      this.#leaves.get(socket)?.();
      socket.destroy();
      return true;
    }
    return false;
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
