/** The rules of JSON-RPC and the conventions of the protocol, proved on the wire. */
import type { PromptHandler } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import type { WireMessage } from '../interop/traffic.ts';
import { isOver, now, working, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
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
  return [...entries, ...Object.values(value).flatMap(fieldsIn)];
}

/** An agent that has edited a file, with everything that it said. */
async function editor(stand: Stand): Promise<WireJudge> {
  const judge = stand.agent(editing);
  await judge.prompt(await judge.open());
  await judge.reply(judge.last('session/request_permission'), { outcome: { outcome: 'cancelled' } });
  expect(judge.states.at(-1)).toBe('idle');
  return judge;
}

/** A client that has opened a session with everything that can be said about it, and sent a prompt. */
async function asker(stand: Stand): Promise<WireJudge> {
  const { judge, connection } = await stand.client({
    capabilities: { session: { additionalDirectories: {}, mcp: { stdio: {} } } },
  });
  const mcpServers = [{ type: 'stdio' as const, name: 'files', command: '/bin/files', args: [], env: [] }];
  const opening = connection.newSession({ cwd: '/work', additionalDirectories: ['/more'], mcpServers });
  const session = await now(opening, 'the client opens no session');
  session.prompt('hello');
  await settled();
  return judge;
}

/** The paths in what was said. */
const pathsIn = (messages: readonly WireMessage[]): unknown[] =>
  fieldsIn(messages)
    .filter(([key]) => ['cwd', 'path', 'oldPath', 'additionalDirectories'].includes(key))
    .flatMap(([, value]) => value);

/** Our agent after initialization, or our client with an open session: both can be asked something now. */
const ready = {
  agent: async (stand: Stand): Promise<{ judge: WireJudge; ask: () => Promise<WireMessage> }> => {
    const judge = stand.agent();
    await judge.open();
    return { judge, ask: () => judge.ask('session/list', {}) };
  },
  client: async (stand: Stand): Promise<{ judge: WireJudge; ask: () => Promise<WireMessage> }> => {
    const { judge, open } = await stand.client({ build: (app) => app.onPermission(() => 'yes') });
    await open();
    return { judge, ask: () => judge.ask('session/request_permission', question) };
  },
};

type Ready = (stand: Stand) => Promise<{ judge: WireJudge; ask: () => Promise<WireMessage> }>;

/** Proves a rule of both sides with the same check of both. */
const provesOnBoth = (check: (judge: WireJudge, ask: () => Promise<WireMessage>) => Promise<void>) => {
  const on =
    (side: Ready) =>
    async (stand: Stand): Promise<void> => {
      const { judge, ask } = await side(stand);
      await check(judge, ask);
    };
  return { agent: on(ready.agent), client: on(ready.client) };
};

/** What has arrived since `before` messages had. */
const since = (judge: WireJudge, before: number): readonly WireMessage[] => judge.received.slice(before);

