/**
 * A channel over WebSocket.
 *
 * The first message is `initialize`; the others wait for its answer, because it says whether the server can resume. If it can, the
 * channel outlives its sockets.
 */
import { ConnectionError, type Channel, type Receiver } from '@acp-stack/rpc';

import { resumeOffer } from '../wire/resume.ts';
import { isAnswer, isInitialize } from '../wire/scope.ts';
import type { Settings } from './connect-options.ts';
import { Delivery, type DeliveryOptions } from './delivery.ts';
import { parsed } from './fields.ts';
import { Gate } from './gate.ts';
import { withoutOffer, withWish } from './introduction.ts';
import { messageText } from './message-text.ts';
import { Outgoing } from './outgoing.ts';
import { lostError, socketName } from './socket-close.ts';
import { SocketConnection, type SocketConnectionOwner } from './socket-connection.ts';
import type { SocketDialler } from './socket-dialler.ts';
import type { SocketLink } from './socket-link.ts';
import { isPong, pingText } from './socket-ping.ts';
import { SocketResumption } from './socket-resumption.ts';
import { TransportError } from './transport-error.ts';

/** How far `initialize` is. */
type Introduction =
  | { readonly kind: 'none' | 'done' }
  | { readonly kind: 'asked'; readonly id: unknown; readonly text: string };

const none: Introduction = { kind: 'none' };
const done: Introduction = { kind: 'done' };

export class WebSocketChannel implements Channel, SocketConnectionOwner, DeliveryOptions {
  readonly #settings: Settings;
  readonly #connection: SocketConnection;
  readonly #delivery: Delivery;
  readonly #outgoing: Outgoing;
  /** Shut while too much waits to be sent. */
  readonly #drain = new Gate();
  /** Shut while a message waits for a socket, or may have to be sent again. */
  readonly #flushed = new Gate();
  /** Bytes that a message may have, here and, once it has said so, at the server. */
  #messageBytes: number;
  #introduction: Introduction = none;
  /** There once the server has offered to resume. */
  #resumption: SocketResumption | undefined;
  #connected: { readonly resolve: () => void; readonly reject: (error: TransportError) => void } | undefined;
  #ending: Promise<void> | undefined;

  constructor(dialler: SocketDialler, settings: Settings) {
    this.#settings = settings;
    this.#messageBytes = settings.limits.messageBytes;
    this.#outgoing = new Outgoing(settings.limits.windowBytes);
    this.#delivery = new Delivery(this);
    this.#connection = new SocketConnection(dialler, settings, this);
  }

