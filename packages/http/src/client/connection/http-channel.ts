/**
 * A channel over POST and server-sent events.
 *
 * The first message is `initialize`; the response of its POST names the connection, and all other messages wait for it.
 * That of `proxy/initialize` only names the connection: what the proxy sends, its response included, comes on the
 * stream.
 */
import { ConnectionError, DeliveryQueue, type Channel, type Receiver, type RequestId } from '@acp-stack/rpc';

import { headers } from '../../wire/headers.ts';
import { resumeVersion } from '../../wire/resumption.ts';
import { isFirst } from '../../wire/stream-scope.ts';
import type { Settings } from '../connect/connect-options.ts';
import { deliverText, type DeliverTextOptions } from '../channel/deliver-text.ts';
import type { Endpoint } from '../request/endpoint.ts';
import { Latch } from '../channel/latch.ts';
import { deleteConnection, HttpConnection } from './http-connection.ts';
import { readInitializeResponse, type Agreement, type InitializeOutcome } from './initialize-response.ts';
import { PostSender } from '../post/post-sender.ts';
import { messageText } from '../channel/message-text.ts';
import { asTransportError, TransportError } from '../connect/transport-error.ts';

interface Held {
  readonly message: unknown;
  readonly text: string;
}

type State =
  | { readonly kind: 'new' | 'over' }
  /** `initialize` was posted. */
  | { readonly kind: 'connecting'; readonly sender: PostSender; readonly bytes: number }
  | { readonly kind: 'connected'; readonly connection: HttpConnection };

export class HttpChannel implements Channel {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #delivery: DeliveryQueue<string>;
  readonly #deliverOptions: DeliverTextOptions & { messages: Pick<Receiver, 'receive'> | undefined };
  readonly #readLatch = new Latch();
  /** Closed while too much waits to be sent. */
  readonly #drain = new Latch();
  /** Closed while anything waits to be sent. */
  readonly #unsent = new Latch();
  #state: State = { kind: 'new' };
  /** Stays after the connection has ended: received messages may still wait for a paused receiver. */
  #connection: HttpConnection | undefined;
  /** Messages that wait for the connection. */
  #held: Held[] = [];
  #heldBytes = 0;
  #ending: Promise<void> | undefined;

  constructor(endpoint: Endpoint, settings: Settings) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    const { depth, messageBytes } = settings.limits;
    this.#deliverOptions = {
      depth,
      messageBytes,
      messages: undefined,
      inspect: (message, text) => this.#connection?.arrived(message, text) ?? true,
    };
    this.#delivery = new DeliveryQueue<string>({
      deliver: (receiver, text) => {
        deliverText(receiver, text, this.#deliverOptions);
      },
      onFailure: (error) => {
        this.destroy(error);
      },
    });
  }

  get unsentBytes(): number {
    const state = this.#state;
    if (state.kind === 'connected') return state.connection.unsentBytes;
    return this.#heldBytes + (state.kind === 'connecting' ? state.bytes : 0);
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#deliverOptions.messages = receiver;
  }

  send(message: unknown, text?: string): boolean {
    const state = this.#state;
    if (state.kind === 'over' || this.#ending !== undefined) {
      throw new ConnectionError('closed', 'The channel has ended.');
    }
    const body = messageText(message, text, this.#settings.limits.messageBytes);
    if (state.kind === 'connected') state.connection.send(message, body);
    else if (state.kind === 'connecting') {
      this.#held.push({ message, text: body });
      this.#heldBytes += body.length;
    } else {
      if (!isFirst(message))
        throw new TransportError('refused', 'The first message of a remote connection must be initialize.');
      void this.#connect(message.id, body);
    }
    this.#updateBackpressure();
    return !this.#drain.isClosed;
  }

  drained(): Promise<void> {
    return this.#drain.opened();
  }

  pause(): void {
    this.#readLatch.close();
    this.#delivery.pause();
  }

  resume(): void {
    this.#delivery.resume();
    this.#readLatch.open();
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  destroy(error?: Error): void {
    const state = this.#state;
    this.#over();
    if (state.kind === 'connecting') state.sender.stop();
    if (state.kind === 'connected') state.connection.destroy();
    this.#delivery.stop(error);
  }

  /**
   * Posts the first message; that of `initialize` is the only JSON-RPC response that comes in the response of a POST.
   */
  async #connect(id: RequestId, body: string): Promise<void> {
    const sender = new PostSender(this.#endpoint, this.#settings);
    this.#state = { kind: 'connecting', sender, bytes: body.length };
    try {
      const { messageBytes } = this.#settings.limits;
      const response = await sender.postOnce({ [headers.resume]: resumeVersion }, body, messageBytes);
      this.#initialized(readInitializeResponse(id, response));
    } catch (error) {
      this.#fail(asTransportError(error));
    }
    this.#updateBackpressure();
  }

  #initialized(outcome: InitializeOutcome): void {
    if (this.#state.kind !== 'connecting') {
      // The channel was closed meanwhile, and the server does not know that.
      if (outcome.kind === 'agreed') void deleteConnection(this.#endpoint, outcome.agreement, this.#settings);
      return;
    }
    if (outcome.kind === 'agreed') this.#begin(this.#connectionOf(outcome.agreement));
    // Waiting messages go with the next attempt, if there is one.
    else this.#state = { kind: 'new' };
    // The program may send messages as soon as it has received this.
    if (outcome.text !== undefined) this.#delivery.push(outcome.text);
    if (outcome.kind === 'refused' && this.#ending !== undefined) this.#finish(undefined);
  }

  #begin(connection: HttpConnection): void {
    this.#connection = connection;
    this.#state = { kind: 'connected', connection };
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const { message, text } of held) connection.send(message, text);
  }

  #connectionOf(agreement: Agreement): HttpConnection {
    return new HttpConnection({
      endpoint: this.#endpoint,
      settings: this.#settings,
      agreement,
      readLatch: this.#readLatch,
      onText: (text) => {
        this.#delivery.push(text);
      },
      onSpace: () => {
        this.#updateBackpressure();
      },
      onEnded: () => {
        this.#delivery.finish();
      },
      onFailed: (error) => {
        this.#fail(error);
      },
    });
  }

  /** Pauses or releases the senders, by what waits to be sent. */
  #updateBackpressure(): void {
    const bytes = this.unsentBytes;
    if (bytes === 0) this.#unsent.open();
    else this.#unsent.close();
    if (bytes < this.#settings.limits.unsentBytes) this.#drain.open();
    else this.#drain.close();
  }

  async #end(): Promise<void> {
    if (this.#state.kind !== 'new') await this.#unsent.opened();
    const state = this.#state;
    if (state.kind === 'connected') await state.connection.leave();
    else this.#finish(undefined);
  }

  #fail(error: TransportError): void {
    if (this.#state.kind !== 'over') this.#finish(error);
  }

  #finish(error: TransportError | undefined): void {
    this.#over();
    this.#delivery.finish(error);
  }

  #over(): void {
    this.#state = { kind: 'over' };
    this.#held = [];
    this.#heldBytes = 0;
    this.#updateBackpressure();
  }
}
