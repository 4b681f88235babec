/**
 * WebSockets of the `ws` package: unlike the platform's, they send headers, ping and can be paused.
 *
 * What is sent in one macrotask leaves in one write.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { createConnection, type Socket as TcpSocket } from 'node:net';
import { connect as createSecureConnection, type ConnectionOptions } from 'node:tls';

import type { Clock } from '@acp-stack/rpc';
import { WebSocket } from 'ws';

import type { OpenSocket, Socket, SocketClose, SocketEvents } from '../client/socket/socket.ts';
import { stalledError, tooLargeError } from '../client/socket/socket-close.ts';
import { compactReceived } from '../fragments/compact-received.ts';
import { Pongs } from '../timing/pongs.ts';

export interface WsOptions {
  /** Certificates and trusted authorities. */
  readonly tls?: Pick<
    ConnectionOptions,
    'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'servername' | 'rejectUnauthorized'
  >;
  /** The limit for one message, in bytes. */
  readonly messageBytes: number;
  /** Milliseconds within which the server must read a pong. */
  readonly pongTimeout: number;
  readonly clock: Clock;
}

/** Opens WebSockets of `ws`. */
export function wsSockets(options: WsOptions): OpenSocket {
  return (url, headers, events) => new WsSocket(url, headers, { ...options, events });
}

interface WsSocketOptions extends WsOptions {
  readonly events: SocketEvents;
}

type Target = ConnectionOptions & { readonly host: string; readonly port: number };

function connected({ path: _path, ...address }: Target, isSecure: boolean): OwnedWire {
  // `path` is that of the request; `connect` would take it for a Unix socket.
  const wire = isSecure ? createSecureConnection(secure(address)) : createConnection(address);
  wire.setNoDelay(true);
  return wire;
}

/** SNI must contain a name, not an address. */
function secure(target: ConnectionOptions): ConnectionOptions {
  const isAddress = /^[\d.]+$|:/u.test(target.host ?? '');
  return isAddress || target.servername !== undefined ? target : { ...target, servername: target.host ?? '' };
}

/** The error code of `ws` for a message longer than `maxPayload`, before it closes the socket. */
const tooLarge = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';

/** What was received is compacted, so that a message of any size has far fewer chunks. */
const maxBufferedChunks = 4096;

/** Links a TCP socket to its WebSocket, without a closure for each. */
const owner = Symbol('owner');

type OwnedWire = TcpSocket & { [owner]?: WsSocket };

function onData(this: OwnedWire): void {
  const socket = this[owner];
  if (socket === undefined) return;
  compactReceived(socket);
  socket.alive();
}

/**
 * Events of `ws` are handled in `emit`: programs may have thousands of idle sockets, and listeners would be most of
 * their memory.
 */
class WsSocket extends WebSocket implements Socket {
  readonly #options: WsSocketOptions;
  readonly #wire: OwnedWire | undefined;
  #isCorked = false;
  #awaitsDrain = false;
  #refused: Pick<SocketClose, 'status' | 'location'> | undefined;
  #error: unknown;
  /** Created with the first ping of the server. */
  #pongs: Pongs | undefined;

  constructor(url: URL, headers: Readonly<Record<string, string>>, options: WsSocketOptions) {
    const isSecure = url.protocol === 'wss:';
    let wire: OwnedWire | undefined;
    super(url, {
      ...options.tls,
      headers,
      maxPayload: options.messageBytes,
      autoPong: false,
      maxBufferedChunks,
      // No limit: fragments are compacted, and their sum is limited.
      maxFragments: 0,
      // On small messages, compression costs twenty times what it saves.
      perMessageDeflate: false,
      createConnection: ((target: Target) =>
        (wire = connected(target, isSecure))) as unknown as typeof createConnection,
    });
    this.#options = options;
    this.#wire = wire;
  }

  override emit(event: string | symbol, first?: unknown, second?: unknown): boolean {
    switch (event) {
      case 'message': {
        if (second !== true) this.#options.events.text((first as Buffer).toString('utf8'));
        break;
      }
      case 'ping': {
        this.#pongs ??= this.#createPongs();
        this.#pongs.answer(first as Buffer);
        break;
      }
      case 'upgrade': {
        this.#options.events.cookies((first as IncomingMessage).headers['set-cookie'] ?? []);
        break;
      }
      case 'open': {
        this.#opened();
        break;
      }
      case 'unexpected-response': {
        this.#refuse(first as ClientRequest, second as IncomingMessage);
        break;
      }
      case 'error': {
        const reason = first as NodeJS.ErrnoException;
        this.#error ??= reason.code === tooLarge ? tooLargeError(reason) : reason;
        break;
      }
      case 'close': {
        const reason = (second as Buffer).toString('utf8');
        this.#options.events.closed({ code: first as number, reason, error: this.#error, ...this.#refused });
        break;
      }
      default: {
        return super.emit(event, first, second);
      }
    }
    return true;
  }

  get unsentBytes(): number {
    return this.bufferedAmount;
  }

  override send(text: string): void {
    this.#cork();
    super.send(text);
    if (this.#wire?.writableNeedDrain === true) this.#awaitDrain(this.#wire);
  }

  override ping(): void {
    if (this.readyState === WebSocket.OPEN) super.ping();
  }

  abort(): void {
    this.terminate();
  }

  /** Data arrived: the server is alive. */
  alive(): void {
    this.#options.events.alive();
  }

  #opened(): void {
    if (this.#wire !== undefined) {
      this.#wire[owner] = this;
      this.#wire.on('data', onData);
    }
    this.#options.events.opened();
  }

  #refuse(request: ClientRequest, response: IncomingMessage): void {
    this.#refused = { status: response.statusCode ?? 0, location: response.headers.location };
    this.#options.events.cookies(response.headers['set-cookie'] ?? []);
    response.resume();
    request.destroy();
    this.terminate();
  }

  #createPongs(): Pongs {
    const { clock, pongTimeout } = this.#options;
    return new Pongs({
      clock,
      timeout: pongTimeout,
      send: (data, onTaken) => {
        this.pong(data, true, onTaken);
      },
      onStalled: () => {
        this.#error ??= stalledError();
        this.terminate();
      },
    });
  }

  /** Collects what is sent in one macrotask into one write. */
  #cork(): void {
    const wire = this.#wire;
    if (this.#isCorked || wire === undefined) return;
    this.#isCorked = true;
    wire.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      wire.uncork();
    });
  }

  #awaitDrain(wire: OwnedWire): void {
    if (this.#awaitsDrain) return;
    this.#awaitsDrain = true;
    wire.once('drain', () => {
      this.#awaitsDrain = false;
      this.#options.events.drained();
    });
  }
}
