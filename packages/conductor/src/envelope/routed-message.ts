/**
 * Messages on their way through a chain.
 *
 * A conductor needs the id and the method. The rest stays the text that arrived, and is parsed only where something
 * asks for `fields`: an observer, a handler, a bridge, a component in this process.
 */
import type { RequestId, UnparsedMessage } from '@acp-stack/rpc';
import type { JsonObject } from '@acp-stack/schema/json-object';

import { textWithId, textWithoutId } from './message-text.ts';

/** How many fields a message with params has if JSON-RPC defines them all. */
const fieldsOfNotification = 3;
const fieldsOfRequest = 4;

/** A request or a notification. */
export class RoutedCall {
  /** Undefined for a notification. */
  readonly id: RequestId | undefined;
  readonly method: string;
  /** The text after the id, or after the beginning of a notification; undefined if it has to be serialized. */
  readonly body: string | undefined;
  /** The method of the message inside, if this is an envelope that was not parsed. */
  readonly innerMethod: string | undefined;
  /** Whether the text is known to be one line. */
  readonly isLine: boolean;
  #fields: JsonObject | undefined;

  private constructor(
    { id, method, innerMethod }: Pick<RoutedCall, 'id' | 'method' | 'innerMethod'>,
    body: string | undefined,
    fields: JsonObject | undefined,
  ) {
    this.id = id;
    this.method = method;
    this.innerMethod = innerMethod;
    this.body = body;
    this.isLine = fields === undefined;
    this.#fields = fields;
  }

  /** A message that was parsed, or made here; with `body` it is passed on without being serialized. */
  static of(fields: JsonObject, body?: string): RoutedCall {
    const { id, method } = fields as Pick<RoutedCall, 'id' | 'method'>;
    return new RoutedCall({ id, method, innerMethod: undefined }, body, fields);
  }

  /** A message that has its usual fields and no others, of which only the text is known. */
  static unparsed(head: Pick<RoutedCall, 'id' | 'method' | 'innerMethod'>, body: string): RoutedCall {
    return new RoutedCall(head, body, undefined);
  }

  /** The whole message. */
  get fields(): JsonObject {
    if (this.#fields !== undefined || this.body === undefined) return this.#fields ?? {};
    const { id, body } = this;
    this.#fields = JSON.parse(id === undefined ? textWithoutId(body) : textWithId(id, body)) as JsonObject;
    return this.#fields;
  }

  get params(): unknown {
    return this.fields['params'];
  }

  /** Whether it has params and no field that JSON-RPC does not define. */
  get isUsual(): boolean {
    const fields = this.#fields;
    if (fields === undefined) return true;
    const usual = this.id === undefined ? fieldsOfNotification : fieldsOfRequest;
    return fields['params'] !== undefined && Object.keys(fields).length === usual;
  }
}

/** A response. */
export class RoutedResponse {
  /** The text after the id; undefined if the response has to be serialized. */
  readonly body: string | undefined;
  readonly #id: RequestId | undefined;
  #fields: JsonObject | undefined;

  private constructor(fields: JsonObject | undefined, body: string | undefined, id?: RequestId) {
    this.#fields = fields;
    this.body = body;
    this.#id = id;
  }

  /** A response that was parsed, or made here; without an id, which the source of the request puts in. */
  static of(fields: JsonObject, body?: string): RoutedResponse {
    return new RoutedResponse(fields, body);
  }

  /** A response with a result, of which only the text is known. */
  static unparsed(id: RequestId, body: string): RoutedResponse {
    return new RoutedResponse(undefined, body, id);
  }

  /** Whether the text is known to be one line. */
  get isLine(): boolean {
    return this.#id !== undefined;
  }

  /** The whole response. */
  get fields(): JsonObject {
    if (this.#fields !== undefined || this.body === undefined) return this.#fields ?? {};
    this.#fields = JSON.parse(textWithId(this.#id ?? null, this.body)) as JsonObject;
    return this.#fields;
  }

  /** The response with another id, as `text`. */
  unparsed(id: RequestId, text: string): UnparsedMessage {
    return { text, id, method: undefined, innerMethod: undefined, bodyStart: text.length - (this.body?.length ?? 0) };
  }

  /** Undefined if the request has succeeded. */
  get error(): unknown {
    return this.#fields?.['error'];
  }

  get result(): unknown {
    return this.fields['result'];
  }
}
