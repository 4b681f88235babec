/** The rules of opening sessions and of their directories, proved on the wire. */
import { join } from 'node:path';

import type { AgentOptions } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect } from 'vitest';

import { bundledAgent, folderOf, openBundled, say, slow } from './bundled-agent.ts';
import { isOver, now, replying, working, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

const cwd = '/work';
const stdio = { type: 'stdio', name: 'files', command: '/bin/files', args: [], env: [] } as const;
const http = { type: 'http', name: 'web', url: 'https://example.org', headers: [] } as const;

/** An agent that has introduced itself. */
async function introduced(stand: Stand, options: AgentOptions = {}): Promise<WireJudge> {
  const judge = stand.agent(replying, { options });
  await judge.introduce();
  return judge;
}

/** What opening a session with `params` is refused with. */
const refusal = async (judge: WireJudge, params: object): Promise<number | undefined> =>
  (await judge.ask('session/new', { cwd, ...params })).error?.code;

/** How many sessions an agent lists. */
async function countSessions(judge: WireJudge): Promise<number> {
  const { result } = await judge.ask('session/list', {});
  return ((result?.['sessions'] ?? []) as readonly unknown[]).length;
}

/** An agent with a session in which something was said, and what comes when it is resumed. */
async function resumed(
  stand: Stand,
  params: object,
): Promise<{ judge: WireJudge; before: number; id: string; messageId: unknown }> {
  const judge = stand.agent();
  const sessionId = await judge.open();
  const { result } = await judge.prompt(sessionId);
  const before = judge.received.length;
  const id = await judge.begin('session/resume', { sessionId, cwd, ...params });
  return { judge, before, id, messageId: result?.['messageId'] };
}

/** An agent that answers every prompt with how its session is set up. */
const describing = (stand: Stand): WireJudge =>
  stand.agent(
    async ({ message, session: { cwd: directory, additionalDirectories, mcpServers } }) => {
      await message.append(JSON.stringify({ cwd: directory, additionalDirectories, mcpServers }));
    },
    { options: { additionalDirectories: true, mcp: ['stdio'] } },
  );

/** What it has answered. */
const descriptions = (judge: WireJudge): unknown[] =>
  judge
    .updates('agent_message_chunk')
    .map((update) => JSON.parse((update['content'] as { readonly text: string }).text) as unknown);

/** A session that was opened with everything, closed, resumed with nothing, and described both times. */
async function reopened(stand: Stand): Promise<unknown[]> {
  const judge = describing(stand);
  const sessionId = await judge.open({}, { additionalDirectories: ['/more'], mcpServers: [stdio] });
  await judge.prompt(sessionId);
  await judge.ask('session/close', { sessionId });
  expect(await judge.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
  await judge.prompt(sessionId);
  return descriptions(judge);
}

/** The kinds of the updates that came after `before` messages. */
const kindsSince = (judge: WireJudge, before: number): unknown[] =>
  judge.received
    .slice(before)
    .map(({ params }) => (params?.['update'] as { sessionUpdate?: unknown } | undefined)?.sessionUpdate);

describe('a new session', { timeout: slow }, () => {
  provesOnWire('SETUP-01', {
    agent: async (stand) => {
      const judge = await introduced(stand);
      const ids = [];
      for (let count = 0; count < 3; count += 1)
        ids.push((await judge.ask('session/new', { cwd })).result?.['sessionId']);
      expect(new Set(ids).size).toBe(3);
    },
  });

  provesOnWire('SETUP-02', {
    agent: async (stand) => {
      const judge = await introduced(stand);
      for (const wrong of ['work', './work', '']) expect(await refusal(judge, { cwd: wrong }), wrong).toBe(-32_602);
      expect(await countSessions(judge)).toBe(0);
    },
  });

  provesOnWire('SETUP-03', {
    agent: async (stand) => {
      const judge = describing(stand);
      const sessionId = await judge.open({}, { cwd: '/elsewhere' });
      await judge.prompt(sessionId);
      expect(descriptions(judge)).toMatchObject([{ cwd: '/elsewhere' }]);
    },
  });

  provesOnWire('SETUP-04', {
    title: 'the bundled agent reads below its directories, and nowhere else',
    agent: async (stand) => {
      using home = folderOf({ 'work/rose.md': '', 'more/lily.md': 'A lily is white.', 'key.txt': 'The key is 42.' });
      const judge = bundledAgent(stand);
      const more = join(home.path, 'more');
      const sessionId = await openBundled(judge, { cwd: join(home.path, 'work'), additionalDirectories: [more] });
      expect(await say(judge, sessionId, `/read ${more}/lily.md`)).toContain('A lily is white.');
      expect(await say(judge, sessionId, `/read ${home.path}/key.txt`)).not.toContain('The key is 42.');
      expect(await say(judge, sessionId, '/read ../key.txt')).not.toContain('The key is 42.');
    },
  });

  provesOnWire('SETUP-07', {
    agent: async (stand) => {
      const judge = await introduced(stand, { mcp: ['stdio'] });
      expect(await refusal(judge, { mcpServers: [http] })).toBe(-32_602);
      expect(await refusal(judge, { mcpServers: [stdio] })).toBeUndefined();
    },
    client: async (stand) => {
      const { judge, connection } = await stand.client({ capabilities: { session: { mcp: { stdio: {} } } } });
      await isOver(
        Promise.allSettled([
          connection.newSession({ cwd, mcpServers: [http] }),
          connection.newSession({ cwd, mcpServers: [stdio] }),
        ]),
      );
      expect(judge.all('session/new').map(({ params }) => params?.['mcpServers'])).toEqual([[stdio]]);
    },
  });

  provesOnWire('SETUP-19', {
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      judge.whenever('session/new', () => {
        void judge.state('early', 'running');
        return { sessionId: 'early' };
      });
      const session = await now(connection.newSession({ cwd }), 'the client opens no session');
      expect(session.isBusy).toBe(true);
    },
  });

  provesOnWire('SETUP-24', {
    agent: async (stand) => {
      const judge = await introduced(stand, { mcp: ['stdio'] });
      expect(await refusal(judge, { mcpServers: null })).toBeUndefined();
      expect(await refusal(judge, { mcpServers: [{ ...stdio, args: null, env: null }] })).toBeUndefined();
    },
  });

  provesOnWire('SETUP-25', {
    agent: async (stand) => {
      const judge = await introduced(stand, { systemPrompt: 'append' });
      const content = [{ type: 'text', text: 'Be brief.' }];
      expect(await refusal(judge, { systemPrompt: { mode: 'override', content } })).toBe(-32_602);
      expect(await countSessions(judge)).toBe(0);
      expect(await refusal(judge, { systemPrompt: { mode: 'append', content } })).toBeUndefined();
    },
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      const systemPrompt = { mode: 'append', content: [{ type: 'text', text: 'Be brief.' }] } as const;
      await isOver(Promise.allSettled([connection.newSession({ cwd, systemPrompt })]));
      expect(judge.all('session/new')).toEqual([]);
    },
  });
});

