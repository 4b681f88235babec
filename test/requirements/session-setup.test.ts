/** The rules of opening sessions and of their directories, proved on the wire. */
import { join } from 'node:path';

import type { AgentOptions } from '@acp-stack/sdk';
import { modelServer } from '@acp-stack/testing/model-server';
import { describe, expect } from 'vitest';

import { bundledAgent, folderOf, openBundled, say } from './bundled-agent.ts';
import { isOver, now, replying, working, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

const cwd = '/work';
const stdio = { type: 'stdio', name: 'files', command: '/bin/files', args: [], env: [] } as const;
const http = { type: 'http', name: 'web', url: 'https://example.org', headers: [] } as const;

/** An agent that has introduced itself. */
async function introduced(fixture: ProgramFixture, options: AgentOptions = {}): Promise<WireTester> {
  const tester = fixture.agent(replying, { options });
  await tester.introduce();
  return tester;
}

/** What opening a session with `params` is refused with. */
const refusal = async (tester: WireTester, params: object): Promise<number | undefined> =>
  (await tester.ask('session/new', { cwd, ...params })).error?.code;

/** How many sessions an agent lists. */
async function countSessions(tester: WireTester): Promise<number> {
  const { result } = await tester.ask('session/list', {});
  return ((result?.['sessions'] ?? []) as readonly unknown[]).length;
}

/** An agent with a session in which something was said, and what comes when it is resumed. */
async function resumed(
  fixture: ProgramFixture,
  params: object,
): Promise<{ tester: WireTester; before: number; id: string; messageId: unknown }> {
  const tester = fixture.agent();
  const sessionId = await tester.open();
  const { result } = await tester.prompt(sessionId);
  const before = tester.received.length;
  const id = await tester.begin('session/resume', { sessionId, cwd, ...params });
  return { tester, before, id, messageId: result?.['messageId'] };
}

/** An agent that answers every prompt with how its session is set up. */
const describing = (fixture: ProgramFixture): WireTester =>
  fixture.agent(
    async ({ message, session: { cwd: directory, additionalDirectories, mcpServers } }) => {
      await message.append(JSON.stringify({ cwd: directory, additionalDirectories, mcpServers }));
    },
    { options: { additionalDirectories: true, mcp: ['stdio'] } },
  );

/** What it has answered. */
const descriptions = (tester: WireTester): unknown[] =>
  tester
    .updates('agent_message_chunk')
    .map((update) => JSON.parse((update['content'] as { readonly text: string }).text) as unknown);

/** A session that was opened with everything, closed, resumed with nothing, and described both times. */
async function reopened(fixture: ProgramFixture): Promise<unknown[]> {
  const tester = describing(fixture);
  const sessionId = await tester.open({}, { additionalDirectories: ['/more'], mcpServers: [stdio] });
  await tester.prompt(sessionId);
  await tester.ask('session/close', { sessionId });
  expect(await tester.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
  await tester.prompt(sessionId);
  return descriptions(tester);
}

/** The kinds of the updates that came after `before` messages. */
const kindsSince = (tester: WireTester, before: number): unknown[] =>
  tester.received
    .slice(before)
    .map(({ params }) => (params?.['update'] as { sessionUpdate?: unknown } | undefined)?.sessionUpdate);

describe('a new session', () => {
  provesOnWire('SETUP-01', {
    agent: async (fixture) => {
      const tester = await introduced(fixture);
      const ids = [];
      for (let count = 0; count < 3; count += 1)
        ids.push((await tester.ask('session/new', { cwd })).result?.['sessionId']);
      expect(new Set(ids).size).toBe(3);
    },
  });

  provesOnWire('SETUP-02', {
    agent: async (fixture) => {
      const tester = await introduced(fixture);
      for (const wrong of ['work', './work', '']) expect(await refusal(tester, { cwd: wrong }), wrong).toBe(-32_602);
      expect(await countSessions(tester)).toBe(0);
    },
  });

  provesOnWire('SETUP-03', {
    agent: async (fixture) => {
      const tester = describing(fixture);
      const sessionId = await tester.open({}, { cwd: '/elsewhere' });
      await tester.prompt(sessionId);
      expect(descriptions(tester)).toMatchObject([{ cwd: '/elsewhere' }]);
    },
  });

  provesOnWire('SETUP-04', {
    title: 'the bundled agent reads below its directories, and nowhere else',
    agent: async (fixture) => {
      using home = folderOf({ 'work/rose.md': '', 'more/lily.md': 'A lily is white.', 'key.txt': 'The key is 42.' });
      const tester = bundledAgent(fixture);
      const more = join(home.path, 'more');
      const sessionId = await openBundled(tester, { cwd: join(home.path, 'work'), additionalDirectories: [more] });
      expect(await say(tester, sessionId, `/read ${more}/lily.md`)).toContain('A lily is white.');
      expect(await say(tester, sessionId, `/read ${home.path}/key.txt`)).not.toContain('The key is 42.');
      expect(await say(tester, sessionId, '/read ../key.txt')).not.toContain('The key is 42.');
    },
  });

  provesOnWire('SETUP-07', {
    agent: async (fixture) => {
      const tester = await introduced(fixture, { mcp: ['stdio'] });
      expect(await refusal(tester, { mcpServers: [http] })).toBe(-32_602);
      expect(await refusal(tester, { mcpServers: [stdio] })).toBeUndefined();
    },
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({ capabilities: { session: { mcp: { stdio: {} } } } });
      await isOver(
        Promise.allSettled([
          connection.newSession({ cwd, mcpServers: [http] }),
          connection.newSession({ cwd, mcpServers: [stdio] }),
        ]),
      );
      expect(tester.all('session/new').map(({ params }) => params?.['mcpServers'])).toEqual([[stdio]]);
    },
  });

  provesOnWire('SETUP-19', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      tester.whenever('session/new', () => {
        void tester.state('early', 'running');
        return { sessionId: 'early' };
      });
      const session = await now(connection.newSession({ cwd }), 'the client opens no session');
      expect(session.isBusy).toBe(true);
    },
  });

  provesOnWire('SETUP-24', {
    agent: async (fixture) => {
      const tester = await introduced(fixture, { mcp: ['stdio'] });
      expect(await refusal(tester, { mcpServers: null })).toBeUndefined();
      expect(await refusal(tester, { mcpServers: [{ ...stdio, args: null, env: null }] })).toBeUndefined();
    },
  });

  provesOnWire('SETUP-25', {
    agent: async (fixture) => {
      const tester = await introduced(fixture, { systemPrompt: 'append' });
      const content = [{ type: 'text', text: 'Be brief.' }];
      expect(await refusal(tester, { systemPrompt: { mode: 'override', content } })).toBe(-32_602);
      expect(await countSessions(tester)).toBe(0);
      expect(await refusal(tester, { systemPrompt: { mode: 'append', content } })).toBeUndefined();
    },
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      const systemPrompt = { mode: 'append', content: [{ type: 'text', text: 'Be brief.' }] } as const;
      await isOver(Promise.allSettled([connection.newSession({ cwd, systemPrompt })]));
      expect(tester.all('session/new')).toEqual([]);
    },
  });

  provesOnWire('SETUP-27', {
    agent: async (fixture) => {
      const tester = fixture.agent(undefined, { options: { mcp: ['stdio', 'sse'] } });
      const { result } = await tester.introduce({ protocolVersion: 2 });
      expect(result?.['capabilities']).toMatchObject({ session: { mcp: { stdio: {} } } });
      expect(JSON.stringify(result)).not.toContain('sse');
      const server = { type: 'sse', name: 'old', url: 'https://mcp.example', headers: [] };
      expect(await refusal(tester, { mcpServers: [server] })).toBe(-32_602);
      expect(await refusal(tester, {})).toBeUndefined();
    },
  });
});

