/** An agent, or a hub, whose answers a test scripts; it survives connections, as a program on a server does. */
import { memoryPair, RpcError, type Channel } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { Connection } from '@acp-stack/sdk';
import { settled, VirtualClock } from '@acp-stack/testing';

import { AgentStore, type AgentStoreOptions } from './agent/agent-store.ts';

interface Logged {
  readonly update: SessionUpdate;
  readonly sequence: number;
}

export interface ScriptedOptions {
  /** Whether it is a hub: updates have cursors, prompts have keys. */
  readonly isHub?: boolean;
  /** What the hub says that the agent takes. */
  readonly accepts?: object;
  readonly capabilities?: object;
  readonly version?: 1 | 2;
}

const hubKey = 'acp-stack.dev/hub';

export const text = (messageId: string, words: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content: { type: 'text', text: words },
});

export const said = (messageId: string, words: string): SessionUpdate => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [{ type: 'text', text: words }],
});

export class ScriptedHub {
  /** How many connections were opened. */
  dialled = 0;
  /** Thrown by the next attempts to connect. */
  refuses: Error | undefined;
  /** Requests in order, with their params. */
  readonly requests: { readonly method: string; readonly params: Record<string, unknown> }[] = [];
  /** Overrides the answer to a method. */
  readonly answers = new Map<string, (params: never) => unknown>();
  /** Cursors before this number are refused. */
  expired = 0;
  connection: Connection<'agent'> | undefined;
  readonly #options: ScriptedOptions;
  readonly #logs = new Map<string, Logged[]>();
  readonly #keys = new Map<string, unknown>();
  #channel: Channel | undefined;
  #sessions = 0;
  #messages = 0;

  constructor(options: ScriptedOptions = {}) {
    this.#options = options;
  }

  readonly connect = (): Channel => {
    this.dialled += 1;
    if (this.refuses !== undefined) throw this.refuses;
    const [left, right] = memoryPair();
    this.#channel = right;
    this.connection = this.#serve(new Connection('agent', right, { versions: [2] }));
    return left;
  };

  /** Ends the connection, as a server that crashes does. */
  die(): void {
    this.#channel?.destroy(new Error('the server crashed'));
  }

  /** The params of the requests of a method. */
  asked(method: string): readonly Record<string, unknown>[] {
    return this.requests.filter((each) => each.method === method).map(({ params }) => params);
  }

  /** Stores an update, and sends it if there is a connection. */
  async say(sessionId: string, update: SessionUpdate, isSent = true): Promise<void> {
    const log = this.#log(sessionId);
    const logged = { update, sequence: log.length + 1 };
    log.push(logged);
    if (isSent) await this.#send(sessionId, logged);
  }