  get unsentBytes(): number {
    const { waitingBytes, keptBytes } = this.#outgoing;
    const introduction =
      this.#introduction.kind === 'asked' && this.#connection.link === undefined ? this.#introduction.text.length : 0;
    return introduction + waitingBytes + (this.#connection.unsentBytes ?? keptBytes);
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
    if (this.#connection.isNew) this.#connection.begin();
  }

  /** Opens the first socket; rejects when that is not possible, and the channel is over then. */
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
    if (this.#introduction.kind === 'none') this.#introduce(message, text);
    else this.#outgoing.add(messageText(message, text, this.#messageBytes));
    this.#flush();
    return !this.#drain.isShut;
  }

  drained(): Promise<void> {
    return this.#drain.passage();
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

  // -------------------------------------------------------------------------------------------- what the connection tells

  onOpen(link: SocketLink): void {
    this.#connected?.resolve();
    if (this.#introduction.kind === 'asked') link.send(this.#introduction.text);
    this.#flush();
  }

  onText(text: string, link: SocketLink): void {
    if (this.#introduction.kind !== 'done') {
      this.#introduced(text);
      return;
    }
    const arrival = this.#resumption?.take(text, link) ?? 'message';
    if (arrival === 'acknowledgement') this.#flush();
    else if (arrival === 'end') this.#delivery.finish();
    else {
      this.#delivery.push(text);
      if (this.#delivery.heldBytes > this.#settings.limits.heldBytes) this.#halt();
    }
  }

  onChange(): void {
    this.#weigh();
  }

  askInBand(): void {
    this.#outgoing.add(pingText);
    this.#flush();
  }

  onOver(error: TransportError | undefined, isAccident: boolean): void {
    const isLost = isAccident && this.#introduction.kind === 'done';
    this.#finish(isLost && error !== undefined ? lostError(error) : error);
  }

  // -------------------------------------------------------------------------------------------- what the program is given

  get depth(): number {
    return this.#settings.limits.depth;
  }

  get messageBytes(): number {
    return this.#settings.limits.messageBytes;
  }

  inspect(message: unknown): boolean {
    return !isPong(message);
  }

  onFailure(error: Error): void {
    this.destroy(error);
  }

  async #end(): Promise<void> {
    await this.#flushed.passage();
    this.#connection.end();
    // Nothing was sent, or nobody is there to be told.
    if (this.#connection.isOver) this.#finish(undefined);
  }

  #finish(error: TransportError | undefined): void {
    this.#over(error);
    this.#delivery.finish(error);
  }

  /** Nobody waits for anything any more. */
  #over(error: TransportError | undefined): void {
    this.#outgoing.clear();
    this.#flushed.open();
    this.#drain.open();
    this.#connected?.reject(error ?? new TransportError('unreachable', `${socketName} was closed.`));
  }

  /** Begins with `initialize`. */
  #introduce(message: unknown, text: string | undefined): void {
    if (!isInitialize(message)) throw new TransportError('refused', 'A remote connection begins with initialize.');
    const body = this.#settings.reconnects
      ? messageText(withWish(message), undefined, this.#messageBytes)
      : messageText(message, text, this.#messageBytes);
    this.#introduction = { kind: 'asked', id: message.id, text: body };
    if (this.#connection.isNew) this.#connection.begin();
    this.#connection.link?.send(body);
  }

  /** The answer to `initialize`, or something that came before it. */
  #introduced(text: string): void {
    const message = parsed(text);
    if (this.#introduction.kind !== 'asked' || !isAnswer(message) || message.id !== this.#introduction.id) {
      this.#delivery.push(text);
      return;
    }
    const offer = this.#settings.reconnects ? resumeOffer(message) : undefined;
    if (offer !== undefined) {
      this.#resumption = new SocketResumption(offer, this.#outgoing);
      this.#connection.resumeWith(this.#resumption);
      this.#messageBytes = Math.min(this.#messageBytes, offer.messageBytes ?? this.#messageBytes);
    }
    // An agent that refused may be asked again.
    this.#introduction = 'error' in message ? none : done;
    this.#delivery.push(offer === undefined ? text : JSON.stringify(withoutOffer(message)));
    this.#flush();
  }

  /** The program has paused for long, on a platform that cannot pause a socket: what it brings would fill the memory. */
  #halt(): void {
    if (this.#connection.halt()) return;
    const { heldBytes } = this.#settings.limits;
    this.#connection.hangUp();
    this.#finish(new TransportError('limit', `More than ${heldBytes} bytes wait for the program to read them.`));
  }

  #flush(): void {
    const { link } = this.#connection;
    if (link !== undefined && this.#introduction.kind === 'done') this.#outgoing.flush(link);
    this.#weigh();
  }

  /** Holds up or lets go whoever waits for room. */
  #weigh(): void {
    if (this.#connection.isOver) return;
    const { waitingBytes, keptBytes } = this.#outgoing;
    const isOnItsWay = this.#connection.link !== undefined || (keptBytes === 0 && this.#introduction.kind !== 'asked');
    if (waitingBytes === 0 && isOnItsWay) this.#flushed.open();
    else this.#flushed.shut();
    if (this.unsentBytes < this.#settings.limits.unsentBytes) this.#drain.open();
    else this.#drain.shut();
  }
}
