/** The rules of extensions and metadata, proved on the wire. */
import { memoryPair } from '@acp-stack/rpc';
import type { PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect } from 'vitest';

import { ClientMultiplexer } from '../../apps/cli/src/commands/serve/client-multiplexer.ts';
import { RawPeer } from '../support/raw-peer.ts';
import { bundledAgent, folderOf, openBundled } from './bundled-agent.ts';
import { replying, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=1',
  baggage: 'b=2',
};

/** What an MCP server answers that has one tool. */
function mcpAnswer({ method }: Fields): Fields {
  if (method === 'tools/call') return { content: [{ type: 'text', text: 'Watered.' }] };
  if (method === 'tools/list') return { tools: [{ name: 'water', inputSchema: { type: 'object' } }] };
  const serverInfo = { name: 'garden', version: '1.0.0' };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
}

/** Chooses the first option. */
const allow = (params: unknown): Fields => {
  const [option] = (params as { readonly options: readonly Fields[] }).options;
  return { outcome: { outcome: 'selected', optionId: option?.['optionId'] } };
};

const asking: PromptHandler = async (turn) => {
  await turn.message.append('hello');
  await turn.requestPermission({ title: 'May I?' });
};

/** What the protocol knows beside `_meta`, of the messages that are looked at here. */
const known: Readonly<Record<string, readonly string[]>> = {
  // A client that speaks both versions introduces itself in both shapes.
  initialize: ['protocolVersion', 'info', 'capabilities', 'clientInfo', 'clientCapabilities'],
  'session/new': ['cwd', 'additionalDirectories', 'mcpServers', 'systemPrompt'],
  'session/prompt': ['sessionId', 'prompt', 'runtimeContext'],
  'session/update': ['sessionId', 'update'],
  'session/request_permission': ['sessionId', 'title', 'description', 'subject', 'options'],
};

/** An agent that has said something and asked something. */
async function talkative(fixture: ProgramFixture): Promise<WireTester> {
  const tester = fixture.agent(asking);
  await tester.prompt(await tester.open());
  expect(tester.all('session/request_permission')).toHaveLength(1);
  return tester;
}

/** A client that has introduced itself, opened a session and sent a prompt with metadata. */
async function forthcoming(fixture: ProgramFixture): Promise<WireTester> {
  const { tester, open } = await fixture.client();
  const session = await open();
  session.prompt('hello', { _meta: { 'example.org/draft': { deep: [1, null] } } });
  await settled();
  expect(tester.all('session/prompt')).toHaveLength(1);
  return tester;
}

/** The fields beside those of the protocol, in messages that ask or tell. */
const custom = (tester: WireTester): string[] =>
  tester.received.flatMap(({ method, params }) =>
    method === undefined
      ? []
      : Object.keys(params ?? {}).filter((key) => key !== '_meta' && !(known[method] ?? []).includes(key)),
  );

/** Every `_meta` in `value`, at any depth but inside another. */
function metasIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '_meta' ? [each] : metasIn(each)));
}

describe('metadata', () => {
  provesOnWire('EXT-01', {
    agent: async (fixture) => {
      expect(custom(await talkative(fixture))).toEqual([]);
    },
    client: async (fixture) => {
      expect(custom(await forthcoming(fixture))).toEqual([]);
    },
  });

  provesOnWire('EXT-02', {
    agent: async (fixture) => {
      const tester = await talkative(fixture);
      expect(metasIn(tester.received).filter((meta) => typeof meta !== 'object')).toEqual([]);
      const anything = { 'example.org/x': { deep: [null] }, '': 0 };
      expect(await tester.ask('session/list', { _meta: anything })).toHaveProperty('result');
    },
    client: async (fixture) => {
      const metas = metasIn((await forthcoming(fixture)).received);
      expect(metas).toContainEqual({ 'example.org/draft': { deep: [1, null] } });
      expect(metas.filter((meta) => typeof meta !== 'object' || meta === null || Array.isArray(meta))).toEqual([]);
    },
  });

  provesOnWire('EXT-03', {
    agent: async (fixture) => {
      const tester = fixture.agent(asking);
      const sessionId = await tester.open();
      await tester.ask('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: 'hello' }],
        _meta: { ...trace, own: 1 },
      });
      expect(tester.last('session/request_permission').params?.['_meta']).toEqual(trace);
    },
    client: async (fixture) => {
      const { tester } = await fixture.client({
        build: (app) =>
          app.on(
            '_example/ask',
            (params) => params,
            async (_, context) => {
              await context.request('_example/back', {});
            },
          ),
      });
      await tester.begin('_example/ask', { _meta: trace });
      expect(tester.last('_example/back').params?.['_meta']).toEqual(trace);
    },
  });

  provesOnWire('EXT-06', {
    proxy: async (fixture) => {
      const tester = fixture.proxy();
      const _meta = { 'example.org/x': { deep: [1, null] }, ...trace };
      const params = { sessionId: 's1', prompt: [{ type: 'text', text: 'hello', _meta }], _meta };
      const id = await tester.begin('session/prompt', params);
      const passed = tester.last('proxy/successor');
      expect(passed.params).toEqual({ method: 'session/prompt', params });
      await tester.reply(passed, { messageId: 'm1', _meta });
      expect(tester.answerTo(id).result).toEqual({ messageId: 'm1', _meta });
    },
  });
});