describe('a resumed session', () => {
  provesOnWire('SETUP-14', {
    agent: async (fixture) => {
      const { tester, before, id } = await resumed(fixture, {});
      expect(tester.answerTo(id)).toHaveProperty('result');
      expect(kindsSince(tester, before)).toEqual(['state_update', undefined]);
    },
  });

  provesOnWire('SETUP-15', {
    agent: async (fixture) => {
      const { tester, before } = await resumed(fixture, { replayFrom: { type: 'start' } });
      const whole = ['user_message', 'agent_message', 'state_update', undefined];
      expect(kindsSince(tester, before)).toEqual(whole);
      const silent = await resumed(fixture, { replayFrom: null });
      expect(kindsSince(silent.tester, silent.before)).toEqual(['state_update', undefined]);
    },
  });

  provesOnWire('SETUP-16', {
    agent: async (fixture) => {
      for (const replayFrom of [{ type: 'message', messageId: 'm1' }, { type: '_yesterday' }, 'start']) {
        const { tester, before, id } = await resumed(fixture, { replayFrom });
        expect(tester.answerTo(id).error?.code).toBe(-32_602);
        expect(kindsSince(tester, before)).toEqual([undefined]);
      }
    },
  });

  provesOnWire('SETUP-17', {
    agent: async (fixture) => {
      const { tester, messageId } = await resumed(fixture, { replayFrom: { type: 'start' } });
      const idsOf = (kind: string): unknown[] => tester.updates(kind).map((update) => update['messageId']);
      expect(idsOf('user_message')).toEqual([messageId, messageId]);
      expect(idsOf('agent_message')).toEqual(idsOf('agent_message_chunk'));
    },
  });

  provesOnWire('SETUP-28', {
    title: 'a replay from the start begins with the first message',
    agent: async (fixture) => {
      const { tester, before, messageId } = await resumed(fixture, { replayFrom: { type: 'start' } });
      const [first] = tester.received.slice(before);
      expect(first?.params?.['update']).toMatchObject({ sessionUpdate: 'user_message', messageId });
    },
  });

  provesOnWire('SETUP-18', {
    agent: async (fixture) => {
      const tester = fixture.agent(working);
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      const before = tester.received.length;
      const id = await tester.begin('session/resume', { sessionId, cwd });
      const [state, answer, ...more] = tester.received.slice(before);
      expect(state?.params?.['update']).toMatchObject({ sessionUpdate: 'state_update', state: 'running' });
      expect(answer?.id).toBe(id);
      expect(more).toEqual([]);
    },
  });

  provesOnWire('SETUP-20', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      expect((await tester.ask('session/resume', { sessionId, cwd: '/elsewhere' })).error?.code).toBe(-32_602);
      expect(await tester.ask('session/resume', { sessionId, cwd })).toHaveProperty('result');
    },
  });

  provesOnWire('SETUP-21', {
    agent: async (fixture) => {
      expect(await reopened(fixture)).toMatchObject([{ mcpServers: [stdio] }, { mcpServers: [] }]);
    },
  });

  provesOnWire('SETUP-22', {
    agent: async (fixture) => {
      const tester = await introduced(fixture);
      const sessionId = 'unknown';
      for (const [method, params] of [
        ['session/resume', { sessionId, cwd }],
        ['session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] }],
        ['session/fork', { sessionId, cwd }],
      ] as const) {
        const { error } = await tester.ask(method, params);
        expect({ code: error?.code, data: error?.data }, method).toEqual({ code: -32_002, data: { sessionId } });
      }
    },
  });
});

