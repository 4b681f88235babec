/** Components that are driven by hand: what they received, and what they send. */
import { lineChannel, memoryPair, type Channel } from '@acp-stack/rpc';
import type { StartOptions } from '@acp-stack/sdk';
import { bytePipe, settled } from '@acp-stack/testing';

export type Fields = Readonly<Record<string, unknown>>;

/** One end of a connection, driven by hand. */
export class RawEnd {
  readonly channel: Channel;
  readonly received: Fields[] = [];
  readonly texts: (string | undefined)[] = [];
  hasEnded = false;
  readonly #answers: ((message: Fields) => void)[] = [];

  constructor(channel: Channel) {
    this.channel = channel;
    channel.open({
      receive: (message, text) => {
        this.received.push(message as Fields);
        this.texts.push(text);
        for (const each of this.#answers) each(message as Fields);
      },
      reject: () => undefined,
      ended: () => (this.hasEnded = true),
    });
  }

  /** Sends messages as objects. */
  async send(...messages: readonly unknown[]): Promise<void> {
    for (const message of messages) this.channel.send(message);
    await settled();
  }

  /** Sends a message as text, as a process does. */
  async sendText(text: string): Promise<void> {
    this.channel.send(JSON.parse(text), text);
    await settled();
  }

  /** Calls `handler` with each message that arrives. */
  onMessage(handler: (message: Fields) => void): void {
    this.#answers.push(handler);
  }

  /** Resolves with the first message for which `matches` is true, whether it has arrived or not. */
  until(matches: (message: Fields) => boolean): Promise<Fields> {
    const known = this.received.find(matches);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.onMessage((message) => {
        if (matches(message)) resolve(message);
      });
    });
  }

  /** The last message that arrived. */
  get last(): Fields {
    return this.received.at(-1) ?? {};
  }

  /** The messages with this method. */
  of(method: string): Fields[] {
    return this.received.filter((message) => message['method'] === method);
  }
}

/** A component whose connections are driven by hand. */
export class RawComponent<Role extends 'agent' | 'proxy' | 'either'> {
  readonly name: string;
  readonly role: Role;
  readonly #pair: () => readonly [Channel, Channel];
  readonly ends: RawEnd[] = [];
  readonly starts: StartOptions[] = [];
  onStart: (end: RawEnd) => void = () => undefined;

  constructor(name: string, role: Role, pair: () => readonly [Channel, Channel] = memoryPair) {
    this.name = name;
    this.role = role;
    this.#pair = pair;
  }

  /** The newest connection. */
  get end(): RawEnd {
    const last = this.ends.at(-1);
    if (last === undefined) throw new Error(`${this.name} was not started.`);
    return last;
  }

  start(options: StartOptions = {}): Channel {
    const [ours, theirs] = this.#pair();
    const end = new RawEnd(theirs);
    this.ends.push(end);
    this.starts.push(options);
    this.onStart(end);
    return ours;
  }
}

export const rawProxy = (name: string, pair = memoryPair): RawComponent<'proxy'> =>
  new RawComponent(name, 'proxy', pair);
export const rawAgent = (name: string, pair = memoryPair): RawComponent<'agent'> =>
  new RawComponent(name, 'agent', pair);

/** Two channels of lines that are connected to each other. */
export function linePair(): [left: Channel, right: Channel] {
  const [left, right] = bytePipe();
  return [lineChannel(left.source, left.sink), lineChannel(right.source, right.sink)];
}

export const initializeParams = { protocolVersion: 2, info: { name: 'tester', version: '1.0.0' }, capabilities: {} };
export const initializeResult = {
  protocolVersion: 2,
  info: { name: 'raw', version: '1.0.0' },
  capabilities: { session: {} },
};

export const request = (id: unknown, method: string, params?: unknown): Fields => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
export const notification = (method: string, params?: unknown): Fields => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
});
export const result = (id: unknown, value: unknown): Fields => ({ jsonrpc: '2.0', id, result: value });
export const wrap = (method: string, params?: unknown, id?: unknown, name = 'proxy/successor'): Fields => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  method: name,
  params: { method, ...(params === undefined ? {} : { params }) },
});

/**
 * A proxy that answers `proxy/initialize` when its successor has, and passes on what it is sent, by hand of the test.
 */
export function initializesByItself(
  component: RawComponent<'proxy'>,
  envelope = 'proxy/successor',
  start = 'proxy/initialize',
): void {
  component.onStart = (end) => {
    end.onMessage((message) => {
      if (message['method'] === start)
        end.channel.send(wrap('initialize', message['params'], `init:${String(message['id'])}`, envelope));
      const { id } = message;
      if (message['method'] === undefined && typeof id === 'string' && id.startsWith('init:'))
        end.channel.send({ ...message, id: id.slice('init:'.length) });
    });
  };
}

/** An agent that answers `initialize`. */
export function answersInitialize(
  component: RawComponent<'agent' | 'either'>,
  value: unknown = initializeResult,
): void {
  component.onStart = (end) => {
    end.onMessage(({ method, id }) => {
      if (method === 'initialize') end.channel.send(result(id, value));
    });
  };
}