describe('the trace of a prompt', () => {
  provesOnWire('EXT-08', {
    title: 'the bundled agent carries it on to MCP servers and to the model',
    agent: async (fixture) => {
      const turns = [{ toolCalls: [{ name: 'mcp_garden_water' }] }, { text: 'Done.' }];
      await using server = await modelServer({ turns, models: ['oracle'] });
      using home = folderOf({});
      const tester = bundledAgent(fixture, server.url);
      tester.whenever('mcp/connect', () => ({ connectionId: 'c1' }));
      tester.whenever('mcp/disconnect', () => ({}));
      tester.whenever('mcp/message', (params) => mcpAnswer(params as Fields));
      tester.whenever('session/request_permission', allow);
      const mcpServers = [{ type: 'acp', name: 'garden', serverId: 'garden' }];
      const sessionId = await openBundled(tester, { cwd: home.path, mcpServers });
      const prompt = [{ type: 'text', text: 'Water it.' }];
      await tester.begin('session/prompt', { sessionId, prompt, _meta: trace });
      await tester.until(() => tester.states.includes('idle'), 'the prompt does not end');
      expect(server.requests.map(({ headers }) => headers)).toMatchObject([trace, trace]);
      const called = tester.all('mcp/message').filter(({ params }) => params?.['method'] === 'tools/call');
      expect(called).toMatchObject([{ params: { params: { _meta: trace } } }]);
    },
  });
});

describe('custom methods and features', () => {
  const echo = (params: unknown): unknown => params;
  const isAnswered = async (tester: WireTester): Promise<void> => {
    expect((await tester.ask('_example/echo', { n: [1] })).result).toEqual({ n: [1] });
    expect((await tester.ask('_example/unknown', {})).error?.code).toBe(-32_601);
  };
  provesOnWire('EXT-04', {
    agent: async (fixture) => {
      const tester = fixture.agent(replying, { build: (app) => app.on('_example/echo', echo, echo) });
      await tester.introduce();
      await isAnswered(tester);
    },
    client: async (fixture) => {
      const { tester } = await fixture.client({ build: (app) => app.on('_example/echo', echo, echo) });
      await isAnswered(tester);
    },
  });

  const lossKey = 'acp-stack.dev/sessionLost';
  provesOnWire('EXT-09', {
    title: '`_acp-stack.dev/session_lost` is advertised by the agent that sends it and the client that understands it',
    // The agent is one that several clients share, as `acp serve` makes them.
    agent: async (fixture) => {
      const [outer, inner] = memoryPair();
      new RawPeer(outer)
        .whenever('initialize', () => ({ protocolVersion: 2, capabilities: { session: {} } }))
        .whenever('session/new', () => ({ sessionId: 's1' }))
        .whenever('session/resume', () => ({}));
      const shared = new ClientMultiplexer(inner, '1.0.0');
      const [channel, tester] = fixture.wire();
      const [theirs, ours] = memoryPair();
      void shared.join(channel);
      void shared.join(ours);
      const { result } = await tester.introduce({ capabilities: { _meta: { [lossKey]: {} } } });
      await tester.ask('session/new', { cwd: '/work' });
      new RawPeer(theirs).send({ id: 1, method: 'session/resume', params: { sessionId: 's1', cwd: '/work' } });
      await settled();
      expect(tester.all('_acp-stack.dev/session_lost')).toHaveLength(1);
      expect(result?.['capabilities']).toHaveProperty(['_meta', lossKey], {});
      outer.destroy();
    },
    client: async (fixture) => {
      const { tester } = await fixture.connecting();
      expect(tester.last('initialize').params?.['capabilities']).toHaveProperty(['_meta', lossKey], {});
    },
  });

  const features: Fields = { 'example.org': { echo: true } };
  provesOnWire('EXT-05', {
    agent: async (fixture) => {
      const { result } = await fixture.agent(replying, { options: { capabilitiesMeta: features } }).introduce();
      expect(result?.['capabilities']).toHaveProperty('_meta', features);
    },
    client: async (fixture) => {
      const { tester } = await fixture.connecting({ options: { capabilities: { _meta: features } } });
      const { _meta } = (tester.last('initialize').params?.['capabilities'] ?? {}) as Fields;
      expect(_meta).toEqual({ ...features, 'acp-stack.dev/sessionLost': {} });
    },
  });
});
