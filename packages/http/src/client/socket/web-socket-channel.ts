/**
 * A channel over WebSocket.
 *
 * The first message is `initialize`; other messages wait for its response, which says whether the server can resume. If
 * it can, the channel outlives its sockets.
 */
import {
  ConnectionError,
  DeliveryQueue,
  isSameId,
  type Channel,
  type DeliveryQueueOptions,
  type Receiver,
} from '@acp-stack/rpc';

import { resumeOffer } from '../../wire/resumption.ts';
import { isFirst, isProxyInitialize, isResponse } from '../../wire/stream-scope.ts';
import type { Settings } from '../connect/connect-options.ts';
import { deliverText, type DeliverTextOptions } from '../channel/deliver-text.ts';
import { parsed } from '../../wire/json-fields.ts';
import { Latch } from '../channel/latch.ts';
import { removeResumeOffer, addResumeRequest } from './resume-offer.ts';
import { messageText } from '../channel/message-text.ts';
import { SendQueue } from './send-queue.ts';
import { lostError, socketName } from './socket-close.ts';
import { SocketConnection, type SocketConnectionOwner } from './socket-connection.ts';
import type { SocketDialer } from './socket-dialer.ts';
import type { SocketLink } from './socket-link.ts';
import { isPong, pingText } from './socket-ping.ts';
import { SocketResumption } from './socket-resumption.ts';
import { TransportError } from '../connect/transport-error.ts';

/** The progress of `initialize`. */
type InitializeResponse =
  | { readonly kind: 'none' | 'done' }
  | { readonly kind: 'sent'; readonly id: unknown; readonly text: string; readonly isOfProxy: boolean };

const none: InitializeResponse = { kind: 'none' };
const done: InitializeResponse = { kind: 'done' };

