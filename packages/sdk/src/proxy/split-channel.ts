/**
 * Splits the channel to a conductor in two: one to the client, one to the agent.
 *
 * Each side carries plain messages, as if there were no conductor. The ids of our requests name the side that they came
 * from, so that responses find their way back without a table. Cancelling concerns one hop: it names the id of that hop
 * and is never wrapped (PROXY-08). While the conductor takes no more, nothing is read, so that a proxy never becomes
 * the queue between a fast side and a slow one.
 */
import { ConnectionError, type Channel, type ChannelProblem, type Receiver } from '@acp-stack/rpc';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';
import { methods } from '@acp-stack/schema/v2/unstable';

import {
  envelopeMetaOf,
  envelopeOf,
  isProxyEnvelope,
  isProxyInitialize,
  unwrapped,
  wrapped,
  type ProxyEnvelope,
} from './envelope.ts';
import { contentOf, extraOf, unknownFields, withExtra } from './extra-fields.ts';

/** The two sides; both have to be opened before anything is read. */
export interface SplitChannel {
  readonly client: Channel;
  readonly agent: Channel;
}

type Side = 'client' | 'agent';

const cancelMethod: string = methods['$/cancel_request'].name;
const prefixes = { client: 'c', agent: 'a' } as const;

/**
 * Splits `channel`. Messages to the successor are wrapped as `envelope` says, or in the way that goes with the method
 * by which the conductor starts the proxy.
 */
export function splitChannel(channel: Channel, envelope: ProxyEnvelope | undefined): SplitChannel {
  const split = new Split(channel, envelope);
  return { client: split.side('client'), agent: split.side('agent') };
}

/** The id of a request with the side that it came from; the peers number their requests. */
const marked = (side: Side, id: unknown): string => `${prefixes[side]}${id as number}`;

class Split {
  readonly #channel: Channel;
  readonly #isEnvelopeFixed: boolean;
  #envelope: ProxyEnvelope;
  readonly #receivers = new Map<Side, Receiver>();
  readonly #ended = new Set<Side>();
  /** Why nothing is read now. */
  readonly #pauses = new Set<Side | 'full'>();

  constructor(channel: Channel, envelope: ProxyEnvelope | undefined) {
    this.#channel = channel;
    this.#isEnvelopeFixed = envelope !== undefined;
    this.#envelope = envelope ?? 'proxy/successor';
  }

  side(name: Side): Channel {
    const channel = this.#channel;
    return {
      open: (receiver) => {
        this.#open(name, receiver);
      },
      send: (message) => this.#send(name, message),
      drained: () => channel.drained(),
      get unsentBytes() {
        return channel.unsentBytes;
      },
      pause: () => {
        this.#pause(name, true);
      },
      resume: () => {
        this.#pause(name, false);
      },
      end: () => this.#end(name),
      destroy: (error) => {
        channel.destroy(error);
      },
    };
  }

  #open(name: Side, receiver: Receiver): void {
    if (this.#receivers.has(name)) throw new Error('the channel is already open');
    this.#receivers.set(name, receiver);
    if (this.#receivers.size < 2) return;
    this.#channel.open({
      receive: (message, text) => {
        this.#receive(message, text);
      },
      // It is not known which side it was for; one response is enough.
      reject: ({ kind, message }: ChannelProblem) => {
        this.#receivers.get('client')?.reject({ kind, message });
      },
      ended: (error) => {
        for (const each of this.#receivers.values()) each.ended(error);
      },
    });
  }

  // -------------------------------------------------------------------------------------------- sending

