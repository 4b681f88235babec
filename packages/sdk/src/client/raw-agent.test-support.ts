/** A raw agent for tests of our client: records what the client sends, and sends any message. */
import { memoryPair, type Channel } from '@acp-stack/rpc';

import type { ClientConnection } from './client-connection.ts';
import { client, type Client } from './client.ts';
import type { ConnectOptions } from './connect.ts';
import type { ClientReport } from './session/client-report.ts';
import type { ClientSession } from './session/client-session.ts';

/** One message as it is on the wire. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Answer = (params: NonNullable<Message['params']>) => unknown;

export class RawAgent {
  readonly received: Message[] = [];
  readonly #channel: Channel;
  readonly #automatic = new Map<string, Answer>();
  /** Messages that `next` has not returned yet. */
  #unseen: Message[] = [];
  #waiting: { readonly method: string; readonly resolve: (message: Message) => void }[] = [];
  readonly #calls = new Map<unknown, (message: Message) => void>();
  #id = 0;
  hasEnded = false;
  #isOver = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.open({
      receive: (message) => {
        this.#receive(message as Message);
      },
      reject: () => undefined,
      ended: () => {
        this.hasEnded = true;
      },
    });
  }

  /** The methods of what the client has sent, in order. */
  get methods(): string[] {
    return this.received.flatMap(({ method }) => method ?? []);
  }

  /** Responds to every request of `method` from now on. */
  whenever(method: string, answer: object | Answer): this {
    this.#automatic.set(method, typeof answer === 'function' ? (answer as Answer) : () => answer);
    return this;
  }

  /** The next message of `method`. */
  next(method: string): Promise<Message> {
    const index = this.#unseen.findIndex((message) => message.method === method);
    const [found] = index === -1 ? [] : this.#unseen.splice(index, 1);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => {
      this.#waiting.push({ method, resolve });
    });
  }

  send(message: object): void {
    this.#channel.send({ jsonrpc: '2.0', ...message });
  }

  answer({ id }: Message, result: object | null): void {
    this.send({ id, result });
  }

  refuse({ id }: Message, code: number, data?: unknown): void {
    this.send({ id, error: { code, message: `error ${code}`, ...(data === undefined ? {} : { data }) } });
  }

  update(sessionId: string, update: object): void {
    this.send({ method: 'session/update', params: { sessionId, update } });
  }

  chunk(sessionId: string, words: string, messageId = 'reply'): void {
    this.update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text: words } });
  }

  echo(sessionId: string, messageId: string): void {
    this.update(sessionId, { sessionUpdate: 'user_message', messageId, content: [] });
  }

  state(sessionId: string, state: string, more: object = {}): void {
    this.update(sessionId, { sessionUpdate: 'state_update', state, ...more });
  }

  /** Calls the client; the id lets the call be cancelled. */
  request(method: string, params: object): { readonly id: string; readonly answer: Promise<Message> } {
    this.#id += 1;
    const id = `agent-${this.#id}`;
    const answer = new Promise<Message>((resolve) => this.#calls.set(id, resolve));
    this.send({ id, method, params });
    return { id, answer };
  }

  cancel(requestId: string): void {
    this.send({ method: '$/cancel_request', params: { requestId } });
  }

  end(): void {
    this.#isOver = true;
    void this.#channel.end();
  }

  die(): void {
    this.#isOver = true;
    this.#channel.destroy(new Error('the agent crashed'));
  }

  #receive(message: Message): void {
    this.received.push(message);
    const { method, id, params = {} } = message;
    if (method === undefined) {
      this.#calls.get(id)?.(message);
      return;
    }
    const automatic = this.#automatic.get(method);
    if (automatic !== undefined && !this.#isOver) {
      this.send({ id, result: automatic(params) });
      return;
    }
    const index = this.#waiting.findIndex((waiter) => waiter.method === method);
    const [waiter] = index === -1 ? [] : this.#waiting.splice(index, 1);
    if (waiter === undefined) this.#unseen.push(message);
    else waiter.resolve(message);
  }
}

export interface Bench extends AsyncDisposable {
  readonly agent: RawAgent;
  readonly connection: ClientConnection;
  readonly reports: ClientReport[];
  /** Opens a session, `s1` by default. */
  readonly open: (sessionId?: string, answer?: object) => Promise<ClientSession>;
}

export interface BenchOptions extends ConnectOptions {
  readonly capabilities?: object;
  /** The `_meta` of its description. */
  readonly meta?: object;
  readonly authMethods?: readonly object[];
}

export const me = { name: 'test-client', version: '1.0.0' };
export const agentInfo = { name: 'raw-agent', version: '0.1.0' };

/** A connected client and the raw agent at its other end. */
export async function bench(options: BenchOptions = {}, build: (app: Client) => Client = (app) => app): Promise<Bench> {
  const { capabilities = { session: {} }, authMethods = [], meta, ...rest } = options;
  const [left, right] = memoryPair();
  const agent = new RawAgent(right);
  const reports: ClientReport[] = [];
  const description = { protocolVersion: 2, info: agentInfo, capabilities, authMethods };
  agent.whenever('initialize', meta === undefined ? description : { ...description, _meta: meta });
  const connection = await build(client(me)).connect(left, {
    checkOutgoing: true,
    onReport: (report) => void reports.push(report),
    ...rest,
  });
  return {
    agent,
    connection,
    reports,
    open: async (sessionId = 's1', answer = {}) => {
      const opening = connection.newSession({ cwd: '/work' });
      agent.answer(await agent.next('session/new'), { sessionId, ...answer });
      return opening;
    },
    [Symbol.asyncDispose]: () => {
      connection.destroy();
      return Promise.resolve();
    },
  };
}

/** What `promise` rejects with. */
export const rejection = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => new Error('it resolved'),
    (error: unknown) => error,
  );

/** Everything that an iterable yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
