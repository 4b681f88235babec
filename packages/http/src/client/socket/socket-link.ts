/** One WebSocket: watched for a dead server while it is open, and closed with a grace period. */
import type { Clock } from '@acp-stack/rpc';

import { Heartbeat, type HeartbeatOptions } from '../../timing/heartbeat.ts';
import type { Sender } from './send-queue.ts';
import { normalClosure } from './socket-close.ts';
import type { DialEvents } from './socket-dialer.ts';
import type { Socket, SocketClose } from './socket.ts';
import type { TransportError } from '../connect/transport-error.ts';

/** The owner of a link; each call names the link, because there may be several. */
export interface LinkOwner {
  readonly clock: Clock;
  /** Milliseconds without any data after which the server counts as gone. */
  readonly silence: number;
  /** Whether the server responds to a request that serves as a ping, where the platform cannot ping. */
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

/** The grace period in milliseconds for the last messages and the close frame of the server. */
const closeGrace = 5000;
/** The same for a connection that was given up: only what was sent is to leave. */
const hangUpGrace = 1000;

export class SocketLink implements DialEvents, HeartbeatOptions, Sender {
  readonly #owner: LinkOwner;
  #socket: Socket | undefined;
  #heartbeat: Heartbeat | undefined;
  #isPaused = false;
  #stopTimer: (() => void) | undefined;

  constructor(owner: LinkOwner) {
    this.#owner = owner;
  }

  /** Bytes that were not sent to the network yet. */
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

  /** Closes the socket; messages in flight still arrive while the receiver reads. */
  close(): void {
    this.#close(closeGrace);
  }

  /** Closes the socket, soon even if the server does not answer. */
  hangUp(): void {
    this.resume();
    this.#close(hangUpGrace);
  }

  #close(grace: number): void {
    this.#stopTimer?.();
    this.#socket?.close(normalClosure, '');
    const wait = (): void => {
      this.#stopTimer = this.clock.schedule(grace, () => {
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

  // ---------------------------------------- events of the socket

  opened(socket: Socket): void {
    this.#socket = socket;
    this.#heartbeat = new Heartbeat(this);
    this.#owner.opened(this);
  }

  text(text: string): void {
    this.#owner.arrived(this, text);
  }

  /** Data arrived: the server is alive. */
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

  // ---------------------------------------- pings

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

  /** If the server cannot be pinged, silence means nothing. */
  ignoresSilence(): boolean {
    return this.#isPaused || (this.#socket?.ping === undefined && !this.#owner.canAskInBand);
  }
}
