/** The rules of extensions and metadata, proved on the wire. */
import type { PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { replying, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=1',
  baggage: 'b=2',
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
async function talkative(stand: Stand): Promise<WireJudge> {
  const judge = stand.agent(asking);
  await judge.prompt(await judge.open());
  expect(judge.all('session/request_permission')).toHaveLength(1);
  return judge;
}

/** A client that has introduced itself, opened a session and sent a prompt with metadata. */
async function forthcoming(stand: Stand): Promise<WireJudge> {
  const { judge, open } = await stand.client();
  const session = await open();
  session.prompt('hello', { _meta: { 'example.org/draft': { deep: [1, null] } } });
  await settled();
  expect(judge.all('session/prompt')).toHaveLength(1);
  return judge;
}

/** The fields beside those of the protocol, in messages that ask or tell. */
const custom = (judge: WireJudge): string[] =>
  judge.received.flatMap(({ method, params }) =>
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
    agent: async (stand) => {
      expect(custom(await talkative(stand))).toEqual([]);
    },
    client: async (stand) => {
      expect(custom(await forthcoming(stand))).toEqual([]);
    },
  });

  provesOnWire('EXT-02', {
    agent: async (stand) => {
      const judge = await talkative(stand);
      expect(metasIn(judge.received).filter((meta) => typeof meta !== 'object')).toEqual([]);
      const anything = { 'example.org/x': { deep: [null] }, '': 0 };
      expect(await judge.ask('session/list', { _meta: anything })).toHaveProperty('result');
    },
    client: async (stand) => {
      expect(metasIn((await forthcoming(stand)).received)).toEqual([{ 'example.org/draft': { deep: [1, null] } }]);
    },
  });

  provesOnWire('EXT-03', {
    agent: async (stand) => {
      const judge = stand.agent(asking);
      const sessionId = await judge.open();
      await judge.ask('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: 'hello' }],
        _meta: { ...trace, own: 1 },
      });
      expect(judge.last('session/request_permission').params?.['_meta']).toEqual(trace);
    },
    client: async (stand) => {
      const { judge } = await stand.client({
        build: (app) =>
          app.on(
            '_example/ask',
            (params) => params,
            async (_, context) => {
              await context.request('_example/back', {});
            },
          ),
      });
      await judge.begin('_example/ask', { _meta: trace });
      expect(judge.last('_example/back').params?.['_meta']).toEqual(trace);
    },
  });

  provesOnWire('EXT-06', {
    proxy: async (stand) => {
      const judge = stand.proxy();
      const _meta = { 'example.org/x': { deep: [1, null] }, ...trace };
      const params = { sessionId: 's1', prompt: [{ type: 'text', text: 'hello', _meta }], _meta };
      const id = await judge.begin('session/prompt', params);
      const passed = judge.last('proxy/successor');
      expect(passed.params).toEqual({ method: 'session/prompt', params });
      await judge.reply(passed, { messageId: 'm1', _meta });
      expect(judge.answerTo(id).result).toEqual({ messageId: 'm1', _meta });
    },
  });
});

describe('custom methods and features', () => {
  const echo = (params: unknown): unknown => params;
  const isAnswered = async (judge: WireJudge): Promise<void> => {
    expect((await judge.ask('_example/echo', { n: [1] })).result).toEqual({ n: [1] });
    expect((await judge.ask('_example/unknown', {})).error?.code).toBe(-32_601);
  };
  provesOnWire('EXT-04', {
    agent: async (stand) => {
      const judge = stand.agent(replying, { build: (app) => app.on('_example/echo', echo, echo) });
      await judge.introduce();
      await isAnswered(judge);
    },
    client: async (stand) => {
      const { judge } = await stand.client({ build: (app) => app.on('_example/echo', echo, echo) });
      await isAnswered(judge);
    },
  });

  const features: Fields = { 'example.org': { echo: true } };
  provesOnWire('EXT-05', {
    agent: async (stand) => {
      const { result } = await stand.agent(replying, { options: { capabilitiesMeta: features } }).introduce();
      expect(result?.['capabilities']).toHaveProperty('_meta', features);
    },
    client: async (stand) => {
      const { judge } = await stand.connecting({ options: { capabilities: { _meta: features } } });
      expect(judge.last('initialize').params?.['capabilities']).toHaveProperty('_meta', features);
    },
  });
});
