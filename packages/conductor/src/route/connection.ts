/**
 * One side of a chain: the client, a component, or the conductor above; and the requests on their way to and from it.
 *
 * Every message is passed on in one synchronous call, so that the order on each connection is kept. A request gets a
 * new id on the connection that it goes to; its response gets the old one back. `$/cancel_request` concerns one
 * connection: it is made anew for the next one, once, and never passed on.
 */
import {
  classify,
  problemResponse,
  rpcCodes,
  type Channel,
  type ChannelProblem,
  type ErrorObject,
  type Receiver,
  type RequestId,
  type UnparsedMessage,
} from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import {
  cancelMethod,
  current,
  dialectOfEnvelope,
  dialectOfInitialize,
  initializeMethod,
  type Dialect,
} from '../envelope/dialect.ts';
import { unwrapped } from '../envelope/envelope.ts';
import { bodyWithId, bodyWithoutId, textWithId } from '../envelope/message-text.ts';
import { RoutedCall, RoutedResponse } from '../envelope/routed-message.ts';
import { messageEvent, type Observe } from '../observe/chain-event.ts';
import { BatchSource, type BatchOwner } from './batch-source.ts';
import { errorObject, errorResponse } from './error-response.ts';
import type { Flow, FlowEnd } from './flow.ts';
import type { FreshIds } from './fresh-ids.ts';
import { OutgoingMessages, type OutgoingOwner } from './outgoing-messages.ts';
import { Pending, type Answerer, type Source, type Target } from './pending.ts';
import { Port } from './port.ts';
import { isUsualResponse, responseWithId } from './response.ts';

/** What the connections of a chain share. */
export interface Shared {
  readonly ids: FreshIds;
  readonly flow: Flow;
  readonly observe: Observe | undefined;
  /** The same, or undefined if it does not want to see messages. */
  readonly observeMessage: Observe | undefined;
}

/** What a connection needs to know about its place. */
export interface Place {
  readonly name: string;
  /** Whether it is part of a link: then it is never paused, but the connection that the messages came from. */
  readonly isInner?: boolean;
  /** Whether it is the end of a bridge between versions by now. */
  readonly isBridge?: () => boolean;
  /** The other side has ended. */
  readonly onEnded: (error: Error | undefined) => void;
  /** Takes a request that starts a proxy; undefined where only the conductor may send one. */
  readonly onProxyStart?: (source: Source, message: RoutedCall, dialect: Dialect) => void;
  /** An envelope arrived: returns false if the message in it is not to be passed on. */
  readonly onEnvelope?: (dialect: Dialect, message: RoutedCall) => boolean;
  /** The other side gets the answer to an `initialize` that it passed on. */
  readonly onInitializeAnswer?: (response: RoutedResponse) => void;
}

const paramsError = errorObject(rpcCodes.invalidRequest, 'Invalid request: params must be an object or an array');
const onlyConductor = 'initialize/proxy requests are only sent by the conductor';

export class Connection implements Receiver, Source, Answerer, BatchOwner, OutgoingOwner {
  readonly name: string;
  readonly observe: Observe | undefined;
  readonly observeMessage: Observe | undefined;
  readonly waitsFor: Set<FlowEnd> = new Set();
  channel: Channel;
  /** How the other side calls envelopes. */
  dialect: Dialect = current;
  /** The conversation with what is before it; with its successor for the client's side of a chain. */
  readonly plain: Port;
  /** The conversation in envelopes; undefined if the other side has no business with them. */
  wrapped: Port | undefined;
  readonly #place: Place;
  readonly #ids: FreshIds;
  readonly #flow: Flow;
  readonly #outgoing: OutgoingMessages;
  /** Requests that the other side has to answer, by their id here. */
  readonly #pending = new Map<unknown, Pending>();
  /** Requests of the other side, by its own id. */
  readonly #incoming = new Map<RequestId, Pending>();
  /** Why requests are not passed on any more. */
  #refusal: ErrorObject | undefined;

