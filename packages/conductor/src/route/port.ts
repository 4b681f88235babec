/**
 * One of the two conversations of a connection: with what is before it in the chain, plain, or with its successor, in
 * envelopes.
 *
 * What arrives goes to `target`; what is passed to the port goes out on its connection.
 */
import { initializeMethod, type Dialect } from '../envelope/dialect.ts';
import { canWrapBody, wrapped } from '../envelope/envelope.ts';
import type { JsonObject } from '../envelope/json-object.ts';
import { notificationEnvelopeText, requestEnvelopeText, textWithId, textWithoutId } from '../envelope/message-text.ts';
import type { Observe } from '../observe/chain-event.ts';
import type { Pending, Source, Target } from './pending.ts';

/** The connection of a port. */
export interface PortOwner extends Source {
  readonly observe: Observe | undefined;
  readonly dialect: Dialect;
  /** Registers a request that is sent next; undefined if it was refused. */
  expect(source: Source, message: JsonObject, to: string): Pending | undefined;
  transmit(message: unknown, text: string | undefined): void;
}

/** Sends `initialize` in a way of its own. */
export interface Starter {
  start(pending: Pending, message: JsonObject, body: string | undefined): void;
}

/** Looks at the requests that are sent. */
export interface Watcher {
  watch(pending: Pending, message: JsonObject): void;
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
            respond: (pending, response, body) => {
              connection.respond(pending, response, body);
            },
          };
  }

  request(source: Source, message: JsonObject, body: string | undefined): void {
    if (this.held !== undefined) {
      this.held.request(source, message, body);
      return;
    }
    const pending = this.connection.expect(source, message, this.name);
    if (pending === undefined) return;
    if (this.starter !== undefined && message['method'] === initializeMethod) {
      this.starter.start(pending, message, body);
      return;
    }
    this.watcher?.watch(pending, message);
    this.send(pending, message, body);
  }

  /** Sends a request that is expected to be answered. */
  send({ id }: Pending, message: JsonObject, body: string | undefined): void {
    const { connection } = this;
    if (this.isWrapped) {
      const { dialect } = connection;
      const text =
        body !== undefined && canWrapBody(message, true) ? requestEnvelopeText(id, body, dialect) : undefined;
      connection.transmit(wrapped(message, dialect, id), text);
    } else connection.transmit(withId(message, id), body === undefined ? undefined : textWithId(id, body));
  }

  notify(source: Source, message: JsonObject, body: string | undefined): void {
    if (this.held !== undefined) {
      this.held.notify(source, message, body);
      return;
    }
    const { connection } = this;
    connection.observe?.({ kind: 'message', from: source.name, to: this.name, message });
    if (this.isWrapped) {
      const { dialect } = connection;
      const text =
        body !== undefined && canWrapBody(message, false) ? notificationEnvelopeText(body, dialect) : undefined;
      connection.transmit(wrapped(message, dialect), text);
    } else connection.transmit(message, body === undefined ? undefined : textWithoutId(body));
  }
}

/** How many fields a request with params has if JSON-RPC defines them all. */
const usualFields = 4;

function withId(message: JsonObject, id: string): JsonObject {
  const { method, params } = message;
  return params !== undefined && Object.keys(message).length === usualFields
    ? { jsonrpc: '2.0', id, method, params }
    : { ...message, id };
}