/** The channel itself is the options object of its parts: fewer objects for programs with thousands of connections. */
export class WebSocketChannel
  implements Channel, SocketConnectionOwner, DeliveryQueueOptions<string>, DeliverTextOptions
{
  messages: Pick<Receiver, 'receive'> | undefined;
  readonly #settings: Settings;
  readonly #connection: SocketConnection;
  readonly #delivery: DeliveryQueue<string>;
  /** Characters that wait for the receiver. */
  #heldBytes = 0;
  readonly #sendQueue: SendQueue;
  /** Closed while too much waits to be sent. */
  readonly #drain = new Latch();
  /** Closed while a message waits for a socket, or may have to be sent again. */
  readonly #flushed = new Latch();
  /** The limit for one message: the client's, or the server's once it is known. */
  #messageBytes: number;
  #initialize: InitializeResponse = none;
  /** Set once the server has offered to resume. */
  #resumption: SocketResumption | undefined;
  #connected: { readonly resolve: () => void; readonly reject: (error: TransportError) => void } | undefined;
  #ending: Promise<void> | undefined;

  constructor(dialer: SocketDialer, settings: Settings) {
    this.#settings = settings;
    this.#messageBytes = settings.limits.messageBytes;
    this.#sendQueue = new SendQueue(settings.limits.windowBytes);
    this.#delivery = new DeliveryQueue<string>(this);
    this.#connection = new SocketConnection(dialer, settings, this);
  }

  get unsentBytes(): number {
    const { waitingBytes, keptBytes } = this.#sendQueue;
    const initialize =
      this.#initialize.kind === 'sent' && this.#connection.link === undefined ? this.#initialize.text.length : 0;
    return initialize + waitingBytes + (this.#connection.unsentBytes ?? keptBytes);
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
    if (this.#connection.isNew) this.#connection.begin();
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.messages = receiver;
  }

  /** Opens the first socket; rejects, and ends the channel, if that fails. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connected = { resolve, reject };
      this.#connection.begin();
    });
  }

  send(message: unknown, text?: string): boolean {
    if (this.#connection.isOver || this.#ending !== undefined) {
      throw new ConnectionError('closed', 'The channel has ended.');
    }
    if (this.#initialize.kind === 'none') this.#sendInitialize(message, text);
    else this.#sendQueue.add(messageText(message, text, this.#messageBytes));
    this.#flush();
    return !this.#drain.isClosed;
  }

  drained(): Promise<void> {
    return this.#drain.opened();
  }

  pause(): void {
    this.#delivery.pause();
    this.#connection.pause();
  }

  resume(): void {
    this.#delivery.resume();
    this.#connection.resume();
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  destroy(error?: Error): void {
    this.#connection.hangUp();
    this.#over(undefined);
    this.#delivery.stop(error);
  }

  // ---------------------------------------- events of the connection

  onOpen(link: SocketLink): void {
    this.#connected?.resolve();
    if (this.#initialize.kind === 'sent') link.send(this.#initialize.text);
    this.#flush();
  }

  onText(text: string, link: SocketLink): void {
    if (this.#initialize.kind !== 'done') {
      this.#initialized(text);
      return;
    }
    const arrival = this.#resumption?.take(text, link) ?? 'message';
    if (arrival === 'acknowledgement') this.#flush();
    else if (arrival === 'end') this.#delivery.finish();
    else {
      this.#push(text);
      if (this.#heldBytes > this.#settings.limits.heldBytes) this.#halt();
    }
  }

  onChange(): void {
    const { link } = this.#connection;
    if (link !== undefined) this.#resumption?.acknowledge(link);
    this.#updateBackpressure();
  }

  askInBand(): void {
    this.#sendQueue.add(pingText);
    this.#flush();
  }

  onOver(error: TransportError | undefined, isAccident: boolean): void {
    const isLost = isAccident && this.#initialize.kind === 'done';
    this.#finish(isLost && error !== undefined ? lostError(error) : error);
  }

  // ---------------------------------------- delivery to the program

  get depth(): number {
    return this.#settings.limits.depth;
  }

  get messageBytes(): number {
    return this.#settings.limits.messageBytes;
  }

  inspect(message: unknown): boolean {
    return !isPong(message);
  }

  deliver(receiver: Receiver, text: string): void {
    deliverText(receiver, text, this);
  }

  onFailure(error: Error): void {
    this.destroy(error);
  }

  async #end(): Promise<void> {
    await this.#flushed.opened();
    this.#connection.end();
    // Nothing was sent, or the connection is gone already.
    if (this.#connection.isOver) this.#finish(undefined);
  }

  #finish(error: TransportError | undefined): void {
    this.#over(error);
    this.#delivery.finish(error);
  }

  /** Releases everything that waits. */
  #over(error: TransportError | undefined): void {
    this.#sendQueue.clear();
    this.#flushed.open();
    this.#drain.open();
    this.#connected?.reject(error ?? new TransportError('unreachable', `${socketName} was closed.`));
  }

  /** Sends `initialize`, which must be the first message. */
  #sendInitialize(message: unknown, text: string | undefined): void {
    if (!isFirst(message))
      throw new TransportError('refused', 'The first message of a remote connection must be initialize.');
    const isOfProxy = isProxyInitialize(message);
    // What is sent before the agreement could not be repeated, and a proxy sends and receives before it answers.
    const body =
      this.#settings.reconnects && !isOfProxy
        ? messageText(addResumeRequest(message), undefined, this.#messageBytes)
        : messageText(message, text, this.#messageBytes);
    this.#initialize = { kind: 'sent', id: message.id, text: body, isOfProxy };
    if (this.#connection.isNew) this.#connection.begin();
    this.#connection.link?.send(body);
  }

  /** Queues a text for the receiver, and counts it while it waits. */
  #push(text: string): void {
    if (this.#delivery.takesAtOnce) {
      this.#delivery.push(text);
      return;
    }
    this.#heldBytes += text.length;
    this.#delivery.push(text, () => {
      this.#heldBytes -= text.length;
    });
  }

  /** Handles the response to `initialize`, or a message before it. */
  #initialized(text: string): void {
    const message = parsed(text);
    if (this.#initialize.kind !== 'sent' || !isResponse(message) || !isSameId(message.id, this.#initialize.id)) {
      this.#push(text);
      return;
    }
    const offer = this.#settings.reconnects ? resumeOffer(message) : undefined;
    if (offer !== undefined) {
      this.#resumption = new SocketResumption(offer, this.#sendQueue);
      this.#connection.resumeWith(this.#resumption);
      this.#messageBytes = Math.min(this.#messageBytes, offer.messageBytes ?? this.#messageBytes);
    }
    // After an error, `initialize` may be sent again.
    this.#initialize = 'error' in message ? none : done;
    this.#push(offer === undefined ? text : JSON.stringify(removeResumeOffer(message)));
    this.#flush();
  }

  /**
   * The program has paused for long on a platform that cannot pause a socket, so received data would fill the memory.
   */
  #halt(): void {
    if (this.#connection.halt()) return;
    const { heldBytes } = this.#settings.limits;
    this.#connection.hangUp();
    this.#finish(new TransportError('limit', `More than ${heldBytes} bytes wait for the paused program.`));
  }

  #flush(): void {
    const { link } = this.#connection;
    const { kind } = this.#initialize;
    const maySend = kind === 'done' || (kind === 'sent' && this.#initialize.isOfProxy);
    if (link !== undefined && maySend) this.#sendQueue.flush(link);
    this.#updateBackpressure();
  }

  /** Pauses or releases the senders, by what waits to be sent. */
  #updateBackpressure(): void {
    if (this.#connection.isOver) return;
    const { waitingBytes, keptBytes } = this.#sendQueue;
    const isOnItsWay = this.#connection.link !== undefined || (keptBytes === 0 && this.#initialize.kind !== 'sent');
    if (waitingBytes === 0 && isOnItsWay) this.#flushed.open();
    else this.#flushed.close();
    if (this.unsentBytes < this.#settings.limits.unsentBytes) this.#drain.open();
    else this.#drain.close();
  }
}
