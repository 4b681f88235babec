/** Sockets of `ws`: they send headers, ping, can be paused, and put what is sent in one turn into one write. */
import { createConnection, type Socket as TcpSocket } from 'node:net';
import { connect as createSecureConnection, type ConnectionOptions } from 'node:tls';

import { WebSocket, type ClientOptions } from 'ws';

import type { OpenSocket, Socket, SocketClose, SocketEvents } from '../client/socket.ts';
import { tooLargeError } from '../client/socket-close.ts';

export interface WsOptions {
  /** Certificates, and whom to trust. */
  readonly tls?: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'servername' | 'rejectUnauthorized'
  >;
  /** Bytes that one message may have. */
  readonly messageBytes: number;
}

/** Opens sockets of `ws`. */
export function wsSockets({ tls, messageBytes }: WsOptions): OpenSocket {
  return (url, headers, events) => {
    let wire: TcpSocket | undefined;
    const options: ClientOptions = {
      ...tls,
      headers,
      maxPayload: messageBytes,
      // Costs twenty times what it saves on a stream of small messages.
      perMessageDeflate: false,
      createConnection: ((target: ConnectionOptions & { readonly host: string; readonly port: number }) => {
        // The path of the request is not that of a socket in the file system.
        const { path: _path, ...address } = target;
        wire = url.protocol === 'wss:' ? createSecureConnection(secure(address)) : createConnection(address);
        wire.setNoDelay(true);
        return wire;
      }) as NonNullable<ClientOptions['createConnection']>,
    };
    return new WsSocket(new WebSocket(url, options), events, () => wire);
  };
}

/** A name is told to the server when it is one; addresses are not. */
function secure(target: ConnectionOptions): ConnectionOptions {
  const isAddress = /^[\d.]+$|:/u.test(target.host ?? '');
  return isAddress || target.servername !== undefined ? target : { ...target, servername: target.host ?? '' };
}

/** What `ws` says of a message that is longer than `maxPayload`, before it closes the socket. */
const tooLarge = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';

class WsSocket implements Socket {
  readonly #socket: WebSocket;
  readonly #wire: () => TcpSocket | undefined;
  #corked: TcpSocket | undefined;

  constructor(socket: WebSocket, events: SocketEvents, wire: () => TcpSocket | undefined) {
    this.#socket = socket;
    this.#wire = wire;
    let refused: Pick<SocketClose, 'status' | 'location'> = {};
    let error: unknown;
    socket.on('upgrade', ({ headers }) => {
      events.cookies(headers['set-cookie'] ?? []);
    });
    socket.on('open', () => {
      wire()?.on('drain', () => {
        events.drained();
      });
      events.opened();
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) events.alive();
      else events.text(data.toString('utf8'));
    });
    socket.on('ping', () => {
      events.alive();
    });
    socket.on('pong', () => {
      events.alive();
    });
    socket.on('unexpected-response', (request, response) => {
      refused = { status: response.statusCode ?? 0, location: response.headers.location };
      events.cookies(response.headers['set-cookie'] ?? []);
      response.resume();
      request.destroy();
      socket.terminate();
    });
    socket.on('error', (reason: NodeJS.ErrnoException) => {
      error ??= reason.code === tooLarge ? tooLargeError(reason) : reason;
    });
    socket.on('close', (code, reason) => {
      events.closed({ code, reason: reason.toString('utf8'), error, ...refused });
    });
  }

  get unsentBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(text: string): void {
    this.#cork();
    this.#socket.send(text);
  }

  readonly ping = (): void => {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping();
  };

  readonly pause = (): void => {
    this.#socket.pause();
  };

  readonly resume = (): void => {
    this.#socket.resume();
  };

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  abort(): void {
    this.#socket.terminate();
  }

  /** Collects what is sent until the end of the turn. */
  #cork(): void {
    if (this.#corked !== undefined) return;
    const wire = this.#wire();
    if (wire === undefined) return;
    this.#corked = wire;
    wire.cork();
    process.nextTick(() => {
      this.#corked = undefined;
      wire.uncork();
    });
  }
}
