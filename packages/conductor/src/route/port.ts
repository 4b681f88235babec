/**
 * One of the two conversations of a connection: with what is before it in the chain, plain, or with its successor, in
 * envelopes.
 *
 * What arrives goes to `target`; what is passed to the port goes out on its connection.
 */
import type { UnparsedMessage } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';

import { initializeMethod, type Dialect } from '../envelope/dialect.ts';
import { wrapped } from '../envelope/envelope.ts';
import { notificationEnvelopeText, requestEnvelopeText, textWithId, textWithoutId } from '../envelope/message-text.ts';
import type { RoutedCall } from '../envelope/routed-message.ts';
import { messageEvent, type Observe } from '../observe/chain-event.ts';
import type { Pending, Source, Target } from './pending.ts';

/** The connection of a port. */
export interface PortOwner extends Source {
  readonly observeMessage: Observe | undefined;
  readonly dialect: Dialect;
  /** Registers a request that is sent next; undefined if it was refused. */
  expect(source: Source, message: RoutedCall, to: string): Pending | undefined;
  /** Sends a message. */
  transmit(message: unknown, text: string | undefined): void;
  /** Sends a message that was not parsed; returns false if the channel needs the message itself. */
  transmitUnparsed(message: UnparsedMessage): boolean;
}

/** Sends `initialize` in a way of its own. */
export interface Starter {
  start(pending: Pending, message: RoutedCall): void;
}

/** Looks at the requests that are sent. */
export interface Watcher {
  watch(pending: Pending, message: RoutedCall): void;
}

/** One end of a link between two neighbours: what arrives at it goes to `target`. */
export interface End extends Target {
  readonly connection: { readonly name: string };
  target: Target;
}

/** Whether a target is an end of a link. */
export const isEnd = (target: Target | undefined): target is End => target !== undefined && 'target' in target;

export class Port implements End {
  readonly connection: PortOwner;
  readonly isWrapped: boolean;
  readonly name: string;
  /** What the messages that arrive here come from. */
  readonly source: Source;
  /** Where messages go that arrive here. */
  target: Target;
  /** What starts the component at the other end, if `initialize` alone does not. */
  starter: Starter | undefined;
  watcher: Watcher | undefined;
  /** Takes what is sent while the component at the other end is not there. */
  held: Target | undefined;

  /** `name` is that of what is at the other end, if it is not the component of the connection itself. */
  constructor(connection: PortOwner, isWrapped: boolean, target: Target, name: string = connection.name) {
    this.connection = connection;
    this.isWrapped = isWrapped;
    this.target = target;
    this.name = name;
    this.source =
      name === connection.name
        ? connection
        : {
            name,
            remember: (pending) => {
              connection.remember(pending);
            },
            respond: (pending, response) => {
              connection.respond(pending, response);
            },
          };
  }

  request(source: Source, message: RoutedCall): void {
    if (this.held !== undefined) {
      this.held.request(source, message);
      return;
    }
    const pending = this.connection.expect(source, message, this.name);
    if (pending === undefined) return;
    if (this.starter !== undefined && message.method === initializeMethod) {
      this.starter.start(pending, message);
      return;
    }
    this.watcher?.watch(pending, message);
    this.send(pending, message);
  }

  /** Sends a request that is expected to be answered. */
  send({ id }: Pending, message: RoutedCall): void {
    this.#transmit(message, id);
  }

  notify(source: Source, message: RoutedCall): void {
    if (this.held !== undefined) {
      this.held.notify(source, message);
      return;
    }
    const hop = { from: source.name, to: this.name, between: source };
    this.connection.observeMessage?.(messageEvent(hop, message.fields));
    this.#transmit(message, undefined);
  }

  /** Sends a request with another id, or a notification. */
  #transmit(message: RoutedCall, id: string | undefined): void {
    const { connection } = this;
    const text = this.#textOf(message, id);
    if (text !== undefined && message.isLine && connection.transmitUnparsed(this.#unparsed(message, id, text))) return;
    if (this.isWrapped) connection.transmit(wrapped(message, connection.dialect, id), text);
    else connection.transmit(id === undefined ? message.fields : withId(message, id), text);
  }

  #unparsed({ method, innerMethod, body = '' }: RoutedCall, id: string | undefined, text: string): UnparsedMessage {
    const bodyStart = text.length - body.length;
    if (!this.isWrapped) return { text, id, method, innerMethod, bodyStart };
    const { dialect } = this.connection;
    const [envelope, opening] =
      id === undefined
        ? [dialect.notificationEnvelope, dialect.notificationOpening]
        : [dialect.requestEnvelope, dialect.requestOpening];
    // The brace of the envelope is after the message.
    return { text, id, method: envelope, innerMethod: method, bodyStart: bodyStart - 1 - opening.length };
  }

  /** The text of a message on this connection; undefined if it has to be serialized. */
  #textOf({ body, isUsual }: RoutedCall, id: string | undefined): string | undefined {
    if (body === undefined) return undefined;
    if (!this.isWrapped) return id === undefined ? textWithoutId(body) : textWithId(id, body);
    // Fields that JSON-RPC does not define stay outside of an envelope.
    if (!isUsual) return undefined;
    const { dialect } = this.connection;
    return id === undefined ? notificationEnvelopeText(body, dialect) : requestEnvelopeText(id, body, dialect);
  }
}

function withId({ method, params, fields, isUsual }: RoutedCall, id: string): JsonObject {
  return isUsual ? { jsonrpc: '2.0', id, method, params } : { ...fields, id };
}