  constructor(channel: Channel, place: Place, { ids, flow, observe, observeMessage }: Shared, target: Target) {
    this.channel = channel;
    this.name = place.name;
    this.observe = observe;
    this.observeMessage = observeMessage;
    this.#place = place;
    this.#ids = ids;
    this.#flow = flow;
    this.#outgoing = new OutgoingMessages(this, flow);
    this.plain = new Port(this, false, target);
  }

  get hasTwoConversations(): boolean {
    return this.wrapped !== undefined;
  }

  get isBridge(): boolean {
    return this.#place.isBridge?.() === true;
  }

  /** Begins to read. */
  open(): void {
    this.channel.open(this);
  }

  /** Goes on with another channel, after the end of the one before. */
  replace(channel: Channel): void {
    this.channel = channel;
    this.waitsFor.clear();
  }

  // -------------------------------------------------------------------------------------------- receiving

  receive(message: unknown, text?: string): void {
    const { reader } = this.#flow;
    if (this.#place.isInner !== true) this.#flow.reader = this;
    try {
      if (isJsonObject(message)) this.#take(message, text, this);
      else this.#takeOther(message);
    } finally {
      this.#flow.reader = reader;
    }
  }

  receiveUnparsed(message: UnparsedMessage): void {
    const { reader } = this.#flow;
    if (this.#place.isInner !== true) this.#flow.reader = this;
    try {
      this.#takeUnparsed(message);
    } finally {
      this.#flow.reader = reader;
    }
  }

  reject(problem: ChannelProblem): void {
    this.observe?.({ kind: 'refused', from: this.name, reason: problem.message, message: problem.text });
    const { partial } = problem;
    if (partial?.isResponse === true) {
      this.fail(partial.id, `${this.name} sent a response that cannot be read: ${problem.message}`);
      return;
    }
    this.transmit(problemResponse(problem), undefined);
  }

  ended(error?: Error): void {
    this.#flow.release(this);
    this.#place.onEnded(error);
  }

  #takeUnparsed({ text, id, method, innerMethod, bodyStart }: UnparsedMessage): void {
    const body = text.slice(bodyStart);
    if (method !== undefined) this.#takeCall(RoutedCall.unparsed({ id, method, innerMethod }, body), this);
    else if (id !== undefined) this.#takeResponse(id, RoutedResponse.unparsed(id, body), this);
  }

  #take(message: JsonObject, text: string | undefined, source: Source): void {
    const { method } = message;
    if (method === undefined || typeof method !== 'string' || message['jsonrpc'] !== '2.0') {
      this.#takeResponse(message['id'], RoutedResponse.of(message, bodyWithId(text)), source);
      return;
    }
    const { id, params } = message;
    const isRequest = id !== undefined || 'id' in message;
    if (params !== undefined && typeof params !== 'object') {
      this.#refuse(source, isRequest ? (id as RequestId) : undefined, paramsError, message);
      return;
    }
    if (isRequest && typeof id !== 'string' && !Number.isSafeInteger(id)) {
      const classified = classify(message, 'or-null');
      if (classified.kind === 'invalid') {
        this.#refuse(source, classified.id, errorObject(rpcCodes.invalidRequest, classified.problem), message);
        return;
      }
    }
    this.#takeCall(RoutedCall.of(message, isRequest ? bodyWithId(text) : bodyWithoutId(text)), source);
  }

