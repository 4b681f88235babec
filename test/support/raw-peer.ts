/**
 * The other side of a channel, without a protocol: it keeps what arrives and sends what the test says.
 *
 * Messages that are sent in one go arrive as one chunk of bytes.
 */
import type { Channel } from '@acp-stack/rpc';

import type { WireMessage } from '../interop/traffic.ts';

type Answer = (params: unknown) => unknown;

export class RawPeer {
  /** Everything that has arrived, in order. */
  readonly received: WireMessage[] = [];
  readonly channel: Channel;
  readonly #automatic = new Map<string, Answer>();
  readonly #waiting = new Map<unknown, (message: WireMessage) => void>();
  readonly #watchers = new Set<() => void>();
  #id = 0;
  #hasEnded = false;
  #endsToo = false;

  constructor(channel: Channel) {
    this.channel = channel;
    channel.open({
      receive: (message) => {
        this.#receive(message as WireMessage);
      },
      reject: () => undefined,
      ended: () => {
        this.#hasEnded = true;
        if (this.#endsToo) void channel.end();
      },
    });
  }

  /** Whether the other side has ended what it sends. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The answers that have arrived, in order. */
  get answers(): WireMessage[] {
    return this.received.filter(({ method }) => method === undefined);
  }

  /** Calls `watcher` after each message that arrives, until the answer is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Answers every request of `method` from now on. */
  whenever(method: string, answer: Answer): this {
    this.#automatic.set(method, answer);
    return this;
  }

  /** Ends its own side when the other side ends, as programs do; a side that closes waits for that. */
  endsWithPeer(): this {
    this.#endsToo = true;
    return this;
  }

  send(message: object): void {
    this.channel.send({ jsonrpc: '2.0', ...message });
  }

  /** Sends a line as it is, whatever it holds. */
  sendText(line: string): void {
    this.channel.send(undefined, line);
  }

  notify(method: string, params: object): void {
    this.send({ method, params });
  }

  update(sessionId: string, update: object): void {
    this.notify('session/update', { sessionId, update });
  }

  /** Asks, and resolves with the whole answer. */
  request(method: string, params?: unknown): Promise<WireMessage> {
    this.#id += 1;
    const id = `raw-${this.#id}`;
    const answer = new Promise<WireMessage>((resolve) => this.#waiting.set(id, resolve));
    this.send({ id, method, ...(params === undefined ? {} : { params }) });
    return answer;
  }

  /** The first request of `method` that has arrived. */
  find(method: string): WireMessage {
    const found = this.received.find((message) => message.method === method);
    if (found === undefined) throw new Error(`no ${method} has arrived`);
    return found;
  }

  #receive(message: WireMessage): void {
    this.received.push(message);
    const { id, method, params } = message;
    if (method === undefined) this.#waiting.get(id)?.(message);
    else if (id !== undefined && this.#automatic.has(method)) {
      this.send({ id, result: this.#automatic.get(method)?.(params) });
    }
    for (const watcher of this.#watchers) watcher();
  }
}
