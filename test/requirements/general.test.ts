/** The rules of JSON-RPC and the conventions of the protocol, proved on the wire. */
import { agent, client, memoryPair, type ClientConnection, type PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import type { WireMessage } from '../interop/traffic.ts';
import { isOver, now, working, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesLater } from './requirement.ts';
import { provesOnWire } from './wire-proof.ts';

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const question = { sessionId: 's1', title: 'May I?', options };
const hologram = { type: '_hologram' as const, beams: [3, null] };

/** Edits a file, with the user's permission. */
const editing: PromptHandler = async (turn) => {
  const call = turn.toolCall({ title: 'Edit', kind: 'edit', locations: [{ path: '/work/a.ts', line: 1 }] });
  await call.diff([{ operation: 'move', oldPath: '/work/a.ts', path: '/work/b.ts', fileType: 'text' }]);
  await turn.requestPermission({ title: 'Run?', subject: { command: 'ls', cwd: '/work' } });
  await call.complete();
};

/** Every field of `value`, at any depth. */
function fieldsIn(value: unknown): (readonly [key: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: (readonly [string, unknown])[] = Array.isArray(value) ? [] : Object.entries(value);
  return [...entries, ...Object.entries(value).flatMap(([key, each]) => (key === '_meta' ? [] : fieldsIn(each)))];
}

/** An agent that has edited a file, with everything that it said. */
async function editor(fixture: ProgramFixture): Promise<WireTester> {
  const tester = fixture.agent(editing);
  await tester.prompt(await tester.open());
  await tester.reply(tester.last('session/request_permission'), { outcome: { outcome: 'cancelled' } });
  expect(tester.states.at(-1)).toBe('idle');
  return tester;
}

/** A client that has opened a session with everything that can be said about it, and sent a prompt. */
async function asker(fixture: ProgramFixture): Promise<WireTester> {
  const { tester, connection } = await fixture.client({
    capabilities: { session: { additionalDirectories: {}, mcp: { stdio: {} } } },
  });
  const mcpServers = [{ type: 'stdio' as const, name: 'files', command: '/bin/files', args: [], env: [] }];
  const opening = connection.newSession({ cwd: '/work', additionalDirectories: ['/more'], mcpServers });
  const session = await now(opening, 'the client opens no session');
  session.prompt('hello');
  await settled();
  return tester;
}

/** The paths in what was said. */
const pathsIn = (messages: readonly WireMessage[]): unknown[] =>
  fieldsIn(messages)
    .filter(([key]) => ['cwd', 'path', 'oldPath', 'additionalDirectories'].includes(key))
    .flatMap(([, value]) => value);

/** Our agent after initialization, or our client with an open session: both can be asked something now. */
const ready = {
  agent: async (fixture: ProgramFixture): Promise<{ tester: WireTester; ask: () => Promise<WireMessage> }> => {
    const tester = fixture.agent();
    await tester.open();
    return { tester, ask: () => tester.ask('session/list', {}) };
  },
  client: async (fixture: ProgramFixture): Promise<{ tester: WireTester; ask: () => Promise<WireMessage> }> => {
    const { tester, open } = await fixture.client({ build: (app) => app.onPermission(() => 'yes') });
    await open();
    return { tester, ask: () => tester.ask('session/request_permission', question) };
  },
};

type Ready = (fixture: ProgramFixture) => Promise<{ tester: WireTester; ask: () => Promise<WireMessage> }>;

/** Proves a rule of both sides with the same check of both. */
const provesOnBoth = (check: (tester: WireTester, ask: () => Promise<WireMessage>) => Promise<void>) => {
  const on =
    (side: Ready) =>
    async (fixture: ProgramFixture): Promise<void> => {
      const { tester, ask } = await side(fixture);
      await check(tester, ask);
    };
  return { agent: on(ready.agent), client: on(ready.client) };
};

/** What has arrived since `before` messages had. */
const since = (tester: WireTester, before: number): readonly WireMessage[] => tester.received.slice(before);

describe('messages', () => {
  const allAreJsonRpc = (tester: WireTester): void => {
    expect(tester.received.length).toBeGreaterThan(1);
    expect(tester.received.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([]);
  };
  provesOnWire('GEN-01', {
    agent: async (fixture) => {
      allAreJsonRpc(await editor(fixture));
    },
    client: async (fixture) => {
      allAreJsonRpc(await asker(fixture));
    },
  });

  provesOnWire(
    'GEN-02',
    provesOnBoth(async (tester, ask) => {
      expect(Object.keys(await ask()).toSorted()).toEqual(['id', 'jsonrpc', 'result']);
      const refused = await tester.ask('_not/known');
      expect(Object.keys(refused).toSorted()).toEqual(['error', 'id', 'jsonrpc']);
      expect(refused.error).toEqual({ code: expect.any(Number) as number, message: expect.any(String) as string });
    }),
  );

  provesOnWire(
    'GEN-03',
    provesOnBoth(async (tester) => {
      const before = tester.answers.length;
      await tester.notify('session/cancel', { sessionId: 'unknown' });
      await tester.notify('session/update', { sessionId: 's1', update: 'malformed' });
      await tester.notify('_not/known', {});
      expect(tester.answers.slice(before)).toEqual([]);
    }),
  );

  provesOnWire('GEN-04', {
    agent: async (fixture) => {
      const paths = pathsIn((await editor(fixture)).received);
      expect(paths.length).toBeGreaterThan(3);
      expect(paths.filter((path) => !String(path).startsWith('/'))).toEqual([]);
    },
    client: async (fixture) => {
      const paths = pathsIn((await asker(fixture)).received);
      expect(paths).toEqual(['/work', '/more']);
    },
  });

  provesOnWire('GEN-05', {
    oneSided: 'On version 2 only agents send lines.',
    agent: async (fixture) => {
      const lines = fieldsIn((await editor(fixture)).received).filter(([key]) => key === 'line');
      expect(lines).toEqual([['line', 1]]);
    },
  });

  const keysAreCamelCase = (tester: WireTester): void => {
    const keys = new Set(fieldsIn(tester.received).map(([key]) => key));
    expect(keys.size).toBeGreaterThan(5);
    expect([...keys].filter((key) => key !== '_meta' && !/^[a-z][A-Za-z0-9]*$/u.test(key))).toEqual([]);
  };
  provesOnWire('GEN-06', {
    agent: async (fixture) => {
      keysAreCamelCase(await editor(fixture));
    },
    client: async (fixture) => {
      keysAreCamelCase(await asker(fixture));
    },
  });
});

describe('what is unknown', () => {
  provesOnWire(
    'GEN-07',
    provesOnBoth(async (tester) => {
      for (const method of ['not/known', 'session/unheard_of', '_not/known']) {
        expect((await tester.ask(method, {})).error?.code, method).toBe(-32_601);
      }
    }),
  );

  provesOnWire(
    'GEN-08',
    provesOnBoth(async (tester, ask) => {
      await tester.notify('not/known', { n: 1 });
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire('GEN-17', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      expect(await tester.introduce({ surplus: 1 })).toHaveProperty('result');
      expect(await tester.ask('session/new', { cwd: '/work', surplus: { deep: [1] } })).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester } = await ready.client(fixture);
      const { result } = await tester.ask('session/request_permission', { ...question, surplus: 1 });
      expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    },
  });

  provesOnWire('GEN-18', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      expect(await tester.introduce({ capabilities: 'malformed' })).toHaveProperty('result');
      expect(await tester.ask('session/new', { cwd: '/work', _meta: 'malformed' })).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester } = await ready.client(fixture);
      const { result } = await tester.ask('session/request_permission', { ...question, _meta: 'malformed' });
      expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    },
  });

  provesOnWire('GEN-19', {
    client: async (fixture) => {
      const { tester, open, heard } = await fixture.client();
      await open();
      const update = { sessionUpdate: '_mood', mood: { today: 'good' } };
      await tester.notify('session/update', { sessionId: 's1', update });
      expect(heard).toEqual([update]);
    },
  });

  provesOnWire('GEN-20', {
    oneSided:
      'An agent refuses content that it does not know just the same (LIFE-13); on the wire there is no difference.',
    client: async (fixture) => {
      const { tester } = await ready.client(fixture);
      const { error } = await tester.ask('session/request_permission', { ...question, subject: { type: 'tool_call' } });
      expect(error?.code).toBe(-32_602);
    },
  });

  provesOnWire('GEN-21', {
    agent: async (fixture) => {
      const updates = (await editor(fixture)).updates('tool_call_update');
      const kinds = updates.flatMap(({ kind }) => (typeof kind === 'string' ? kind : []));
      const known = 'read edit delete move search execute think fetch switch_mode other'.split(' ');
      expect(kinds.length).toBeGreaterThan(0);
      expect(kinds.filter((kind) => !known.includes(kind) && !kind.startsWith('_'))).toEqual([]);
    },
  });

  provesOnWire('GEN-22', {
    agent: async (fixture) => {
      const tester = fixture.agent(async ({ message }) => {
        await message.append(hologram);
      });
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      const before = tester.received.length;
      await tester.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      const replayed = since(tester, before).map(
        ({ params }) => (params?.['update'] as Fields | undefined)?.['content'],
      );
      expect(replayed).toContainEqual([hologram]);
    },
    proxy: async (fixture) => {
      const tester = fixture.proxy();
      await tester.begin('session/prompt', { sessionId: 's1', prompt: [hologram] });
      const passed = tester.last('proxy/successor').params;
      expect(passed).toEqual({ method: 'session/prompt', params: { sessionId: 's1', prompt: [hologram] } });
    },
  });
});