  #send(side: Side, message: unknown): boolean {
    if (this.#ended.has(side)) throw new ConnectionError('closed', 'The channel has ended.');
    const more = this.#channel.send(isJsonObject(message) ? this.#outgoing(side, message) : plainBatch(message));
    if (!more && !this.#pauses.has('full')) {
      this.#pause('full', true);
      void this.#channel.drained().then(() => {
        this.#pause('full', false);
      });
    }
    return more;
  }

  #outgoing(side: Side, message: JsonObject): JsonObject {
    const { id, method, params } = message;
    if (method === undefined) return plainResponse(message);
    if (method === cancelMethod && isJsonObject(params)) {
      return { ...message, params: { ...params, requestId: marked(side, params['requestId']) } };
    }
    const { fields, envelopeMeta } = extraOf(params);
    const content = contentOf(params);
    if (fields === undefined && id === undefined && content !== undefined && envelopeMeta === undefined) {
      const inside = { method, params: content };
      return side === 'agent'
        ? { jsonrpc: '2.0', method: this.#envelope, params: inside }
        : { jsonrpc: '2.0', ...inside };
    }
    const plain: JsonObject = {
      jsonrpc: message['jsonrpc'],
      ...fields,
      ...(id === undefined ? {} : { id: marked(side, id) }),
      method,
      ...(content === undefined ? {} : { params: content }),
    };
    return side === 'agent' ? wrapped(plain, this.#envelope, envelopeMeta) : plain;
  }

  // -------------------------------------------------------------------------------------------- receiving

  #receive(message: unknown, text: string | undefined): void {
    if (!isJsonObject(message)) {
      this.#deliver('client', message, text);
      return;
    }
    if (message['method'] === undefined) {
      this.#receiveResponse(message, text);
      return;
    }
    const { method } = message;
    if (!this.#isEnvelopeFixed && typeof method === 'string' && isProxyInitialize(method))
      this.#envelope = envelopeOf(method);
    const isWrapped = isProxyEnvelope(method);
    const inner = isWrapped ? unwrapped(message) : undefined;
    const plain = inner ?? message;
    if (plain['method'] === cancelMethod) {
      // Each side looks for a request of its own with that id; only one can have it.
      this.#deliver('client', plain, text);
      this.#deliver('agent', plain, text);
      return;
    }
    const envelopeMeta = inner === undefined ? undefined : envelopeMetaOf(message);
    this.#deliver(isWrapped ? 'agent' : 'client', messageWithExtra(plain, envelopeMeta), text);
  }

  #receiveResponse(message: JsonObject, text: string | undefined): void {
    const { id } = message;
    for (const side of ['agent', 'client'] as const) {
      if (typeof id !== 'string' || !id.startsWith(prefixes[side])) continue;
      this.#deliver(side, { ...responseWithExtra(message), id: Number(id.slice(1)) }, text);
      return;
    }
    this.#deliver('client', message, text);
  }

  #deliver(side: Side, message: unknown, text: string | undefined): void {
    this.#receivers.get(side)?.receive(message, text);
  }

  // -------------------------------------------------------------------------------------------- lifecycle

  #pause(reason: Side | 'full', isPaused: boolean): void {
    const before = this.#pauses.size;
    if (isPaused) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    if (before === 0 && this.#pauses.size > 0) this.#channel.pause();
    else if (before > 0 && this.#pauses.size === 0) this.#channel.resume();
  }

  async #end(side: Side): Promise<void> {
    this.#ended.add(side);
    if (this.#ended.size === 2) await this.#channel.end();
  }
}

/** A message as its peer gets it: with the extra fields where the peer passes them on. */
function messageWithExtra(message: JsonObject, envelopeMeta: JsonObject | undefined): JsonObject {
  const fields = unknownFields(message);
  if (fields === undefined && envelopeMeta === undefined) return message;
  return { ...message, params: withExtra(message['params'], { fields, envelopeMeta }) };
}

/** The extra fields of an error travel inside the error object, whose fields an `RpcError` keeps. */
const errorExtra = Symbol('extra');

function responseWithExtra(message: JsonObject): JsonObject {
  const fields = unknownFields(message);
  if (fields === undefined) return message;
  const { result, error } = message;
  if (isJsonObject(error)) return { ...message, error: { ...error, [errorExtra]: fields } };
  return { ...message, result: withExtra(result, { fields }) };
}

/** The responses to an array of messages. */
const plainBatch = (messages: unknown): unknown =>
  Array.isArray(messages) ? messages.map((each) => (isJsonObject(each) ? plainResponse(each) : each)) : messages;

function plainResponse(message: JsonObject): JsonObject {
  const { result, error } = message;
  if (isJsonObject(error) && errorExtra in error) {
    const { [errorExtra]: fields, ...plain } = error as JsonObject & { readonly [errorExtra]: JsonObject };
    return { ...message, ...fields, error: plain };
  }
  const { fields } = extraOf(result);
  return fields === undefined ? message : { ...message, ...fields, result: contentOf(result) };
}