  async #send(sessionId: string, { update, sequence }: Logged): Promise<void> {
    const meta = this.#options.isHub === true ? { _meta: { [hubKey]: { cursor: `g.${sequence}` } } } : {};
    await this.connection?.notify('session/update', { sessionId, update, ...meta });
  }

  #log(sessionId: string): Logged[] {
    const log = this.#logs.get(sessionId) ?? [];
    this.#logs.set(sessionId, log);
    return log;
  }

  #serve(connection: Connection<'agent'>): Connection<'agent'> {
    const { isHub = false, capabilities = {} } = this.#options;
    const on = (method: string, answer: (params: Record<string, unknown>) => unknown): void => {
      connection.onRequest(
        method as 'session/prompt',
        (async (params: Record<string, unknown>) => {
          this.requests.push({ method, params });
          const override = this.answers.get(method);
          return await (override === undefined ? answer(params) : override(params as never));
        }) as never,
      );
    };
    on('initialize', () => ({
      protocolVersion: 2,
      info: { name: 'scripted', version: '1' },
      capabilities: {
        session: { title: {}, archive: {}, delete: {}, fork: {}, ...Object(capabilities) },
        ...(isHub ? { _meta: { [hubKey]: {} } } : {}),
      },
      authMethods: [],
    }));
    connection.setAdvertised({ capabilities: { session: {}, elicitation: { form: {}, url: {} } } });
    on('session/new', () => {
      this.#sessions += 1;
      return { sessionId: `s${this.#sessions}`, ...this.#opened() };
    });
    on('session/resume', async ({ sessionId, replayFrom, _meta: meta }) => {
      const { after, tail } = Object(Object(meta)[hubKey]) as { after?: string; tail?: number };
      const log = this.#log(String(sessionId));
      const from = after === undefined ? 0 : Number(after.slice(2));
      if (after !== undefined && from < this.expired) {
        throw new RpcError(-32_602, 'The cursor has expired.', { data: { reason: 'cursor_expired' } });
      }
      const wanted = after === undefined && tail === undefined && replayFrom === undefined ? [] : log.slice(from);
      for (const logged of wanted.slice(tail === undefined ? 0 : -tail)) await this.#send(String(sessionId), logged);
      return this.#opened();
    });
    on('session/prompt', async ({ sessionId, prompt, _meta: meta }) => {
      const { key } = Object(Object(meta)[hubKey]) as { key?: string };
      const known = key === undefined ? undefined : this.#keys.get(key);
      if (known !== undefined) return known;
      this.#messages += 1;
      const messageId = `u${this.#messages}`;
      if (key !== undefined) this.#keys.set(key, { messageId });
      const update = { sessionUpdate: 'user_message', messageId, content: prompt } as SessionUpdate;
      await this.say(String(sessionId), update, this.connection === connection);
      return { messageId };
    });
    on('session/list', () => ({ sessions: [] }));
    for (const method of ['session/inject', 'session/revoke_inject', 'session/replace_inject']) on(method, () => ({}));
    on('session/set_config_option', () => ({ configOptions: [] }));
    on('session/close', () => ({}));
    on('session/set_title', ({ title }) => ({ title }));
    on('session/delete', () => ({}));
    on('session/archive', () => ({}));
    on('session/fork', () => ({ sessionId: 'copy' }));
    connection.onNotification('session/cancel', (params) => {
      this.requests.push({ method: 'session/cancel', params: params as never });
    });
    return connection;
  }

  #opened(): object {
    return this.#options.isHub === true
      ? { _meta: { [hubKey]: { role: 'owner', principal: 'ada', accepts: this.#options.accepts } } }
      : {};
  }
}

/** Frames that a test draws one by one. */
export class TestFrames {
  readonly #works = new Set<() => void>();
  /** How many frames were asked for. */
  requested = 0;

  readonly schedule = (work: () => void): (() => void) => {
    this.requested += 1;
    this.#works.add(work);
    return () => this.#works.delete(work);
  };

  draw(): void {
    const works = [...this.#works];
    this.#works.clear();
    for (const work of works) work();
  }
}

export interface Stand extends Disposable {
  readonly hub: ScriptedHub;
  readonly store: AgentStore;
  readonly clock: VirtualClock;
  readonly frames: TestFrames;
  /** Ends the use of the store by the test. */
  readonly release: () => void;
  /** Calls what listens to the network and the page. */
  readonly wake: () => void;
}

/** A store that is connected to a scripted hub. */
export async function stand(
  options: ScriptedOptions = {},
  storeOptions: Partial<AgentStoreOptions> = {},
): Promise<Stand> {
  const scene = connecting(options, storeOptions);
  await until(() => scene.store.status === 'open');
  return scene;
}

/** Waits for a state; the test fails by its own limit if it never comes. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settled(1);
}

/** A store that connects to a scripted hub. */
export function connecting(options: ScriptedOptions = {}, storeOptions: Partial<AgentStoreOptions> = {}): Stand {
  const hub = new ScriptedHub(options);
  const clock = new VirtualClock();
  const frames = new TestFrames();
  const wakers = new Set<() => void>();
  const store = new AgentStore({
    info: { name: 'test', version: '1' },
    connect: hub.connect,
    clock,
    frames: frames.schedule,
    random: () => 1,
    onWake: (wake) => {
      wakers.add(wake);
      return () => wakers.delete(wake);
    },
    ...storeOptions,
  });
  const release = store.retain();
  return {
    hub,
    store,
    clock,
    frames,
    release,
    wake: () => {
      for (const wake of wakers) wake();
    },
    [Symbol.dispose]: () => {
      release();
      hub.die();
    },
  };
}

export { settled };
