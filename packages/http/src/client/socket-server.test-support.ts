/** The server's end of WebSockets, in the same process: a test says what arrives, and sees what was sent. */
import type { OpenSocket, Socket, SocketClose, SocketEvents } from './socket/socket.ts';

export class FakeSocket implements Socket {
  readonly sent: Record<string, unknown>[] = [];
  readonly pings: number[] = [];
  readonly headers: Readonly<Record<string, string>>;
  unsentBytes = 0;
  isPaused = false;
  closedWith: number | undefined;
  isAborted = false;
  readonly ping: (() => void) | undefined;
  readonly events: SocketEvents;

  constructor(headers: Readonly<Record<string, string>>, events: SocketEvents, canPing: boolean) {
    this.headers = headers;
    this.events = events;
    this.ping = canPing ? () => void this.pings.push(this.pings.length) : undefined;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  readonly pause = (): void => {
    this.isPaused = true;
  };

  readonly resume = (): void => {
    this.isPaused = false;
  };

  close(code: number): void {
    this.closedWith = code;
  }

  abort(): void {
    this.isAborted = true;
    this.drop();
  }

  arrive(message: unknown): void {
    this.events.alive();
    this.events.text(JSON.stringify(message));
  }

  drop(close: SocketClose = { code: 1006, reason: '' }): void {
    this.events.closed(close);
  }
}

export class SocketServer {
  readonly sockets: FakeSocket[] = [];
  readonly #canPing: boolean;

  constructor(canPing = true) {
    this.#canPing = canPing;
  }

  readonly open: OpenSocket = (_url, headers, events) => {
    const socket = new FakeSocket(headers, events, this.#canPing);
    this.sockets.push(socket);
    return socket;
  };

  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }
}