describe('a resumed session', () => {
  provesOnWire('SETUP-14', {
    agent: async (stand) => {
      const { judge, before, id } = await resumed(stand, {});
      expect(judge.answerTo(id)).toHaveProperty('result');
      expect(kindsSince(judge, before)).toEqual(['state_update', undefined]);
    },
  });

  provesOnWire('SETUP-15', {
    agent: async (stand) => {
      const { judge, before } = await resumed(stand, { replayFrom: { type: 'start' } });
      const whole = ['user_message', 'agent_message', 'state_update', undefined];
      expect(kindsSince(judge, before)).toEqual(whole);
      const silent = await resumed(stand, { replayFrom: null });
      expect(kindsSince(silent.judge, silent.before)).toEqual(['state_update', undefined]);
    },
  });

  provesOnWire('SETUP-16', {
    agent: async (stand) => {
      for (const replayFrom of [{ type: 'message', messageId: 'm1' }, { type: '_yesterday' }, 'start']) {
        const { judge, before, id } = await resumed(stand, { replayFrom });
        expect(judge.answerTo(id).error?.code).toBe(-32_602);
        expect(kindsSince(judge, before)).toEqual([undefined]);
      }
    },
  });

  provesOnWire('SETUP-17', {
    agent: async (stand) => {
      const { judge, messageId } = await resumed(stand, { replayFrom: { type: 'start' } });
      const idsOf = (kind: string): unknown[] => judge.updates(kind).map((update) => update['messageId']);
      expect(idsOf('user_message')).toEqual([messageId, messageId]);
      expect(idsOf('agent_message')).toEqual(idsOf('agent_message_chunk'));
    },
  });

  provesOnWire('SETUP-18', {
    agent: async (stand) => {
      const judge = stand.agent(working);
      const sessionId = await judge.open();
      await judge.prompt(sessionId);
      const before = judge.received.length;
      const id = await judge.begin('session/resume', { sessionId, cwd });
      const [state, answer, ...more] = judge.received.slice(before);
      expect(state?.params?.['update']).toMatchObject({ sessionUpdate: 'state_update', state: 'running' });
      expect(answer?.id).toBe(id);
      expect(more).toEqual([]);
    },
  });

  provesOnWire('SETUP-20', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      expect((await judge.ask('session/resume', { sessionId, cwd: '/elsewhere' })).error?.code).toBe(-32_602);
      expect(await judge.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
    },
  });

  provesOnWire('SETUP-21', {
    agent: async (stand) => {
      expect(await reopened(stand)).toMatchObject([{ mcpServers: [stdio] }, { mcpServers: [] }]);
    },
  });

  provesOnWire('SETUP-22', {
    agent: async (stand) => {
      const judge = await introduced(stand);
      const sessionId = 'nobody';
      for (const [method, params] of [
        ['session/resume', { sessionId, cwd }],
        ['session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] }],
        ['session/fork', { sessionId, cwd }],
      ] as const) {
        const { error } = await judge.ask(method, params);
        expect({ code: error?.code, data: error?.data }, method).toEqual({ code: -32_002, data: { sessionId } });
      }
    },
  });
});

