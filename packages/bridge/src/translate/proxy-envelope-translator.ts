/**
 * The bridge on the connection of a proxy, which stands between a conductor and its own successor.
 *
 * On such a connection there are two conversations: the conductor speaks to the proxy as a client does, and inside `proxy/successor` the proxy
 * speaks to its successor, whose version is that of the conductor (PROXY-11). Each is converted by a translator of its own; the second one is
 * made when the first wrapped message comes, so a connection without proxies does not pay for it.
 */
import type { RequestId } from '@acp-stack/rpc';

import type { Send } from './forwardable-notification.ts';
import { otherRole } from './bridge-side.ts';
import type { Role } from '../protocol/methods.ts';
import type { Translator } from './translator.ts';

export type AnyTranslator = Pick<Translator<never, never>, 'receive' | 'passes' | 'finish' | 'stop' | 'knows' | 'omit'>;

/** Makes the translator of one of the two conversations. */
export type MakeTranslator = (conversation: 'client' | 'successor', send: Send) => AnyTranslator;

interface Wire {
  readonly id?: RequestId;
  readonly method?: unknown;
  readonly params?: unknown;
}

const cancelMethod = '$/cancel_request';

export class ProxyEnvelopeTranslator {
  readonly #make: MakeTranslator;
  readonly #send: Send;
  readonly #client: AnyTranslator;
  #successor: AnyTranslator | undefined;
  /** Whether the other side is to be started as a proxy. */
  #startsProxy = false;

  constructor(make: MakeTranslator, send: Send) {
    this.#make = make;
    this.#send = send;
    this.#client = make('client', (role, message, text) => {
      if (this.#startsProxy && (message as Wire).method === 'initialize') {
        this.#startsProxy = false;
        send(role, { ...(message as object), method: 'proxy/initialize' }, undefined);
      } else send(role, message, text);
    });
  }

  /** Whether a message of the agent crosses as it is and has been taken note of; on false it has to be received. */
  passes(message: unknown): boolean {
    return this.#client.passes(message);
  }

  receive(role: Role, message: unknown, text?: string): void {
    const { method } = Object(message) as Wire;
    if (method === 'session/update') this.#client.receive(role, message, text);
    else if (method === 'proxy/successor' || method === '_proxy/successor') this.#unwrap(role, message as Wire);
    else if (method === 'proxy/initialize' || method === '_proxy/initialize') {
      this.#startsProxy = true;
      this.#client.receive(role, { ...(message as object), method: 'initialize' });
      this.#startsProxy = false;
    } else if (this.#isAboutSuccessor(role, message as Wire)) this.#successor?.receive(otherRole(role), message);
    else this.#client.receive(role, message, text);
  }

  finish(): void {
    this.#client.finish();
    this.#successor?.finish();
  }

  stop(): void {
    this.#client.stop();
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
    // What is no message inside is treated as if it had come without an envelope.
    this.#successor.receive(otherRole(role), {
      jsonrpc: '2.0',
      ...(id === undefined ? undefined : { id }),
      method,
      ...(inner === undefined || inner === null ? undefined : { params: inner }),
    });
  }

  /** Requests and notifications go in an envelope; answers, and what names a request of this connection, do not (PROXY-05, PROXY-08). */
  #sendWrapped(role: Role, message: unknown, text: string | undefined): void {
    const { id, method, params } = message as Wire;
    if (method === undefined || method === cancelMethod) {
      this.#send(role, message, text);
      return;
    }
    const envelope = { jsonrpc: '2.0', ...(id === undefined ? undefined : { id }), method: 'proxy/successor' };
    this.#send(
      role,
      { ...envelope, params: { method, ...(params === undefined ? undefined : { params }) } },
      undefined,
    );
  }

  /** Whether an answer or a cancellation belongs to the conversation with the successor. */
  #isAboutSuccessor(role: Role, message: Wire): boolean {
    if (this.#successor === undefined) return false;
    const { id, method, params } = message;
    if (method === undefined) return id !== undefined && this.#successor.knows(otherRole(role), 'answer', id);
    if (method !== cancelMethod) return false;
    const { requestId } = Object(params) as { readonly requestId?: RequestId };
    return requestId !== undefined && this.#successor.knows(otherRole(role), 'request', requestId);
  }
}
