/**
 * A channel in the other version of the protocol.
 *
 * The peer at the far end of the inner channel speaks one version, the program that opens this channel speaks the
 * other. Text chunks of an agent, which are nearly all of the traffic, take a short path: they are recognized and
 * recorded here, without the validator of either version.
 */
import { ConnectionError, problemResponse, type Channel, type ChannelProblem, type Receiver } from '@acp-stack/rpc';

import { updateMethod } from '../protocol/method-names.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import { isProxyMethod, ProxyEnvelopes, type MakeTranslator } from '../translate/proxy-envelopes.ts';
import { plainTextChunkOf } from '../translate/plain-text-chunk.ts';
import type { AnyTranslator } from '../translate/translator.ts';
import { DeferredDelivery } from './deferred-delivery.ts';

export interface BridgeChannelOptions {
  /** Which side is at the far end of the inner channel. */
  readonly peer: Role;
  /** Bytes that may wait for a peer that asks and does not read. */
  readonly unsentBytes: number;
  readonly makeTranslator: MakeTranslator;
}

export class BridgeChannel implements Channel, Receiver {
  readonly #channel: Channel;
  readonly #peer: Role;
  readonly #self: Role;
  readonly #unsentBytes: number;
  readonly #makeTranslator: MakeTranslator;
  readonly #translator: AnyTranslator;
  /** The envelopes of a proxy; undefined until the first one arrives, and in every conversation without proxies. */
  #envelopes: ProxyEnvelopes | undefined;
  readonly #delivery = new DeferredDelivery();
  #receiver: Receiver | undefined;
  /** Whether the inner channel can take more, as far as is known. */
  #takesMore = true;
  /** Why the last send failed, for the next caller of `send`. */
  #failure: ConnectionError | undefined;

  constructor(channel: Channel, { peer, unsentBytes, makeTranslator }: BridgeChannelOptions) {
    this.#channel = channel;
    this.#peer = peer;
    this.#self = otherRole(peer);
    this.#unsentBytes = unsentBytes;
    this.#makeTranslator = makeTranslator;
    this.#translator = makeTranslator('client', (role, message, text) => {
      const sent = this.#envelopes?.outgoing(message) ?? message;
      this.#passOn(role, sent, sent === message ? text : undefined);
    });
  }

  get unsentBytes(): number {
    return this.#channel.unsentBytes;
  }

  open(receiver: Receiver): void {
    this.#delivery.open(receiver);
    this.#receiver = receiver;
    this.#channel.open(this);
  }

  redirect(receiver: Pick<Receiver, 'receive'>): void {
    this.#delivery.redirect(receiver);
  }

  // -------------------------------------------------------------------------------------------- from the peer

  receive(message: unknown, text?: string): void {
    const translated = this.#peer === 'agent' ? this.#translateTextChunk(message) : undefined;
    if (translated === undefined) this.#translate(this.#peer, message, text);
    else this.#delivery.deliver(translated, translated === message ? text : undefined);
    this.#failure = undefined;
    this.#checkReading();
  }

  reject(problem: ChannelProblem): void {
    const { partial } = problem;
    // The program does not know the bridge's own requests, nor requests that could not be read.
    if (partial === undefined) this.#receiver?.reject(problem);
    else if (partial.isResponse) this.#translate(this.#peer, problemResponse(problem));
    else this.#channel.send(problemResponse(problem));
  }

  ended(error?: Error): void {
    this.#finish();
    this.#stop();
    this.#delivery.end(error);
  }

  // -------------------------------------------------------------------------------------------- from the program

  send(message: unknown, text?: string): boolean {
    const translated = this.#self === 'agent' ? this.#translateTextChunk(message) : undefined;
    if (translated !== undefined) return this.#channel.send(translated, translated === message ? text : undefined);
    this.#takesMore = true;
    this.#failure = undefined;
    // What the bridge itself responds arrives after this call, not inside it.
    const wasHeld = this.#delivery.hold();
    try {
      this.#translate(this.#self, message, text);
    } finally {
      this.#delivery.release(wasHeld);
    }
    return this.#outcome();
  }

  drained(): Promise<void> {
    return this.#channel.drained();
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  end(): Promise<void> {
    this.#finish();
    return this.#channel.end();
  }

  destroy(error?: Error): void {
    this.#stop();
    this.#channel.destroy(error);
  }

  // -------------------------------------------------------------------------------------------- both ways

  /**
   * Returns the message to pass on in place of a text chunk of the agent; undefined if it has to be translated like
   * every other message.
   */
  #translateTextChunk(message: unknown): unknown {
    const chunk = plainTextChunkOf(message);
    if (chunk === undefined) return undefined;
    try {
      const params = this.#translator.recordTextChunk(chunk);
      if (params === undefined) return undefined;
      return params === chunk ? message : { jsonrpc: '2.0', method: updateMethod, params };
    } catch {
      // The translator fails on it again, and reports that.
      return undefined;
    }
  }

  #translate(role: Role, message: unknown, text?: string): void {
    if (this.#envelopes === undefined && isProxyMethod(message))
      this.#envelopes = new ProxyEnvelopes(this.#translator, this.#makeTranslator, (to, sent, original) => {
        this.#passOn(to, sent, original);
      });
    (this.#envelopes ?? this.#translator).receive(role, message, text);
  }

  /** Delivers a translated message to the program, or sends it to the peer. */
  #passOn(role: Role, message: unknown, text: string | undefined): void {
    if (role !== this.#peer) {
      this.#delivery.deliver(message, text);
      return;
    }
    try {
      this.#takesMore = this.#channel.send(message, text) && this.#takesMore;
    } catch (error) {
      // A message of the bridge itself has no caller, so the next caller of `send` gets the error.
      if (!(error instanceof ConnectionError)) throw error;
      this.#failure ??= error;
    }
  }

  #finish(): void {
    this.#translator.finish();
    this.#envelopes?.finish();
  }

  #stop(): void {
    this.#translator.stop();
    this.#envelopes?.stop();
  }

  /**
   * The program does not see the bridge's own responses, so only the bridge can stop a peer that asks and does not
   * read.
   */
  #checkReading(): void {
    if (this.#channel.unsentBytes <= this.#unsentBytes) return;
    const message = `The ${this.#peer} asks and does not read: more than ${this.#unsentBytes} bytes wait to be sent.`;
    this.destroy(new ConnectionError('limit', message, { limit: 'unsentBytes' }));
  }

  /** The result of `send` for the messages that were just sent. */
  #outcome(): boolean {
    const failure: ConnectionError | undefined = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    return this.#takesMore;
  }
}
