/**
 * One channel to a conductor as two: one to the client, one to the agent.
 *
 * Each face carries plain messages, as if nobody were between. Ids of our requests say which face they came from, so answers find their way
 * back without a table. Cancelling is a matter of one hop: it names the id of that hop and is never wrapped (PROXY-08). While the conductor
 * takes no more, nothing is read, so that a proxy never becomes the queue between a fast side and a slow one.
 */
import { ConnectionError, type Channel, type ChannelProblem, type Receiver } from '@acp-stack/rpc';
import { methods } from '@acp-stack/schema/v2/unstable';

import { contentOf, load, loadOf, unknownFields } from './extra-fields.ts';
import { envelopeMetaOf, isObject, isProxyEnvelope, unwrapped, wrapped, type ProxyEnvelope } from './envelope.ts';

/** The two faces; both have to be opened before anything is read. */
export interface SplitChannel {
  readonly client: Channel;
  readonly agent: Channel;
}

type Fields = Readonly<Record<string, unknown>>;
type Face = 'client' | 'agent';

const cancelMethod: string = methods['$/cancel_request'].name;
const prefixes = { client: 'c', agent: 'a' } as const;

/** Splits `channel`; `envelope` says how messages to the successor are wrapped now. */
export function splitChannel(channel: Channel, envelope: () => ProxyEnvelope): SplitChannel {
  const split = new Split(channel, envelope);
  return { client: split.face('client'), agent: split.face('agent') };
}

/** An id of our own with where it came from; the peers count theirs. */
const marked = (face: Face, id: unknown): string => `${prefixes[face]}${id as number}`;

class Split {
  readonly #channel: Channel;
  readonly #envelope: () => ProxyEnvelope;
  readonly #receivers = new Map<Face, Receiver>();
  readonly #ended = new Set<Face>();
  /** Who does not want to read now. */
  readonly #pauses = new Set<Face | 'full'>();

  constructor(channel: Channel, envelope: () => ProxyEnvelope) {
    this.#channel = channel;
    this.#envelope = envelope;
  }

  face(name: Face): Channel {
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

  #open(name: Face, receiver: Receiver): void {
    if (this.#receivers.has(name)) throw new Error('the channel is already open');
    this.#receivers.set(name, receiver);
    if (this.#receivers.size < 2) return;
    this.#channel.open({
      receive: (message, text) => {
        this.#receive(message, text);
      },
      // Nobody knows for whom it was; one answer is enough.
      reject: ({ kind, message }: ChannelProblem) => {
        this.#receivers.get('client')?.reject({ kind, message });
      },
      ended: (error) => {
        for (const each of this.#receivers.values()) each.ended(error);
      },
    });
  }

  // -------------------------------------------------------------------------------------------- sending

  #send(face: Face, message: unknown): boolean {
    if (this.#ended.has(face)) throw new ConnectionError('closed', 'The channel has ended.');
    const more = this.#channel.send(isObject(message) ? this.#outgoing(face, message) : unloadedBatch(message));
    if (!more && !this.#pauses.has('full')) {
      this.#pause('full', true);
      void this.#channel.drained().then(() => {
        this.#pause('full', false);
      });
    }
    return more;
  }

  #outgoing(face: Face, message: Fields): Fields {
    const { id, method, params } = message;
    if (method === undefined) return unloadedAnswer(message);
    if (method === cancelMethod && isObject(params)) {
      return { ...message, params: { ...params, requestId: marked(face, params['requestId']) } };
    }
    const { fields, envelopeMeta } = loadOf(params);
    const content = contentOf(params);
    const plain: Fields = {
      jsonrpc: message['jsonrpc'],
      ...fields,
      ...(id === undefined ? {} : { id: marked(face, id) }),
      method,
      ...(content === undefined ? {} : { params: content }),
    };
    return face === 'agent' ? wrapped(plain, this.#envelope(), envelopeMeta) : plain;
  }

  // -------------------------------------------------------------------------------------------- receiving

  #receive(message: unknown, text: string | undefined): void {
    if (!isObject(message)) {
      this.#hand('client', message, text);
      return;
    }
    if (message['method'] === undefined) {
      this.#receiveAnswer(message, text);
      return;
    }
    const isWrapped = isProxyEnvelope(message['method']);
    const inner = isWrapped ? unwrapped(message) : undefined;
    const plain = inner ?? message;
    if (plain['method'] === cancelMethod) {
      // Each side looks for a request of its own with that id; only one can have it.
      this.#hand('client', plain, text);
      this.#hand('agent', plain, text);
      return;
    }
    const envelopeMeta = inner === undefined ? undefined : envelopeMetaOf(message);
    this.#hand(isWrapped ? 'agent' : 'client', loaded(plain, envelopeMeta), text);
  }

  #receiveAnswer(message: Fields, text: string | undefined): void {
    const { id } = message;
    for (const face of ['agent', 'client'] as const) {
      if (typeof id !== 'string' || !id.startsWith(prefixes[face])) continue;
      this.#hand(face, { ...loadedAnswer(message), id: Number(id.slice(1)) }, text);
      return;
    }
    this.#hand('client', message, text);
  }

  #hand(face: Face, message: unknown, text: string | undefined): void {
    this.#receivers.get(face)?.receive(message, text);
  }

  // -------------------------------------------------------------------------------------------- life

  #pause(reason: Face | 'full', isPaused: boolean): void {
    const before = this.#pauses.size;
    if (isPaused) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    if (before === 0 && this.#pauses.size > 0) this.#channel.pause();
    else if (before > 0 && this.#pauses.size === 0) this.#channel.resume();
  }

  async #end(face: Face): Promise<void> {
    this.#ended.add(face);
    if (this.#ended.size === 2) await this.#channel.end();
  }
}

/** A message as its peer gets it: with what the peer does not look at put where it is passed on. */
function loaded(message: Fields, envelopeMeta: Fields | undefined): Fields {
  const fields = unknownFields(message);
  if (fields === undefined && envelopeMeta === undefined) return message;
  return { ...message, params: load(message['params'], { fields, envelopeMeta }) };
}

/** The load of an error travels inside the error object, whose fields an `RpcError` keeps. */
const errorLoad = Symbol('load');

function loadedAnswer(message: Fields): Fields {
  const fields = unknownFields(message);
  if (fields === undefined) return message;
  const { result, error } = message;
  if (isObject(error)) return { ...message, error: { ...error, [errorLoad]: fields } };
  return { ...message, result: load(result, { fields }) };
}

/** The answers to an array of messages. */
const unloadedBatch = (messages: unknown): unknown =>
  Array.isArray(messages) ? messages.map((each) => (isObject(each) ? unloadedAnswer(each) : each)) : messages;

function unloadedAnswer(message: Fields): Fields {
  const { result, error } = message;
  if (isObject(error) && errorLoad in error) {
    const { [errorLoad]: fields, ...plain } = error as Fields & { readonly [errorLoad]: Fields };
    return { ...message, ...fields, error: plain };
  }
  const { fields } = loadOf(result);
  return fields === undefined ? message : { ...message, ...fields, result: contentOf(result) };
}
