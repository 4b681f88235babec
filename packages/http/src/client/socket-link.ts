/** One open WebSocket: it is asked for signs of life, and closed with some patience. */
import type { Clock } from '@acp-stack/rpc';

import { Heartbeat } from './heartbeat.ts';
import { normalClosure } from './socket-close.ts';
import type { Socket } from './socket.ts';

export interface SocketLinkOptions {
  readonly socket: Socket;
  readonly clock: Clock;
  /** Milliseconds without a sign of life until the server is gone. */
  readonly silence: number;
  /** Asks for a sign of life with a message, where the platform cannot ping; absent while nobody would answer. */
  readonly askInBand: () => (() => void) | undefined;
}

/** Milliseconds that a server may take to answer a close. */
const lastWords = 5000;

export class SocketLink {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #heartbeat: Heartbeat;
  #isPaused = false;
  #stopTimer: () => void = () => undefined;

  constructor({ socket, clock, silence, askInBand }: SocketLinkOptions) {
    this.#socket = socket;
    this.#clock = clock;
    const asking = (): (() => void) | undefined => socket.ping ?? askInBand();
    this.#heartbeat = new Heartbeat({
      clock,
      silence,
      ask: () => asking()?.(),
      onDead: () => {
        socket.abort();
      },
      // A server that cannot be asked may have nothing to say.
      isDeaf: () => this.#isPaused || asking() === undefined,
    });
  }

  /** Bytes that were taken and not handed to the network. */
  get unsentBytes(): number {
    return this.#socket.unsentBytes;
  }

  /** Bound, because it is passed on. */
  readonly send = (text: string): void => {
    this.#socket.send(text);
  };

  /** The server showed that it is there. */
  touch(): void {
    this.#heartbeat.touch();
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause?.();
  }

  resume(): void {
    this.#isPaused = false;
    this.#heartbeat.touch();
    this.#socket.resume?.();
  }

  /** Says goodbye; what is on its way still arrives, for as long as somebody reads. */
  close(): void {
    this.#socket.close(normalClosure, '');
    const wait = (): void => {
      this.#stopTimer = this.#clock.schedule(lastWords, () => {
        if (this.#isPaused) wait();
        else this.#socket.abort();
      });
    };
    wait();
  }

  /** Drops the socket. */
  abort(): void {
    this.#socket.abort();
  }

  /** The socket is closed. */
  stop(): void {
    this.#heartbeat.stop();
    this.#stopTimer();
  }
}