describe('additional directories', { timeout: slow }, () => {
  provesOnWire('DIRS-01', {
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      await isOver(Promise.allSettled([connection.newSession({ cwd, additionalDirectories: ['/more'] })]));
      expect(judge.all('session/new')).toEqual([]);
    },
  });

  provesOnWire('DIRS-02', {
    agent: async (stand) => {
      const judge = await introduced(stand, { additionalDirectories: true });
      for (const additionalDirectories of [['more'], ['/more', ''], [7], '/more']) {
        expect(await refusal(judge, { additionalDirectories }), JSON.stringify(additionalDirectories)).toBe(-32_602);
      }
      expect(await countSessions(judge)).toBe(0);
    },
  });

  provesOnWire('DIRS-03', {
    agent: async (stand) => {
      const judge = describing(stand);
      await judge.introduce();
      for (const params of [{}, { additionalDirectories: [] }]) {
        const { result } = await judge.ask('session/new', { cwd, ...params });
        await judge.prompt(String(result?.['sessionId']));
      }
      expect(descriptions(judge)).toMatchObject([{ additionalDirectories: [] }, { additionalDirectories: [] }]);
    },
  });

  provesOnWire('DIRS-04', {
    agent: async (stand) => {
      const [before, after] = await reopened(stand);
      expect(before).toMatchObject({ additionalDirectories: ['/more'] });
      expect(after).toMatchObject({ additionalDirectories: [] });
    },
  });

  provesOnWire('DIRS-05', {
    agent: async (stand) => {
      const judge = describing(stand);
      const sessionId = await judge.open({}, { additionalDirectories: ['/first'] });
      for (const additionalDirectories of [['/second'], ['/third', '/first']]) {
        await judge.ask('session/resume', { sessionId, cwd, additionalDirectories });
        await judge.prompt(sessionId);
        const { result } = await judge.ask('session/list', {});
        expect(descriptions(judge).at(-1)).toMatchObject({ additionalDirectories });
        expect(result?.['sessions']).toMatchObject([{ additionalDirectories }]);
      }
    },
  });

  provesOnWire('DIRS-06', {
    title: 'the bundled agent looks for relative paths in the working directory alone',
    agent: async (stand) => {
      using home = folderOf({ 'work/rose.md': 'A rose is red.', 'more/lily.md': 'A lily is white.' });
      const judge = bundledAgent(stand);
      const more = join(home.path, 'more');
      const sessionId = await openBundled(judge, { cwd: join(home.path, 'work'), additionalDirectories: [more] });
      expect(await say(judge, sessionId, '/read rose.md')).toContain('A rose is red.');
      expect(await say(judge, sessionId, '/read lily.md')).not.toContain('A lily is white.');
    },
  });

  provesOnWire('DIRS-07', {
    agent: async (stand) => {
      expect(await refusal(await introduced(stand), { additionalDirectories: ['/more'] })).toBe(-32_602);
    },
  });

  provesOnWire('DIRS-08', {
    client: async (stand) => {
      const { judge, connection } = await stand.client({ capabilities: { session: { additionalDirectories: {} } } });
      const additionalDirectories = ['/more', cwd, '/most', '/more'];
      await isOver(Promise.allSettled([connection.newSession({ cwd, additionalDirectories })]));
      expect(judge.last('session/new').params).toMatchObject({ cwd, additionalDirectories: ['/more', '/most'] });
    },
  });

  provesOnWire('DIRS-09', {
    agent: async (stand) => {
      const judge = await introduced(stand, { additionalDirectories: true });
      await judge.ask('session/new', { cwd, additionalDirectories: ['/b', '/a'] });
      const { result } = await judge.ask('session/list', {});
      expect(result?.['sessions']).toMatchObject([{ cwd, additionalDirectories: ['/b', '/a'] }]);
    },
  });

  provesOnWire('DIRS-11', {
    title: 'the bundled agent lets the instructions of earlier directories count for more',
    agent: async (stand) => {
      await using server = await modelServer({ turns: [{ text: 'Done.' }], models: ['oracle'] });
      using home = folderOf({ 'a/AGENTS.md': 'Water.', 'b/AGENTS.md': 'Dig.', 'c/AGENTS.md': 'Rest.' });
      const [work, ...additionalDirectories] = ['a', 'b', 'c'].map((name) => join(home.path, name));
      const judge = bundledAgent(stand, server.url);
      await say(judge, await openBundled(judge, { cwd: work, additionalDirectories }), 'Begin.');
      expect(JSON.stringify(server.requests[0]?.body)).toMatch(/Water\..*Dig\..*Rest\..*the earlier ones count/u);
    },
  });

  provesOnWire('DIRS-12', {
    title: 'a copy has the directories that it was given, and none of its source',
    agent: async (stand) => {
      const judge = await introduced(stand, { additionalDirectories: true });
      const { result } = await judge.ask('session/new', { cwd, additionalDirectories: ['/more'] });
      const sessionId = result?.['sessionId'];
      await judge.ask('session/fork', { sessionId, cwd });
      await judge.ask('session/fork', { sessionId, cwd, additionalDirectories: ['/other'] });
      const listed = await judge.ask('session/list', {});
      const sessions = (listed.result?.['sessions'] ?? []) as readonly Fields[];
      const roots = sessions.map(({ additionalDirectories }) => JSON.stringify(additionalDirectories ?? []));
      expect(roots.toSorted()).toEqual(['["/more"]', '["/other"]', '[]']);
    },
  });
});
