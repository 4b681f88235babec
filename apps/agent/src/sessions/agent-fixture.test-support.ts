/** The agent on a shared journal, and a raw client of version 2 that is connected to it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { memoryJournal, type Journal } from '@acp-stack/journal';
import { memoryPair, Peer, type Clock } from '@acp-stack/rpc';
import type { ModelServer } from '@acp-stack/testing/model-server';
import { afterEach } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { codingAgent } from '../coding-agent.ts';
import { emptyConfig, type AgentConfig, type ApiType, type ModelFacts } from '../providers/config.ts';
import { Providers } from '../providers/providers.ts';
import { storedSessions } from '../session-data/stored-sessions.ts';

type Fields = Readonly<Record<string, unknown>>;
type Update = Fields & { readonly sessionUpdate: string };

export interface AgentFixtureOptions {
  readonly journal: Journal;
  readonly cwd: string;
  /** The permission option that the user chooses. */
  readonly answer?: string;
  /** The model server, and what is known about its model. */
  readonly server?: ModelServer;
  readonly facts?: ModelFacts;
  /** The API of the server; `openai` when absent. */
  readonly apiType?: ApiType;
  /** Further models of the server. */
  readonly models?: Readonly<Record<string, ModelFacts>>;
  readonly clock?: Clock;
}

/** Gives `take` a folder with one file and an empty journal before every test. */
export function eachJournal(take: (place: Pick<AgentFixtureOptions, 'journal' | 'cwd'>) => void): void {
  let journal: Journal;
  eachFolder(async (cwd) => {
    await writeFile(join(cwd, 'rose.md'), 'A rose is red.\nIt has thorns.\n');
    journal = memoryJournal();
    take({ journal, cwd });
  });
  afterEach(() => journal.close());
}

/** The outcome of a prompt. */
export interface Told {
  readonly stopReason: unknown;
  readonly error: Fields | undefined;
  /** What the agent wrote. */
  readonly text: string;
  readonly updates: readonly Update[];
}

export class AgentFixture implements AsyncDisposable {
  /** The questions to the user. */
  readonly questions: string[] = [];
  readonly updates: Update[] = [];
  readonly #options: AgentFixtureOptions;
  readonly #peer: Peer;
  readonly #connection: { close(options: { grace: number }): Promise<void> };
  readonly #watchers = new Set<() => void>();

  constructor(options: AgentFixtureOptions) {
    const { journal, answer = 'allow_once', clock } = options;
    const [ours, theirs] = memoryPair();
    const providers = new Providers(configFor(options));
    this.#options = options;
    const app = codingAgent({
      store: storedSessions(journal),
      providers,
      version: '1.0.0',
      ...(clock === undefined ? {} : { clock }),
    });
    this.#connection = app.connect(theirs, { onReport: () => undefined });
    this.#peer = new Peer(ours, {
      handlers: (method, kind) => {
        if (kind === 'notification') return { kind, run: (params) => this.#hear(params) };
        if (method !== 'session/request_permission') return undefined;
        return {
          kind: 'request',
          run: ({ title }: { readonly title: string }) => {
            this.questions.push(title);
            return { outcome: { outcome: 'selected', optionId: answer } };
          },
        };
      },
    });
  }

  async call(method: string, params: object): Promise<Fields> {
    return (await this.#peer.request(method, params)) as Fields;
  }

  /** Opens a session; resolves with its id. */
  async open(): Promise<string> {
    await this.#introduce();
    return (await this.call('session/new', { cwd: this.#options.cwd }))['sessionId'] as string;
  }

  /** Loads a session; resolves with the replayed updates. */
  async load(sessionId: string): Promise<readonly Update[]> {
    await this.#introduce();
    const from = this.updates.length;
    await this.call('session/resume', { sessionId, cwd: this.#options.cwd, replayFrom: { type: 'start' } });
    return this.updates.slice(from);
  }

  /** Sends a prompt and waits for the end of the turn. */
  async prompt(sessionId: string, words: string): Promise<Told> {
    const from = this.updates.length;
    await this.call('session/prompt', { sessionId, prompt: [{ type: 'text', text: words }] });
    const { stopReason, error } = await this.hears(({ state }) => state === 'idle', from);
    const updates = this.updates.slice(from);
    return { stopReason, error: error as Fields | undefined, text: textOf(updates), updates };
  }

  /** The first matching update, from this index on. */
  hears(fits: (update: Update) => boolean, from = 0): Promise<Update> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.updates.slice(from).find(fits);
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#peer.destroy();
    await this.#connection.close({ grace: 100 });
  }

  async #introduce(): Promise<void> {
    await this.call('initialize', { protocolVersion: 2, info: { name: 'editor', version: '1.0.0' } }).catch(
      () => undefined,
    );
  }

  #hear({ update }: Fields): void {
    this.updates.push(update as Update);
    for (const look of this.#watchers) look();
  }
}

/** The text of the agent, whole or in chunks. */
export function textOf(updates: readonly Update[]): string {
  return updates
    .filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk' || sessionUpdate === 'agent_message')
    .flatMap(({ content }) => content as Fields | readonly Fields[])
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

/** The config of an agent whose model is at the server. */
export function configFor({
  server,
  facts = {},
  models = {},
  apiType = 'openai',
}: Omit<AgentFixtureOptions, 'journal' | 'cwd'>): AgentConfig {
  if (server === undefined) return emptyConfig;
  const provider = {
    address: { apiType, baseUrl: server.url, apiKey: 'key', headers: {} },
    supported: [apiType],
    required: false,
    models: { scripted: facts, ...models },
  };
  return { ...emptyConfig, model: `${apiType}/scripted`, providers: new Map([[apiType, provider]]) };
}
