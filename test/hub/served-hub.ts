/** A served hub for tests, whose agent says as much as it is asked for, with sound clients of one user. */
import { http, webSocket } from '@acp-stack/http/node';
import { createToken, openHub, serveHub, staticToken, TokenTable, type Hub, type HubServing } from '@acp-stack/hub';
import { memoryJournal, type Journal } from '@acp-stack/journal';
import {
  agent,
  client,
  memoryStore,
  type AgentComponent,
  type ClientConnection,
  type ClientSession,
} from '@acp-stack/sdk';
import { expect } from 'vitest';

import { HubStore } from '../../packages/hub/src/store/hub-store.ts';

/** The folder of all sessions. */
export const cwd = process.cwd();

/**
 * An agent that says as much as it is asked for: `40` is forty pieces of 64 KiB. It keeps only some of its sessions,
 * because tests measure the memory of the hub.
 */
const talker = agent({ name: 'talker', version: '1.0.0' }, { store: memoryStore({ sessions: 200 }) }).onPrompt(
  async (turn) => {
    const pieces = Number(turn.text);
    for (let piece = 0; piece < pieces; piece += 1) await turn.message.append('x'.repeat(64 * 1024));
    await turn.message.append('done');
  },
);

/** Limits of the transport that are not as usual. */
type ServedLimits = NonNullable<Parameters<typeof serveHub>[1]>['limits'] & object;

export class ServedHub implements AsyncDisposable {
  readonly hub: Hub;
  readonly journal: Journal;
  readonly token: string;
  readonly #limits: ServedLimits;
  #serving: HubServing;

  private constructor(
    hub: Hub,
    journal: Journal,
    opened: { readonly serving: HubServing; readonly token: string; readonly limits: ServedLimits },
  ) {
    this.#limits = opened.limits;
    this.hub = hub;
    this.journal = journal;
    this.token = opened.token;
    this.#serving = opened.serving;
  }

  /** Other agents are the default before the one that talks. */
  static async open(
    agents: Readonly<Record<string, AgentComponent>> = {},
    journal: Journal = memoryJournal(),
    limits: ServedLimits = {},
  ): Promise<ServedHub> {
    const token = createToken();
    const tokens = new TokenTable([staticToken('ada', token)]);
    const unlimited = { sessions: Infinity, storedBytes: Infinity, requestsPerSecond: Infinity, attachments: Infinity };
    const hub = await openHub({
      journal,
      agents: { ...agents, talker },
      roots: [cwd],
      credentials: { tokens: () => tokens },
      quotas: unlimited,
      isAlone: true,
    });
    return new ServedHub(hub, journal, { serving: await serve(hub, 0, limits), token, limits });
  }

  get url(): string {
    return this.#serving.url;
  }

  /** Serves it again at the same address: every client loses its connection. */
  async serveAgain(): Promise<void> {
    const { port } = new URL(this.url);
    await this.#serving.close({ drain: 0 });
    this.#serving = await serve(this.hub, Number(port), this.#limits);
  }

  /** The first part of the cursors of its clients. */
  generation(): Promise<string> {
    return new HubStore(this.journal).generation();
  }

  async connect(transport: typeof http | typeof webSocket): Promise<ClientConnection> {
    return client({ name: 'sound', version: '1.0.0' }).connect(transport(this.url, { token: this.token }));
  }

  /** A session of a sound client over each transport. */
  async sound(): Promise<readonly ClientSession[]> {
    const connections = [await this.connect(webSocket), await this.connect(http)];
    const setup = { cwd, _meta: { 'acp-stack.dev/hub': { agent: 'talker' } } };
    return Promise.all(connections.map((connection) => connection.newSession(setup)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#serving.close();
    await this.hub.close();
  }
}

function serve(hub: Hub, port: number, limits: ServedLimits): Promise<HubServing> {
  const many = 100_000;
  return serveHub(hub, {
    port,
    limits: { connections: many, sockets: many, socketsPerAddress: many, postsPerSecond: many, ...limits },
  });
}

/** Each of the sessions takes a prompt and ends its turn. */
export async function areServed(sessions: readonly ClientSession[]): Promise<void> {
  for (const session of sessions) expect((await session.prompt('0')).stopReason).toBe('end_turn');
}
