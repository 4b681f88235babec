/** One WebSocket, from the dialling on: it is asked for signs of life while it is open, and closed with some patience. */
import type { Clock } from '@acp-stack/rpc';

import { Heartbeat, type HeartbeatOptions } from '../../timing/heartbeat.ts';
import type { Sender } from './send-queue.ts';
import { normalClosure } from './socket-close.ts';
import type { DialEvents } from './socket-dialer.ts';
import type { Socket, SocketClose } from './socket.ts';
import type { TransportError } from '../connect/transport-error.ts';

/** Whose socket it is; it is told which one, because there may have been others. */
export interface LinkOwner {
  readonly clock: Clock;
  /** Milliseconds without a sign of life until the server is gone. */
  readonly silence: number;
  /** Whether somebody would answer a message that asks for a sign of life, where the platform cannot ping. */
  readonly canAskInBand: boolean;
  askInBand(): void;
  opened(link: SocketLink): void;
  arrived(link: SocketLink, text: string): void;
  /** More can be sent. */
  drained(): void;
  /** The socket was never open. */
  failed(error: TransportError): void;
  closed(link: SocketLink, close: SocketClose): void;
}

/** Milliseconds that a server may take to answer a close. */
const closeGrace = 5000;

export class SocketLink implements DialEvents, HeartbeatOptions, Sender {
  readonly #owner: LinkOwner;
  #socket: Socket | undefined;
  #heartbeat: Heartbeat | undefined;
  #isPaused = false;
  #stopTimer: (() => void) | undefined;

  constructor(owner: LinkOwner) {
    this.#owner = owner;
  }

  /** Bytes that were taken and not handed to the network. */
  get unsentBytes(): number {
    return this.#socket?.unsentBytes ?? 0;
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket?.pause?.();
  }

  resume(): void {
    this.#isPaused = false;
    this.alive();
    this.#socket?.resume?.();
  }

  /** Says goodbye; what is on its way still arrives, for as long as somebody reads. */
  close(): void {
    this.#socket?.close(normalClosure, '');
    const wait = (): void => {
      this.#stopTimer = this.clock.schedule(closeGrace, () => {
        if (this.#isPaused) wait();
        else this.abort();
      });
    };
    wait();
  }

  /** Drops the socket. */
  abort(): void {
    this.#socket?.abort();
  }

  // -------------------------------------------------------------------------------------------- what the socket tells

  opened(socket: Socket): void {
    this.#socket = socket;
    this.#heartbeat = new Heartbeat(this);
    this.#owner.opened(this);
  }

  text(text: string): void {
    this.#owner.arrived(this, text);
  }

  /** The server showed that it is there. */
  alive(): void {
    this.#heartbeat?.touch();
  }

  drained(): void {
    this.#owner.drained();
  }

  failed(error: TransportError): void {
    this.#owner.failed(error);
  }

  closed(close: SocketClose): void {
    this.#heartbeat?.stop();
    this.#stopTimer?.();
    this.#owner.closed(this, close);
  }

  // -------------------------------------------------------------------------------------------- signs of life

  get clock(): Clock {
    return this.#owner.clock;
  }

  get silence(): number {
    return this.#owner.silence;
  }

  ask(): void {
    if (this.#socket?.ping !== undefined) this.#socket.ping();
    else if (this.#owner.canAskInBand) this.#owner.askInBand();
  }

  onDead(): void {
    this.abort();
  }

  /** A server that cannot be asked may have nothing to say. */
  ignoresSilence(): boolean {
    return this.#isPaused || (this.#socket?.ping === undefined && !this.#owner.canAskInBand);
  }
}
