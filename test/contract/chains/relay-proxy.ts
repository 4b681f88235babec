/**
 * A proxy that passes everything on at once, in one of the dialects, and keeps a record of the ids that it is sent.
 *
 * Its own ids are 0, 1, 2 … as those of all its kind are, so that they collide with each other wherever they can.
 */
import { memoryPair, type Channel } from '@acp-stack/rpc';

type Fields = Readonly<Record<string, unknown>>;

export type RelayDialect = 'current' | 'prefixed' | 'handshake';

interface Names {
  readonly initialize: string;
  readonly request: string;
  readonly notification: string;
}

const names: Readonly<Record<RelayDialect, Names>> = {
  current: { initialize: 'proxy/initialize', request: 'proxy/successor', notification: 'proxy/successor' },
  prefixed: { initialize: '_proxy/initialize', request: '_proxy/successor', notification: '_proxy/successor' },
  handshake: {
    initialize: 'initialize',
    request: '_proxy/successor/request',
    notification: '_proxy/successor/notification',
  },
};

export class RelayProxy {
  readonly role = 'proxy';
  readonly name: string;
  readonly dialect: RelayDialect;
  /** The ids of requests that the conductor sent. */
  readonly ids: unknown[] = [];

  constructor(name: string, dialect: RelayDialect) {
    this.name = name;
    this.dialect = dialect;
  }

  start(): Channel {
    const [ours, theirs] = memoryPair();
    const connection = new RelayConnection(theirs, names[this.dialect], this.ids);
    theirs.open({
      receive: (message) => {
        connection.take(message as Fields);
      },
      reject: () => undefined,
      ended: () => void theirs.end(),
    });
    return ours;
  }
}

class RelayConnection {
  readonly #channel: Channel;
  readonly #names: Names;
  readonly #ids: unknown[];
  /** The ids of requests that were passed on, by the ids that they came with; and the reverse. */
  readonly #passed = new Map<unknown, number>();
  readonly #cameWith = new Map<unknown, unknown>();
  #count = 0;

  constructor(channel: Channel, given: Names, ids: unknown[]) {
    this.#channel = channel;
    this.#names = given;
    this.#ids = ids;
  }

  take(message: Fields): void {
    const { method, params, id } = message;
    const { initialize, request, notification } = this.#names;
    if (method === undefined) this.#passBack(message);
    else if (method === '$/cancel_request') {
      const requestId = this.#passed.get((params as Fields)['requestId']);
      if (requestId !== undefined) this.#channel.send({ jsonrpc: '2.0', method, params: { requestId } });
    } else if (method === request || method === notification) {
      const { method: inner, params: given } = params as Fields;
      this.#passOn(id, { method: inner, ...(given === undefined || given === null ? {} : { params: given }) });
    } else if (initialize === 'initialize' && (method === 'proxy/initialize' || method === '_proxy/initialize'))
      this.#channel.send({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } });
    else {
      const inner = method === initialize ? 'initialize' : method;
      const outer = id === undefined ? notification : request;
      this.#passOn(id, { method: outer, params: { method: inner, params: params ?? null } });
    }
  }

  #passOn(id: unknown, message: Fields): void {
    if (id === undefined) {
      this.#channel.send({ jsonrpc: '2.0', ...message });
      return;
    }
    this.#ids.push(id);
    const next = this.#count;
    this.#count += 1;
    this.#passed.set(id, next);
    this.#cameWith.set(next, id);
    this.#channel.send({ jsonrpc: '2.0', id: next, ...message });
  }

  #passBack(response: Fields): void {
    const id = this.#cameWith.get(response['id']);
    if (id === undefined) return;
    this.#cameWith.delete(response['id']);
    this.#passed.delete(id);
    this.#channel.send({ ...response, id });
  }
}
