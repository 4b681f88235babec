/** Both sides of a bridge in tests: an agent of raw messages, and a client whose handlers answer at once. */
import { memoryPair, type Channel, type RequestId, type RpcError } from '@acp-stack/rpc';

import { bridgeMcp } from './bridge-mcp.ts';
import type { BridgeMcpOptions } from './settings/options.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Any message. */
export interface Raw {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Answers a request with a result, a promise of it, or an `RpcError` that it throws. */
export type Answer = (params: Fields, message: Raw) => unknown;

/** One side of a channel. */
export class RawSide {
  /** Everything that has arrived. */
  readonly messages: Raw[] = [];
  readonly channel: Channel;
  readonly #answers = new Map<string, Answer>();
  #waiting: (() => void)[] = [];
  #nextId = 0;
  /** Whether the other side has ended. */
  hasEnded = false;

  constructor(channel: Channel) {
    this.channel = channel;
    channel.open({
      receive: (message) => {
        this.#receive(message as Raw);
      },
      reject: (problem) => {
        throw new Error(problem.message);
      },
      ended: () => {
        this.hasEnded = true;
        this.#changed();
      },
    });
  }

  /** Answers each request of this method. */
  on(method: string, answer: Answer): this {
    this.#answers.set(method, answer);
    return this;
  }

  send(message: object): void {
    this.channel.send({ jsonrpc: '2.0', ...message });
  }

  /** Sends a request; resolves with the response. */
  ask(method: string, params: object = {}, id: RequestId = this.#freshId()): Promise<Raw> {
    this.send({ id, method, params });
    return this.find((message) => message.method === undefined && message.id === id);
  }

  /** Messages of one method that have arrived. */
  all(method: string): readonly Raw[] {
    return this.messages.filter((message) => message.method === method);
  }

  /** Resolves with the first message that matches, when it has arrived. */
  async find(matches: (message: Raw) => boolean): Promise<Raw> {
    await this.until(() => this.messages.some(matches));
    return this.messages.find(matches) as Raw;
  }

  /** Resolves when `isTrue` holds; it is asked again after each message. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #freshId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #receive(message: Raw): void {
    this.messages.push(message);
    const answer = message.method === undefined ? undefined : this.#answers.get(message.method);
    if (answer !== undefined && message.id !== undefined) void this.#respond(message, answer);
    this.#changed();
  }

  async #respond({ id, ...rest }: Raw, answer: Answer): Promise<void> {
    try {
      this.send({ id, result: await answer(rest.params ?? {}, { id: id ?? null, ...rest }) });
    } catch (error) {
      this.send({ id, error: (error as RpcError).toObject() });
    }
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** The response of an agent to `initialize`, in both versions, with what it supports of MCP. */
export const initializeResults = {
  1: (mcp: Fields = {}) => ({ protocolVersion: 1, agentCapabilities: { mcpCapabilities: mcp } }),
  2: (mcp: Fields | undefined = {}) => ({
    protocolVersion: 2,
    info: { name: 'test-agent', version: '1.0.0' },
    capabilities: { session: mcp === undefined ? {} : { mcp } },
  }),
} as const;

/** A client and an agent with the bridge between them. */
export interface BridgedPair {
  readonly client: RawSide;
  readonly agent: RawSide;
}

/** Connects a client through the bridge with an agent that opens sessions `s1`, `s2` and so on. */
export function bridgedPair(initialize: Fields, options: BridgeMcpOptions = {}): BridgedPair {
  const [agentEnd, clientEnd] = memoryPair();
  const agent = new RawSide(agentEnd);
  let sessions = 0;
  const opens = (): Fields => {
    sessions += 1;
    return { sessionId: `s${sessions}` };
  };
  agent
    .on('initialize', () => initialize)
    .on('session/new', opens)
    .on('session/fork', opens);
  for (const method of ['session/load', 'session/resume', 'session/close', 'session/delete'])
    agent.on(method, () => ({}));
  return { client: new RawSide(bridgeMcp(clientEnd, options)), agent };
}

/** A client that has initialized the agent. */
export async function initializedPair(initialize: Fields, options?: BridgeMcpOptions): Promise<BridgedPair> {
  const pair = bridgedPair(initialize, options);
  await pair.client.ask('initialize', { protocolVersion: 2 });
  return pair;
}

/** The servers that the agent was given with the last request that opened a session. */
export function declaredServers(agent: RawSide): readonly [Fields, ...Fields[]] {
  const last = agent.messages.findLast(({ params }) => params !== undefined && 'mcpServers' in params);
  return last?.params?.['mcpServers'] as readonly [Fields, ...Fields[]];
}
