/** A hub of one node with live sessions: the agents are scripted, everything else is real. */
import { memoryPair, Peer, systemClock, type Channel } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { TestNode } from '../session/scripted-agents.test-support.ts';
import { hubApp, type HubApp } from './hub-app.ts';
import { hubKey } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';

export const folder = '/work';

export interface LiveHub extends AsyncDisposable {
  readonly node: TestNode;
  readonly app: HubApp;
  /** The client's end of a new connection. */
  dial(principal?: string): Channel;
}

const refuse = (): never => {
  throw new Error('not in this test');
};

export function liveHub(): LiveHub {
  const node = new TestNode();
  const { store, feeds } = node;
  const wake = (sessionId: string): void => {
    node.live.find((session) => session.sessionId === sessionId)?.wake();
  };
  const parts: HubParts = {
    generation: 'g1',
    store,
    feeds,
    directory: {
      node: 'a',
      submit: async (sessionId, item) => {
        const number = await store.submit(sessionId, item);
        wake(sessionId);
        return number;
      },
      ensureOwner: () => Promise.resolve(),
    },
    history: {
      replay: (sessionId, through) => conversationOf(node, sessionId, through),
      replayTail: refuse,
    },
    createSession: async ({ name }) => (await node.create({}, name)).response,
    forkSession: refuse,
    deleteSession: async (_, sessionId) => {
      await node.live.find((session) => session.sessionId === sessionId)?.stop('delete');
      await store.delete(sessionId);
    },
    principalOf: (name = 'local') => ({ name, isOperator: false }),
    quotas: {
      request: () => undefined,
      attach: () => ({ [Symbol.dispose]: () => undefined }),
      prompt: () => undefined,
    },
    audit: { note: () => undefined },
    folders: { folder: (path) => Promise.resolve(path) },
    commands: {
      invite: refuse,
      invitations: refuse,
      revokeInvitation: refuse,
      acceptInvitation: refuse,
      search: refuse,
      sessions: refuse,
      status: refuse,
      drain: refuse,
      stopSession: refuse,
      audit: refuse,
    },
    clock: systemClock,
    log: () => undefined,
  };
  const app = hubApp(parts, { name: 'hub', version: '1' });
  return {
    node,
    app,
    dial: (principal = 'ada') => {
      const [left, right] = memoryPair();
      app.connect(right, { principal });
      return left;
    },
    [Symbol.asyncDispose]: () => node[Symbol.asyncDispose](),
  };
}

/** A client that speaks version 1 on the wire, without the SDK. */
export class Version1Client implements Disposable {
  readonly #peer: Peer;
  /** The updates that have arrived, in a few words. */
  readonly seen: string[] = [];
  /** The cursors of the updates that have arrived. */
  readonly cursors: unknown[] = [];
  /** The questions that have arrived. */
  readonly questions: Readonly<Record<string, unknown>>[] = [];
  /** How many questions were cancelled. */
  cancelled = 0;
  #answer: ((result: unknown) => void) | undefined;

  constructor(channel: Channel) {
    this.#peer = new Peer(channel, {
      handlers: (method, kind) => {
        if (kind === 'notification')
          return {
            kind,
            run: ({ update, _meta }: UpdateParams) => {
              if (method !== 'session/update') return;
              this.#see(update);
              this.cursors.push(_meta?.[hubKey]?.cursor);
            },
          };
        return {
          kind,
          run: (params: Readonly<Record<string, unknown>>, { signal }) => {
            this.questions.push(params);
            return new Promise((resolve, reject) => {
              this.#answer = resolve;
              signal.addEventListener('abort', () => {
                this.cancelled += 1;
                reject(signal.reason as Error);
              });
            });
          },
        };
      },
    });
  }

  async initialize(clientCapabilities: object = {}): Promise<this> {
    await this.#peer.request('initialize', { protocolVersion: 1, clientCapabilities });
    return this;
  }

  request(method: string, params: object): Promise<unknown> {
    return this.#peer.request(method, params);
  }

  answer(result: unknown): void {
    this.#answer?.(result);
  }

  [Symbol.dispose](): void {
    this.#peer.destroy();
  }

  #see({ sessionUpdate, content }: Update): void {
    const words = content?.text === undefined ? sessionUpdate : `${sessionUpdate} ${content.text}`;
    this.seen.push(words);
  }
}

interface UpdateParams {
  readonly update: Update;
  readonly _meta?: Readonly<Record<string, { readonly cursor?: unknown }>>;
}

interface Update {
  readonly sessionUpdate: string;
  readonly content?: { readonly text?: string };
}

async function* conversationOf(
  node: TestNode,
  sessionId: string,
  through: number,
): AsyncGenerator<SessionUpdate, void> {
  for await (const { sequence, record } of node.store.read(sessionId, 0)) {
    if (sequence > through) return;
    if (record.kind === 'update' && record.update.sessionUpdate !== 'state_update') yield record.update;
  }
}
