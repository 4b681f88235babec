/** Connects to a remote agent over WebSocket, or over HTTP if no WebSocket can be opened. */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

import type { ConnectionReport } from './connect/connect-options.ts';
import { Latch } from './channel/latch.ts';
import { http, type HttpOptions } from './http.ts';
import type { OpenSocket } from './socket/socket.ts';
import { TransportError } from './connect/transport-error.ts';
import { webSocketChannel, type WebSocketOptions } from './web-socket.ts';

/** How a client connects over WebSocket or HTTP. */
export interface RemoteOptions extends HttpOptions, WebSocketOptions {}

/** Returns a channel to the agent at `url`; it connects when it is opened. */
export function remote(url: string | URL, options: RemoteOptions = {}): Channel {
  return remoteChannel(url, options);
}

/** Does the same with sockets from `openSocket`. */
export function remoteChannel(url: string | URL, options: RemoteOptions, openSocket?: OpenSocket): Channel {
  return new RemoteChannel(async () => {
    const channel = webSocketChannel(url, options, openSocket);
    try {
      await channel.connect();
      return channel;
    } catch (error) {
      // Credentials that the server refuses for a WebSocket are refused for HTTP too.
      if (error instanceof TransportError && error.code === 'unauthorized') throw error;
      const report: ConnectionReport = { kind: 'fell-back', error: error as TransportError };
      options.onReport?.(report);
      return http(url, options);
    }
  });
}

/** A channel that keeps messages until it is decided which transport carries them. */
class RemoteChannel implements Channel {
  readonly #choose: () => Promise<Channel>;
  #chosen: Channel | undefined;
  #receiver: Receiver | undefined;
  /** Gets the messages once the channel is redirected. */
  #messages: Pick<Receiver, 'receive'> | undefined;
  #hasBegun = false;
  #hasEnded = false;
  #isPaused = false;
  #isEnding = false;
  #waiting: { readonly message: unknown; readonly text: string | undefined }[] = [];
  /** Closed until the transport is chosen. */
  readonly #choice = new Latch();

  constructor(choose: () => Promise<Channel>) {
    this.#choose = choose;
    this.#choice.close();
  }

  get unsentBytes(): number {
    if (this.#chosen !== undefined) return this.#chosen.unsentBytes;
    let sum = 0;
    for (const { text } of this.#waiting) sum += text?.length ?? nominalBytes;
    return sum;
  }

  open(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('the channel is already open');
    this.#receiver = receiver;
    if (this.#hasEnded) receiver.ended();
    else if (this.#chosen === undefined) this.#begin();
    else this.#chosen.open(receiver);
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#messages = receiver;
    this.#chosen?.redirect?.(receiver);
  }

  send(message: unknown, text?: string): boolean {
    if (this.#isEnding || this.#hasEnded) throw new ConnectionError('closed', 'The channel has ended.');
    if (this.#chosen !== undefined) return this.#chosen.send(message, text);
    this.#waiting.push({ message, text });
    this.#begin();
    // Only `initialize` is sent this early, so there is no need for back-pressure.
    return true;
  }

  async drained(): Promise<void> {
    await this.#choice.opened();
    await this.#chosen?.drained();
  }

  pause(): void {
    this.#isPaused = true;
    this.#chosen?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#chosen?.resume();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.#hasBegun) await this.#choice.opened();
    if (this.#chosen === undefined) this.#finish(undefined);
    else await this.#chosen.end();
  }

  destroy(error?: Error): void {
    this.#isEnding = true;
    if (this.#chosen === undefined) this.#finish(error);
    else this.#chosen.destroy(error);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#choose().then(
      (channel) => {
        this.#take(channel);
      },
      (error: unknown) => {
        this.#finish(error as Error);
      },
    );
  }

  #take(channel: Channel): void {
    if (this.#hasEnded) {
      channel.destroy();
      return;
    }
    this.#chosen = channel;
    if (this.#receiver !== undefined) channel.open(this.#receiver);
    if (this.#messages !== undefined) channel.redirect?.(this.#messages);
    if (this.#isPaused) channel.pause();
    try {
      for (const { message, text } of this.#waiting.splice(0)) channel.send(message, text);
    } catch (error) {
      channel.destroy(error as Error);
    }
    this.#choice.open();
  }

  /** The channel ends before a transport was chosen. */
  #finish(error: Error | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#waiting = [];
    this.#choice.open();
    this.#receiver?.ended(error);
  }
}

/** Counts for a message that is not serialized yet. */
const nominalBytes = 256;