describe('additional directories', () => {
  provesOnWire('DIRS-01', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      await isOver(Promise.allSettled([connection.newSession({ cwd, additionalDirectories: ['/more'] })]));
      expect(tester.all('session/new')).toEqual([]);
    },
  });

  provesOnWire('DIRS-02', {
    agent: async (fixture) => {
      const tester = await introduced(fixture, { additionalDirectories: true });
      for (const additionalDirectories of [['more'], ['/more', ''], [7], '/more']) {
        expect(await refusal(tester, { additionalDirectories }), JSON.stringify(additionalDirectories)).toBe(-32_602);
      }
      expect(await countSessions(tester)).toBe(0);
    },
  });

  provesOnWire('DIRS-03', {
    agent: async (fixture) => {
      const tester = describing(fixture);
      await tester.introduce();
      for (const params of [{}, { additionalDirectories: [] }]) {
        const { result } = await tester.ask('session/new', { cwd, ...params });
        await tester.prompt(String(result?.['sessionId']));
      }
      expect(descriptions(tester)).toMatchObject([{ additionalDirectories: [] }, { additionalDirectories: [] }]);
    },
  });

  provesOnWire('DIRS-04', {
    agent: async (fixture) => {
      const [before, after] = await reopened(fixture);
      expect(before).toMatchObject({ additionalDirectories: ['/more'] });
      expect(after).toMatchObject({ additionalDirectories: [] });
    },
  });

  provesOnWire('DIRS-05', {
    agent: async (fixture) => {
      const tester = describing(fixture);
      const sessionId = await tester.open({}, { additionalDirectories: ['/first'] });
      for (const additionalDirectories of [['/second'], ['/third', '/first']]) {
        await tester.ask('session/resume', { sessionId, cwd, additionalDirectories });
        await tester.prompt(sessionId);
        const { result } = await tester.ask('session/list', {});
        expect(descriptions(tester).at(-1)).toMatchObject({ additionalDirectories });
        expect(result?.['sessions']).toMatchObject([{ additionalDirectories }]);
      }
    },
  });

  provesOnWire('DIRS-06', {
    title: 'the bundled agent looks for relative paths in the working directory alone',
    agent: async (fixture) => {
      using home = folderOf({ 'work/rose.md': 'A rose is red.', 'more/lily.md': 'A lily is white.' });
      const tester = bundledAgent(fixture);
      const more = join(home.path, 'more');
      const sessionId = await openBundled(tester, { cwd: join(home.path, 'work'), additionalDirectories: [more] });
      expect(await say(tester, sessionId, '/read rose.md')).toContain('A rose is red.');
      expect(await say(tester, sessionId, '/read lily.md')).not.toContain('A lily is white.');
    },
  });

  provesOnWire('DIRS-07', {
    agent: async (fixture) => {
      expect(await refusal(await introduced(fixture), { additionalDirectories: ['/more'] })).toBe(-32_602);
    },
  });

  provesOnWire('DIRS-08', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client({ capabilities: { session: { additionalDirectories: {} } } });
      const additionalDirectories = ['/more', cwd, '/most', '/more'];
      await isOver(Promise.allSettled([connection.newSession({ cwd, additionalDirectories })]));
      expect(tester.last('session/new').params).toMatchObject({ cwd, additionalDirectories: ['/more', '/most'] });
    },
  });

  provesOnWire('DIRS-09', {
    agent: async (fixture) => {
      const tester = await introduced(fixture, { additionalDirectories: true });
      await tester.ask('session/new', { cwd, additionalDirectories: ['/b', '/a'] });
      const { result } = await tester.ask('session/list', {});
      expect(result?.['sessions']).toMatchObject([{ cwd, additionalDirectories: ['/b', '/a'] }]);
    },
  });

  provesOnWire('DIRS-11', {
    title: 'the bundled agent lets the instructions of earlier directories count for more',
    agent: async (fixture) => {
      await using server = await modelServer({ turns: [{ text: 'Done.' }], models: ['oracle'] });
      using home = folderOf({ 'a/AGENTS.md': 'Water.', 'b/AGENTS.md': 'Dig.', 'c/AGENTS.md': 'Rest.' });
      const [work, ...additionalDirectories] = ['a', 'b', 'c'].map((name) => join(home.path, name));
      const tester = bundledAgent(fixture, server.url);
      await say(tester, await openBundled(tester, { cwd: work, additionalDirectories }), 'Begin.');
      expect(JSON.stringify(server.requests[0]?.body)).toMatch(/Water\..*Dig\..*Rest\..*the earlier ones count/u);
    },
  });

  provesOnWire('DIRS-13', {
    title: 'the bundled agent reads the instructions of each additional directory',
    agent: async (fixture) => {
      await using server = await modelServer({ turns: [{ text: 'Done.' }], models: ['oracle'] });
      using home = folderOf({ 'a/AGENTS.md': 'Water.', 'b/AGENTS.md': 'Dig.' });
      const [work, more] = ['a', 'b'].map((name) => join(home.path, name));
      const tester = bundledAgent(fixture, server.url);
      await say(tester, await openBundled(tester, { cwd: work, additionalDirectories: [more] }), 'Begin.');
      expect(JSON.stringify(server.requests[0]?.body)).toContain('Dig.');
    },
  });

  provesOnWire('TURN-11', {
    title: 'the bundled agent reports the usage of a session that is resumed',
    agent: async (fixture) => {
      const turns = [{ text: 'Done.', usage: { input: 10, output: 5 } }];
      await using server = await modelServer({ turns, models: ['oracle'] });
      using home = folderOf({});
      const tester = bundledAgent(fixture, server.url);
      const sessionId = await openBundled(tester, { cwd: home.path });
      await say(tester, sessionId, 'Begin.');
      const before = tester.updates('usage_update').length;
      const id = await tester.begin('session/resume', { sessionId, cwd: home.path });
      await tester.until(() => tester.isAnswered(id), 'session/resume was not answered');
      const later = await tester.begin('session/list', {});
      await tester.until(() => tester.isAnswered(later), 'session/list was not answered');
      expect(tester.updates('usage_update').slice(before)).toMatchObject([{ used: 15, size: 100_000 }]);
    },
  });

  provesOnWire('DIRS-12', {
    title: 'a copy has the directories that it was given, and none of its source',
    agent: async (fixture) => {
      const tester = await introduced(fixture, { additionalDirectories: true });
      const { result } = await tester.ask('session/new', { cwd, additionalDirectories: ['/more'] });
      const sessionId = result?.['sessionId'];
      await tester.ask('session/fork', { sessionId, cwd });
      await tester.ask('session/fork', { sessionId, cwd, additionalDirectories: ['/other'] });
      const listed = await tester.ask('session/list', {});
      const sessions = (listed.result?.['sessions'] ?? []) as readonly Fields[];
      const roots = sessions.map(({ additionalDirectories }) => JSON.stringify(additionalDirectories ?? []));
      expect(roots.toSorted()).toEqual(['["/more"]', '["/other"]', '[]']);
    },
  });
});
