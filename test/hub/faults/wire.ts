/** Messages of JSON-RPC over one connection of either transport; it is closed when a response does not come. */
import { http } from '@acp-stack/http/node';
import type { Channel } from '@acp-stack/rpc';
import { WebSocket } from 'ws';

export type Message = Readonly<Record<string, unknown>>;

/** Over what a client talks to a hub. */
export type Transport = 'webSocket' | 'http';

export interface WireOptions {
  /** `webSocket` if absent. */
  readonly transport?: Transport | undefined;
  /** The token of a user, for a hub that needs one. */
  readonly token?: string | undefined;
  /** After how long a request without a response, or a connection that does not come about, is given up. */
  readonly patience?: number;
  /** After how long without a byte, not even a ping, a WebSocket is given up; never if absent. HTTP has `patience`. */
  readonly silence?: number | undefined;
}

/** The usual patience, in milliseconds. */
export const usualPatience = 4000;

const nothing = (): void => undefined;

/** One connection, without requests and responses. */
interface Line {
  readonly opened: Promise<void>;
  send(message: Message): void;
  close(): void;
}

interface LineOptions {
  readonly token: string | undefined;
  readonly patience: number;
  readonly silence: number | undefined;
  readonly onMessage: (message: Message) => void;
  readonly onClose: () => void;
}

/** The hub has answered a request with an error. */
export class ResponseError extends Error {
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(error: { readonly message: string; readonly data?: Readonly<Record<string, unknown>> | undefined }) {
    super(error.message);
    this.data = error.data;
  }
}

const connectionClosed = (): Error => new Error('The connection was closed.');

export class Wire {
  readonly closed: Promise<void>;
  readonly #line: Line;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #patience: number;
  #ids = 0;
  #hasEnded = false;

  /** `url` begins with `ws:`. */
  constructor(
    url: string,
    onMessage: (message: Message) => void,
    { transport, token, patience = usualPatience, silence }: WireOptions = {},
  ) {
    this.#patience = patience;
    let onClose = nothing;
    this.closed = new Promise((resolve) => (onClose = resolve));
    this.#line = (transport === 'http' ? httpLine : socketLine)(url, {
      token,
      patience,
      silence,
      onMessage: (message) => {
        if (message['method'] === undefined) this.#respond(message);
        else onMessage(message);
      },
      onClose: () => {
        this.#hasEnded = true;
        for (const { reject } of this.#waiting.values()) reject(connectionClosed());
        this.#waiting.clear();
        onClose();
      },
    });
  }

  get opened(): Promise<void> {
    return this.#line.opened;
  }

  send(message: Message): void {
    this.#line.send(message);
  }

  /** Rejects when the connection ends, also if it has ended already. */
  request(method: string, params: object): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(connectionClosed());
    const id = (this.#ids += 1);
    const response = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    const timer = setTimeout(() => {
      this.close();
    }, this.#patience);
    return response.finally(() => {
      clearTimeout(timer);
    });
  }

  close(): void {
    this.#line.close();
  }

  #respond({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new ResponseError(error as ResponseError));
  }
}

function socketLine(url: string, { token, patience, silence, onMessage, onClose }: LineOptions): Line {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(url, { handshakeTimeout: patience, headers });
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  opened.catch(() => undefined);
  socket.once('close', onClose);
  if (silence !== undefined) giveUpWhenSilent(socket, silence);
  socket.on('message', (data) => {
    onMessage(JSON.parse((data as Buffer).toString()) as Message);
  });
  return {
    opened,
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    },
    close: () => {
      socket.terminate();
    },
  };
}

/** Without this a client whose connection is half-open would wait for ever. */
function giveUpWhenSilent(socket: WebSocket, silence: number): void {
  const timer = setTimeout(() => {
    socket.terminate();
  }, silence);
  const hear = (): void => void timer.refresh();
  socket.on('open', hear).on('ping', hear).on('message', hear);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

/** Its connection comes about with `initialize`; it may drop and be resumed by the channel itself. */
function httpLine(url: string, { token, patience, onMessage, onClose }: LineOptions): Line {
  const channel: Channel = http(url.replace(/^ws:/u, 'http:'), {
    ...(token === undefined ? {} : { token }),
    reconnect: { longest: 500, giveUpAfter: patience },
    limits: { answerTimeout: patience, silence: patience },
  });
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    onClose();
  };
  const close = (): void => {
    channel.destroy();
    end();
  };
  channel.open({
    receive: (message) => {
      if (!isOver) onMessage(message as Message);
    },
    // A message that cannot be read is missing: what follows it must not be seen.
    reject: close,
    ended: end,
  });
  return {
    opened: Promise.resolve(),
    send: (message) => {
      if (!isOver) channel.send({ jsonrpc: '2.0', ...message });
    },
    close,
  };
}
