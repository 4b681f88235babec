/** Wrong input gets the error that says what is wrong with it, and never an internal error. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Journal } from '@acp-stack/journal';
import { Peer, memoryPair, type RpcError } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { codingAgent } from '../coding-agent.ts';
import { emptyConfig } from '../providers/config.ts';
import { Providers } from '../providers/providers.ts';
import { storedSessions } from '../session-data/stored-sessions.ts';
import { AgentFixture, eachJournal } from './agent-fixture.test-support.ts';

let journal: Journal;
let cwd: string;
eachJournal((place) => {
  ({ journal, cwd } = place);
});

const failure = (call: Promise<unknown>): Promise<Pick<RpcError, 'code' | 'message'>> =>
  call.then(
    () => ({ code: 0, message: 'it succeeded' }),
    (error: RpcError) => error,
  );

describe('a missing additional directory', () => {
  const additionalDirectories = (): string[] => [join(cwd, 'gone')];

  test.each(['open', 'stored'])('is an error of the params when an %s session is resumed', async (state) => {
    await using first = new AgentFixture({ journal, cwd });
    const sessionId = await first.open();
    await first.prompt(sessionId, '/help');
    await using second = new AgentFixture({ journal, cwd });
    await second.open();
    const at = state === 'open' ? first : second;
    for (const replayFrom of [undefined, { type: 'start' }]) {
      const params = { sessionId, cwd, additionalDirectories: additionalDirectories(), replayFrom };
      const { code, message } = await failure(at.call('session/resume', params));
      expect({ code, message }).toEqual({
        code: -32602,
        message: `additionalDirectories[0] does not exist: ${join(cwd, 'gone')}.`,
      });
    }
    await at.call('session/resume', { sessionId, cwd });
    expect((await at.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
  });

  test('and a missing working directory are errors of the params when a session is loaded, new or forked', async () => {
    const agent = new RawAgent(journal, 1);
    const { sessionId } = await agent.call('session/new', { cwd, mcpServers: [] });
    const setup = { cwd, mcpServers: [], additionalDirectories: additionalDirectories() };
    for (const [method, params] of [
      ['session/new', setup],
      ['session/load', { sessionId, ...setup }],
      ['session/resume', { sessionId, ...setup }],
      ['session/fork', { sessionId, ...setup }],
    ] as const) {
      expect(await failure(agent.call(method, params)), method).toMatchObject({ code: -32602 });
    }
    await mkdir(join(cwd, 'soon-gone'));
    const own = await agent.call('session/new', { cwd: join(cwd, 'soon-gone'), mcpServers: [] });
    await rm(join(cwd, 'soon-gone'), { recursive: true });
    const load = agent.call('session/load', { ...own, cwd: join(cwd, 'soon-gone'), mcpServers: [] });
    expect(await failure(load)).toMatchObject({ code: -32602 });
  });
});

const oddIds = [
  '',
  'a\0b',
  '\u{D800}',
  'x\u{DFFF}',
  'x'.repeat(257),
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  '../..',
];

describe.each([1, 2] as const)('in version %i', (version) => {
  test.each(oddIds.map((id) => [JSON.stringify(id.slice(0, 20)), id]))(
    'the session id %s is unknown, whatever is asked of it',
    async (_, sessionId) => {
      const agent = new RawAgent(journal, version);
      const setup = { sessionId, cwd, mcpServers: [] };
      const calls: readonly (readonly [string, object])[] = [
        ['session/resume', setup],
        ['session/fork', setup],
        ['session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] }],
        ['session/set_config_option', { sessionId, configId: 'mode', type: 'id', value: 'code' }],
        ...(version === 1 ? ([['session/load', setup]] as const) : []),
      ];
      for (const [method, params] of calls) {
        expect(await failure(agent.call(method, params)), method).toMatchObject({ code: -32002 });
      }
      // There is nothing to close or delete.
      for (const method of ['session/close', 'session/delete']) {
        expect(await failure(agent.call(method, { sessionId })), method).toMatchObject({ code: 0 });
      }
    },
  );
});

describe('a word of 60,000 characters', () => {
  const long = 'r'.repeat(60_000);
  const names = `${'dir/'.repeat(15_000)}rose`;

  test.each([
    long,
    `Where is ${long}?`,
    `${long}.ts ${names}`,
    `(${'['.repeat(60_000)}`,
    `/read ${long}`,
    `/read ${names}`,
    `/search ${long}`,
    `/search *${long}*`,
    `/edit ${long} "a" "b"`,
    `/plan ${long}`,
    `/undo ${long}`,
    `/${long}`,
    `/run echo ${long} | wc -c`,
    `@${long}`,
  ])('does not cause an internal error: %#', async (words) => {
    await using agent = new AgentFixture({ journal, cwd });
    const sessionId = await agent.open();
    const { stopReason, error } = await agent.prompt(sessionId, words);
    expect({ stopReason, error }).toEqual({ stopReason: 'end_turn', error: undefined });
    expect((await agent.prompt(sessionId, '/read rose.md')).text).toContain('A rose is red.');
  });
});

/** A client of either version that sends what it is told. */
class RawAgent {
  readonly #peer: Peer;
  readonly #ready: Promise<unknown>;

  constructor(stored: Journal, protocolVersion: 1 | 2) {
    const [ours, theirs] = memoryPair();
    const app = codingAgent({
      store: storedSessions(stored),
      providers: new Providers(emptyConfig),
      version: '1.0.0',
    });
    void app.serve(theirs, { onReport: () => undefined });
    this.#peer = new Peer(ours, {
      handlers: (_, kind) => (kind === 'notification' ? { kind, run: () => undefined } : undefined),
    });
    this.#ready = this.#peer.request('initialize', {
      protocolVersion,
      ...(protocolVersion === 1 ? {} : { info: { name: 'editor', version: '1.0.0' } }),
    });
  }

  async call(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    await this.#ready;
    return (await this.#peer.request(method, params)) as Readonly<Record<string, unknown>>;
  }
}
