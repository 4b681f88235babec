/** Plain WebSocket clients, which send exactly what they are told. */
import { once } from 'node:events';

import { WebSocket, type ClientOptions } from 'ws';

import { GrowingList } from './growing-list.ts';
import type { Fields } from './served-program.ts';

/** A WebSocket, with everything that it has received. */
export class RawSocket implements Disposable {
  readonly messages = new GrowingList<Fields>();
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Fields);
    });
  }

  static async open(url: string, options: ClientOptions = {}): Promise<RawSocket> {
    const socket = new WebSocket(url.replace('http', 'ws'), options);
    const raw = new RawSocket(socket);
    await once(socket, 'open');
    return raw;
  }

  get closed(): Promise<unknown> {
    return once(this.#socket, 'close');
  }

  send(message: object | string): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Drops the socket without a word. */
  drop(): void {
    this.#socket.terminate();
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }
}
