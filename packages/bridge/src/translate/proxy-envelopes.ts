/**
 * The envelopes on the connection of a proxy, which stands between a conductor and its own successor.
 *
 * On such a connection there are two conversations: the conductor speaks to the proxy as a client does, and inside
 * `proxy/successor` the proxy speaks to its successor, whose version is that of the conductor (PROXY-11). Each is
 * converted by a translator of its own.
 */
import type { RequestId } from '@acp-stack/rpc';

import {
  cancelMethod,
  initializeMethod,
  namesOfMethod,
  proxyInitializeMethod,
  successorMethod,
} from '../protocol/method-names.ts';
import { otherRole, type Role } from '../protocol/role.ts';
import type { Send } from './forwardable-notification.ts';
import type { AnyTranslator } from './translator.ts';

/** Makes the translator of one of the two conversations. */
export type MakeTranslator = (conversation: 'client' | 'successor', send: Send) => AnyTranslator;

interface Wire {
  readonly id?: RequestId;
  readonly method?: unknown;
  readonly params?: unknown;
}

const proxyInitializeNames: ReadonlySet<unknown> = namesOfMethod(proxyInitializeMethod);
const successorNames: ReadonlySet<unknown> = namesOfMethod(successorMethod);

/** Whether only a proxy or a conductor sends this message. */
export function isProxyMethod(message: unknown): boolean {
  const { method } = Object(message) as Wire;
  return successorNames.has(method) || proxyInitializeNames.has(method);
}

export class ProxyEnvelopes {
  readonly #client: AnyTranslator;
  readonly #make: MakeTranslator;
  readonly #send: Send;
  #successor: AnyTranslator | undefined;
  /** Whether the other side is to be started as a proxy. */
  #startsProxy = false;

  /** `client` translates the conversation outside the envelopes. */
  constructor(client: AnyTranslator, make: MakeTranslator, send: Send) {
    this.#client = client;
    this.#make = make;
    this.#send = send;
  }

  receive(role: Role, message: unknown, text?: string): void {
    const { method } = Object(message) as Wire;
    if (successorNames.has(method)) this.#unwrap(role, message as Wire);
    else if (proxyInitializeNames.has(method)) {
      this.#startsProxy = true;
      this.#client.receive(role, { ...(message as object), method: initializeMethod });
      this.#startsProxy = false;
    } else if (this.#isAboutSuccessor(role, message as Wire)) this.#successor?.receive(otherRole(role), message);
    else this.#client.receive(role, message, text);
  }

  /** What is sent in place of a message outside the envelopes. */
  outgoing(message: unknown): unknown {
    if (!this.#startsProxy || (message as Wire).method !== initializeMethod) return message;
    this.#startsProxy = false;
    return { ...(message as object), method: proxyInitializeMethod };
  }

  finish(): void {
    this.#successor?.finish();
  }

  stop(): void {
    this.#successor?.stop();
  }

  #unwrap(role: Role, { id, params }: Wire): void {
    const {
      method,
      params: inner,
      _meta,
      meta,
    } = Object(params) as Wire & { readonly _meta?: unknown; readonly meta?: unknown };
    this.#successor ??= this.#make('successor', (to, message, text) => {
      this.#sendWrapped(otherRole(to), message, text);
    });
    if ((_meta ?? meta ?? undefined) !== undefined)
      this.#successor.omit(
        'drafts',
        'The message in an envelope was converted; the _meta of the envelope was left out.',
      );
    // What is not a message is treated as if it had arrived without an envelope.
    this.#successor.receive(otherRole(role), {
      jsonrpc: '2.0',
      ...(id === undefined ? undefined : { id }),
      method,
      ...(inner === undefined || inner === null ? undefined : { params: inner }),
    });
  }

  /** Requests and notifications go in an envelope; responses and cancellations do not (PROXY-05, PROXY-08). */
  #sendWrapped(role: Role, message: unknown, text: string | undefined): void {
    const { id, method, params } = message as Wire;
    if (method === undefined || method === cancelMethod) {
      this.#send(role, message, text);
      return;
    }
    const envelope = { jsonrpc: '2.0', ...(id === undefined ? undefined : { id }), method: successorMethod };
    this.#send(
      role,
      { ...envelope, params: { method, ...(params === undefined ? undefined : { params }) } },
      undefined,
    );
  }

  /** Whether a response or a cancellation belongs to the conversation with the successor. */
  #isAboutSuccessor(role: Role, message: Wire): boolean {
    if (this.#successor === undefined) return false;
    const { id, method, params } = message;
    if (method === undefined) return id !== undefined && this.#successor.knows(otherRole(role), 'response', id);
    if (method !== cancelMethod) return false;
    const { requestId } = Object(params) as { readonly requestId?: RequestId };
    return requestId !== undefined && this.#successor.knows(otherRole(role), 'request', requestId);
  }
}