  #takeCall(message: RoutedCall, source: Source): void {
    const { method, id } = message;
    const dialect = dialectOfEnvelope(method);
    if (dialect !== undefined) this.#takeEnvelope(dialect, message, source);
    else if (method === cancelMethod) this.#takeCancellation(message);
    else if (id !== undefined) {
      const starting = dialectOfInitialize(method);
      if (starting === undefined) this.plain.target.request(source, message);
      else this.#takeProxyStart(starting, message, source);
    } else this.plain.target.notify(this, message);
  }

  #takeEnvelope(dialect: Dialect, outer: RoutedCall, source: Source): void {
    const { wrapped } = this;
    const { id } = outer;
    const message = unwrapped(outer, dialect);
    const problem =
      wrapped === undefined
        ? 'only a proxy and its conductor use envelopes'
        : message === undefined || dialectOfEnvelope(message.method) !== undefined
          ? 'the envelope does not hold a message'
          : undefined;
    if (problem !== undefined || message === undefined || wrapped === undefined) {
      const code = wrapped === undefined ? rpcCodes.invalidRequest : rpcCodes.invalidParams;
      this.#refuse(source, id, errorObject(code, `Invalid request: ${problem ?? ''}`), outer.fields);
      return;
    }
    if (message.method === cancelMethod) {
      this.#takeCancellation(message);
      return;
    }
    if (this.#place.onEnvelope?.(dialect, message) === false) return;
    if (dialectOfInitialize(message.method) !== undefined) {
      if (id !== undefined) this.#refuseStart(source, outer);
      return;
    }
    if (id === undefined) wrapped.target.notify(wrapped.source, message);
    else wrapped.target.request(source === this ? wrapped.source : source, message);
  }

  #takeProxyStart(dialect: Dialect, message: RoutedCall, source: Source): void {
    if (this.#place.onProxyStart === undefined) this.#refuseStart(source, message);
    else this.#place.onProxyStart(source, message, dialect);
  }

  #refuseStart(source: Source, message: RoutedCall): void {
    const error = errorObject(rpcCodes.invalidRequest, 'Invalid request', onlyConductor);
    this.#refuse(source, message.id, error, message.fields);
  }

  #takeCancellation({ params }: RoutedCall): void {
    if (!isJsonObject(params)) return;
    this.#incoming.get(params['requestId'] as RequestId)?.cancel();
  }

  #takeResponse(id: unknown, response: RoutedResponse, source: Source): void {
    // A response of which only the text is known is a usual one.
    const isUsual = response.isLine || isUsualResponse(response.fields);
    const pending = isUsual ? this.#pending.get(id) : undefined;
    if (pending === undefined) {
      this.#takeUnusual(response.fields, source);
      return;
    }
    this.#pending.delete(id);
    const { source: between, to: from } = pending;
    this.observeMessage?.(messageEvent({ from, to: between.name, between }, response.fields));
    (pending.hook ?? pending.source).respond(pending, response);
  }

  /** Something that is not a message, or a response that nothing waits for, or one that is malformed. */
  #takeUnusual(message: JsonObject, source: Source): void {
    const classified = classify(message, 'or-null');
    if (classified.kind !== 'invalid') {
      const reason = 'Nothing waits for a response with this id.';
      this.observe?.({ kind: 'refused', from: this.name, reason, message });
      return;
    }
    const { id, problem, isResponse } = classified;
    if (isResponse) {
      this.observe?.({ kind: 'refused', from: this.name, reason: problem, message });
      this.fail(id, `${this.name} sent a malformed response: ${problem}.`);
    } else this.#refuse(source, id, errorObject(rpcCodes.invalidRequest, `Invalid request: ${problem}`), message);
  }

  #takeOther(message: unknown): void {
    if (!Array.isArray(message) || message.length === 0) {
      const words = Array.isArray(message) ? 'a batch must not be empty' : 'a message is a JSON object';
      this.#refuse(this, null, errorObject(rpcCodes.invalidRequest, `Invalid request: ${words}`), message);
      return;
    }
    const batch = new BatchSource(this);
    for (const each of message) {
      if (isJsonObject(each)) this.#take(each, undefined, batch);
      else batch.add({ jsonrpc: '2.0', id: null, error: errorObject(rpcCodes.invalidRequest, 'Invalid request') });
    }
    batch.seal();
  }

  /** Answers a message itself; without an `id` it is only dropped, because notifications are not answered. */
  #refuse(source: Source, id: RequestId | undefined, error: ErrorObject, message: unknown): void {
    this.observe?.({ kind: 'refused', from: this.name, reason: error.message, message });
    if (id === undefined) return;
    const response = { jsonrpc: '2.0', id, error };
    if (source instanceof BatchSource) source.add(response);
    else this.transmit(response, undefined);
  }

  /** Answers a request that the other side will not answer any more. */
  fail(id: RequestId, words: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    const response = errorResponse(errorObject(rpcCodes.internalError, words));
    (pending.hook ?? pending.source).respond(pending, response);
  }

  // -------------------------------------------------------------------------------------------- requests to it

  /** Registers a request that is sent next; undefined if it was refused. */
  expect(source: Source, message: RoutedCall, to: string = this.name): Pending | undefined {
    const pending = new Pending(source, this, message, this.#ids.next());
    pending.to = to;
    source.remember(pending);
    if (this.#refusal !== undefined) {
      source.respond(pending, errorResponse(this.#refusal));
      return undefined;
    }
    this.#pending.set(pending.id, pending);
    const { id } = pending;
    this.observeMessage?.(messageEvent({ from: source.name, to, between: source }, { ...message.fields, id }));
    return pending;
  }

  /** Gives a request another id, to send it once more; a response to the old id is ignored. */
  expectAgain(pending: Pending): void {
    this.#pending.delete(pending.id);
    pending.id = this.#ids.next();
    this.#pending.set(pending.id, pending);
  }

  cancel({ id, source, to }: Pending): void {
    if (!this.#pending.has(id)) return;
    const message = { jsonrpc: '2.0', method: cancelMethod, params: { requestId: id } };
    this.observeMessage?.(messageEvent({ from: source.name, to, between: source }, message));
    this.transmit(message, undefined);
  }

  /** Answers every request that waits for the other side with `error`. */
  failAll(error: ErrorObject): void {
    const all = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of all) {
      const response = errorResponse(error);
      const hop = { from: 'conductor', to: pending.source.name, between: {} };
      this.observeMessage?.(messageEvent(hop, { ...response.fields, id: pending.id }));
      (pending.hook ?? pending.source).respond(pending, response);
    }
  }

  // -------------------------------------------------------------------------------------------- requests of it

  remember(pending: Pending): void {
    this.#incoming.set(pending.sourceId, pending);
  }

  forget(pending: Pending): boolean {
    return this.#incoming.get(pending.sourceId) === pending && this.#incoming.delete(pending.sourceId);
  }

  respond(pending: Pending, response: RoutedResponse): void {
    // A request of a component that has been restarted meanwhile has no answer to wait for.
    if (!this.forget(pending)) return;
    const { sourceId } = pending;
    if (pending.method === initializeMethod) this.#place.onInitializeAnswer?.(response);
    const text = response.body === undefined ? undefined : textWithId(sourceId, response.body);
    if (text !== undefined && response.isLine && this.transmitUnparsed(response.unparsed(sourceId, text))) return;
    this.transmit(responseWithId(response, sourceId), text);
  }

  sendBatch(responses: readonly JsonObject[]): void {
    this.transmit(responses, undefined);
  }

  /** Cancels the requests of a side that has ended; their responses are dropped. */
  abandonAll(): void {
    const all = [...this.#incoming.values()];
    this.#incoming.clear();
    for (const pending of all) pending.cancel();
  }

  // -------------------------------------------------------------------------------------------- sending

  /** Sends a message. */
  transmit(message: unknown, text: string | undefined): void {
    if (this.#refusal === undefined) this.#outgoing.send(message, text);
  }

  /** Sends a message that was not parsed; returns false if the channel needs the message itself. */
  transmitUnparsed(message: UnparsedMessage): boolean {
    return this.#refusal !== undefined || this.#outgoing.sendUnparsed(message);
  }

  /** Answers every request with `error` from now on, and drops notifications. */
  refuseAll(error: ErrorObject): void {
    this.#refusal = error;
    this.failAll(error);
  }
}