describe('messages', () => {
  const allAreJsonRpc = (judge: WireJudge): void => {
    expect(judge.received.length).toBeGreaterThan(1);
    expect(judge.received.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([]);
  };
  provesOnWire('GEN-01', {
    agent: async (stand) => {
      allAreJsonRpc(await editor(stand));
    },
    client: async (stand) => {
      allAreJsonRpc(await asker(stand));
    },
  });

  provesOnWire(
    'GEN-02',
    provesOnBoth(async (judge, ask) => {
      expect(Object.keys(await ask()).toSorted()).toEqual(['id', 'jsonrpc', 'result']);
      const refused = await judge.ask('_nobody/knows');
      expect(Object.keys(refused).toSorted()).toEqual(['error', 'id', 'jsonrpc']);
      expect(refused.error).toEqual({ code: expect.any(Number) as number, message: expect.any(String) as string });
    }),
  );

  provesOnWire(
    'GEN-03',
    provesOnBoth(async (judge) => {
      const before = judge.answers.length;
      await judge.notify('session/cancel', { sessionId: 'nobody' });
      await judge.notify('session/update', { sessionId: 's1', update: 'malformed' });
      await judge.notify('_nobody/knows', {});
      expect(judge.answers.slice(before)).toEqual([]);
    }),
  );

  provesOnWire('GEN-04', {
    agent: async (stand) => {
      const paths = pathsIn((await editor(stand)).received);
      expect(paths.length).toBeGreaterThan(3);
      expect(paths.filter((path) => !String(path).startsWith('/'))).toEqual([]);
    },
    client: async (stand) => {
      const paths = pathsIn((await asker(stand)).received);
      expect(paths).toEqual(['/work', '/more']);
    },
  });

  provesOnWire('GEN-05', {
    oneSided: 'On version 2 only agents send lines.',
    agent: async (stand) => {
      const lines = fieldsIn((await editor(stand)).received).filter(([key]) => key === 'line');
      expect(lines).toEqual([['line', 1]]);
    },
  });

  const keysAreCamelCase = (judge: WireJudge): void => {
    const keys = new Set(fieldsIn(judge.received).map(([key]) => key));
    expect(keys.size).toBeGreaterThan(5);
    expect([...keys].filter((key) => key !== '_meta' && !/^[a-z][A-Za-z0-9]*$/u.test(key))).toEqual([]);
  };
  provesOnWire('GEN-06', {
    agent: async (stand) => {
      keysAreCamelCase(await editor(stand));
    },
    client: async (stand) => {
      keysAreCamelCase(await asker(stand));
    },
  });
});

describe('what nobody knows', () => {
  provesOnWire(
    'GEN-07',
    provesOnBoth(async (judge) => {
      for (const method of ['nobody/knows', 'session/unheard_of', '_nobody/knows']) {
        expect((await judge.ask(method, {})).error?.code, method).toBe(-32_601);
      }
    }),
  );

  provesOnWire(
    'GEN-08',
    provesOnBoth(async (judge, ask) => {
      await judge.notify('nobody/knows', { n: 1 });
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire('GEN-17', {
    agent: async (stand) => {
      const judge = stand.agent();
      expect(await judge.introduce({ surplus: 1 })).toHaveProperty('result');
      expect(await judge.ask('session/new', { cwd: '/work', surplus: { deep: [1] } })).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge } = await ready.client(stand);
      const { result } = await judge.ask('session/request_permission', { ...question, surplus: 1 });
      expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    },
  });

  provesOnWire('GEN-18', {
    agent: async (stand) => {
      const judge = stand.agent();
      expect(await judge.introduce({ capabilities: 'malformed' })).toHaveProperty('result');
      expect(await judge.ask('session/new', { cwd: '/work', _meta: 'malformed' })).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge } = await ready.client(stand);
      const { result } = await judge.ask('session/request_permission', { ...question, _meta: 'malformed' });
      expect(result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    },
  });

  provesOnWire('GEN-19', {
    client: async (stand) => {
      const { judge, open, heard } = await stand.client();
      await open();
      const update = { sessionUpdate: '_mood', mood: { today: 'good' } };
      await judge.notify('session/update', { sessionId: 's1', update });
      expect(heard).toEqual([update]);
    },
  });

  provesOnWire('GEN-20', {
    oneSided: 'An agent refuses content that it does not know just the same (LIFE-13); on the wire nobody can tell.',
    client: async (stand) => {
      const { judge } = await ready.client(stand);
      const { error } = await judge.ask('session/request_permission', { ...question, subject: { type: 'tool_call' } });
      expect(error?.code).toBe(-32_602);
    },
  });

  provesOnWire('GEN-21', {
    agent: async (stand) => {
      const updates = (await editor(stand)).updates('tool_call_update');
      const kinds = updates.flatMap(({ kind }) => (typeof kind === 'string' ? kind : []));
      const known = 'read edit delete move search execute think fetch switch_mode other'.split(' ');
      expect(kinds.length).toBeGreaterThan(0);
      expect(kinds.filter((kind) => !known.includes(kind) && !kind.startsWith('_'))).toEqual([]);
    },
  });

  provesOnWire('GEN-22', {
    agent: async (stand) => {
      const judge = stand.agent(async ({ message }) => {
        await message.append(hologram);
      });
      const sessionId = await judge.open();
      await judge.prompt(sessionId);
      const before = judge.received.length;
      await judge.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      const replayed = since(judge, before).map(
        ({ params }) => (params?.['update'] as Fields | undefined)?.['content'],
      );
      expect(replayed).toContainEqual([hologram]);
    },
    proxy: async (stand) => {
      const judge = stand.proxy();
      await judge.begin('session/prompt', { sessionId: 's1', prompt: [hologram] });
      const passed = judge.last('proxy/successor').params;
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
    provesOnBoth(async (judge, ask) => {
      const before = judge.received.length;
      await judge.sendText('{"jsonrpc":"2.0",');
      expect(since(judge, before)).toEqual([refusal(-32_700)]);
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-11',
    provesOnBoth(async (judge, ask) => {
      for (const value of [
        { no: 'message' },
        7,
        'text',
        null,
        { jsonrpc: '2.0', id: 7 },
        { jsonrpc: '2.0', id: 7, method: 5 },
      ]) {
        const before = judge.received.length;
        await judge.send(value);
        expect(since(judge, before), JSON.stringify(value)).toEqual([refusal(-32_600)]);
      }
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-12b',
    provesOnBoth(async (judge) => {
      const request = (id: number): object => ({ jsonrpc: '2.0', id, method: '_nobody/knows' });
      const event = { jsonrpc: '2.0', method: '_nobody/knows' };
      const unknown = (id: number): object => ({
        jsonrpc: '2.0',
        id,
        error: { code: -32_601, message: expect.any(String) as string },
      });
      const reactions = async (batch: readonly unknown[]): Promise<readonly unknown[]> => {
        const before = judge.received.length;
        await judge.send(batch);
        return since(judge, before);
      };
      expect(await reactions([])).toEqual([refusal(-32_600)]);
      expect(await reactions([event, event])).toEqual([]);
      const [answer, ...more] = await reactions([request(1), event, 7, request(2)]);
      expect(more).toEqual([]);
      expect(answer).toHaveLength(3);
      expect(answer).toEqual(expect.arrayContaining([unknown(1), refusal(-32_600), unknown(2)]));
    }),
  );

  const noneIsArray = (judge: WireJudge): void => {
    expect(judge.received.length).toBeGreaterThan(1);
    expect(judge.received.filter(Array.isArray)).toEqual([]);
  };
  provesOnWire('GEN-12c', {
    agent: async (stand) => {
      const judge = stand.agent(editing);
      await judge.prompt(await judge.open());
      noneIsArray(judge);
      expect(judge.all('session/request_permission')).toHaveLength(1);
    },
    client: async (stand) => {
      const { judge } = await stand.connecting();
      expect(judge.received.filter(Array.isArray)).toEqual([]);
      noneIsArray(await asker(stand));
    },
  });

  provesOnWire(
    'GEN-13',
    provesOnBoth(async (judge, ask) => {
      const before = judge.received.length;
      await judge.send({ jsonrpc: '2.0', id: 'nobody-asked', result: {} });
      await judge.send({ jsonrpc: '2.0', id: 'nobody-asked', error: { code: 1, message: 'no' } });
      await judge.send({ jsonrpc: '2.0', id: 'nobody-asked', error: 'malformed' });
      expect(since(judge, before)).toEqual([]);
      expect(await ask()).toHaveProperty('result');
    }),
  );

  provesOnWire(
    'GEN-14',
    provesOnBoth(async (judge, ask) => {
      for (const id of [null, 1.5]) {
        const before = judge.received.length;
        await judge.send({ jsonrpc: '2.0', id, method: '_nobody/knows' });
        expect(since(judge, before), String(id)).toEqual([refusal(-32_600)]);
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
    agent: async (stand) => {
      const judge = stand.agent(async (turn) => {
        await Promise.all([turn.requestPermission({ title: 'One?' }), turn.requestPermission({ title: 'Two?' })]);
      });
      await judge.prompt(await judge.open());
      idsAreTheirOwn(judge.all('session/request_permission'));
      // The same id the other way round is another request.
      const { id } = judge.last('session/request_permission');
      await judge.send({ jsonrpc: '2.0', id, method: 'session/list', params: {} });
      expect(judge.answerTo(id)).toHaveProperty('result');
    },
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      await isOver(Promise.all([connection.listPage(), connection.listPage()]));
      idsAreTheirOwn(judge.all('session/list'));
      const { id } = judge.last('session/list');
      await judge.send({ jsonrpc: '2.0', id, method: '_nobody/knows' });
      expect(judge.answerTo(id).error?.code).toBe(-32_601);
    },
  });

  provesOnWire('GEN-23', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      await judge.prompt(sessionId);
      const before = judge.received.length;
      const id = await judge.begin('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      const order = since(judge, before);
      expect(order.length).toBeGreaterThan(2);
      expect(order.findIndex((message) => message.id === id)).toBe(order.length - 1);
    },
  });

  provesOnWire('GEN-24', {
    oneSided: 'On version 2 no credentials are sent to clients.',
    agent: async (stand) => {
      const judge = stand.agent(working, { options: { mcp: ['stdio', 'http'] } });
      await judge.introduce();
      const headers = [{ name: 'Authorization', value: 'the-secret' }];
      const env = [{ name: 'TOKEN', value: 'the-secret' }];
      const refused = [
        { cwd: 'relative', mcpServers: [{ type: 'http', name: 'a', url: 'https://example.org', headers }] },
        { cwd: 'relative', mcpServers: [{ type: 'stdio', name: 'a', command: '/bin/a', args: [], env }] },
        { cwd: 5, mcpServers: [{ type: 'stdio', name: 'a', command: 7, args: [], env }] },
      ];
      for (const params of refused)
        expect(await judge.ask('session/new', params)).toHaveProperty('error.code', -32_602);
      expect(JSON.stringify(judge.received)).not.toContain('the-secret');
    },
  });
});