describe('what is no message', () => {
  const refusal = (code: number): object => ({
    jsonrpc: '2.0',
    id: null,
    error: { code, message: expect.any(String) as string },
  });

  provesOnWire(
    'GEN-10',
    provesOnBoth(async (tester, ask) => {
      const before = tester.received.length;
      await tester.sendText('{"jsonrpc":"2.0",');
      expect(since(tester, before)).toEqual([refusal(-32_700)]);
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-11',
    provesOnBoth(async (tester, ask) => {
      for (const value of [
        { no: 'message' },
        7,
        'text',
        null,
        { jsonrpc: '2.0', id: 7 },
        { jsonrpc: '2.0', id: 7, method: 5 },
      ]) {
        const before = tester.received.length;
        await tester.send(value);
        expect(since(tester, before), JSON.stringify(value)).toEqual([refusal(-32_600)]);
      }
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-12b',
    provesOnBoth(async (tester) => {
      const request = (id: number): object => ({ jsonrpc: '2.0', id, method: '_not/known' });
      const event = { jsonrpc: '2.0', method: '_not/known' };
      const unknown = (id: number): object => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32_601, message: expect.any(String) as string },
      });
      const reactions = async (batch: readonly unknown[]): Promise<readonly unknown[]> => {
        const before = tester.received.length;
        await tester.send(batch);
        return since(tester, before);
      };
      expect(await reactions([])).toEqual([refusal(-32_600)]);
      expect(await reactions([event, event])).toEqual([]);
      const [answer, ...more] = await reactions([request(1), event, 7, request(2)]);
      expect(more).toEqual([]);
      expect(answer).toHaveLength(3);
      expect(answer).toEqual(expect.arrayContaining([unknown(1), refusal(-32_600), unknown(2)]));
    }),
  );

  const noneIsArray = (tester: WireTester): void => {
    expect(tester.received.length).toBeGreaterThan(1);
    expect(tester.received.filter(Array.isArray)).toEqual([]);
  };
  provesOnWire('GEN-12c', {
    agent: async (fixture) => {
      const tester = fixture.agent(editing);
      await tester.prompt(await tester.open());
      noneIsArray(tester);
      expect(tester.all('session/request_permission')).toHaveLength(1);
    },
    client: async (fixture) => {
      const { tester } = await fixture.connecting();
      expect(tester.received.filter(Array.isArray)).toEqual([]);
      noneIsArray(await asker(fixture));
    },
  });

  provesOnWire(
    'GEN-13',
    provesOnBoth(async (tester, ask) => {
      const before = tester.received.length;
      await tester.send({ jsonrpc: '2.0', id: 'not-asked', result: {} });
      await tester.send({ jsonrpc: '2.0', id: 'not-asked', error: { code: 1, message: 'no' } });
      await tester.send({ jsonrpc: '2.0', id: 'not-asked', error: 'malformed' });
      expect(since(tester, before)).toEqual([]);
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-14',
    provesOnBoth(async (tester, ask) => {
      for (const id of [null, 1.5]) {
        const before = tester.received.length;
        await tester.send({ jsonrpc: '2.0', id, method: '_not/known' });
        expect(since(tester, before), String(id)).toEqual([refusal(-32_600)]);
      }
      expect(await ask()).toHaveProperty('result');
    }),
  );
});

describe('requests and answers', () => {
  const idsAreTheirOwn = (requests: readonly WireMessage[]): void => {
    expect(requests.length).toBe(2);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(2);
  };
  provesOnWire('GEN-16', {
    agent: async (fixture) => {
      const tester = fixture.agent(async (turn) => {
        await Promise.all([turn.requestPermission({ title: 'One?' }), turn.requestPermission({ title: 'Two?' })]);
      });
      await tester.prompt(await tester.open());
      idsAreTheirOwn(tester.all('session/request_permission'));
      // The same id the other way round is another request.
      const { id } = tester.last('session/request_permission');
      await tester.send({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      expect(tester.answerTo(id)).toHaveProperty('result');
    },
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      await isOver(Promise.all([connection.listPage(), connection.listPage()]));
      idsAreTheirOwn(tester.all('session/list'));
      const { id } = tester.last('session/list');
      await tester.send({ jsonrpc: '2.0', id, method: '_not/known' });
      expect(tester.answerTo(id).error?.code).toBe(-32_601);
    },
  });

  provesOnWire('GEN-23', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      const before = tester.received.length;
      const id = await tester.begin('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      const order = since(tester, before);
      expect(order.length).toBeGreaterThan(2);
      expect(order.findIndex((message) => message.id === id)).toBe(order.length - 1);
    },
  });

  provesOnWire('GEN-24', {
    oneSided: 'On version 2 no credentials are sent to clients.',
    agent: async (fixture) => {
      const tester = fixture.agent(working, { options: { mcp: ['stdio', 'http'] } });
      await tester.introduce();
      const headers = [{ name: 'Authorization', value: 'the-secret' }];
      const env = [{ name: 'TOKEN', value: 'the-secret' }];
      const refused = [
        { cwd: 'relative', mcpServers: [{ type: 'http', name: 'a', url: 'https://example.org', headers }] },
        { cwd: 'relative', mcpServers: [{ type: 'stdio', name: 'a', command: '/bin/a', args: [], env }] },
        { cwd: 5, mcpServers: [{ type: 'stdio', name: 'a', command: 7, args: [], env }] },
      ];
      for (const params of refused)
        expect(await tester.ask('session/new', params)).toHaveProperty('error.code', -32_602);
      expect(JSON.stringify(tester.received)).not.toContain('the-secret');
    },
  });
});

describe('a client and an agent in one process', () => {
  const info = { name: 'here', version: '1.0.0' };
  const greeter = agent(info).onPrompt(async (turn) => {
    await turn.message.append('Hello!');
  });

  provesLater(
    'GEN-27',
    async (connect: () => Promise<ClientConnection>) => {
      const connection = await now(connect(), 'the client does not connect');
      const session = await connection.newSession({ cwd: '/work' });
      let words = '';
      for await (const update of session.prompt('hello'))
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          words += update.content.text;
      connection.destroy();
      expect(words).toBe('Hello!');
    },
    {
      real: () => client(info).connect(greeter),
      // A client that knows transports only, and there is none.
      sabotaged: () => client(info).connect(memoryPair()[0]),
    },
  );
});
