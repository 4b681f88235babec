/** The rules of listing sessions, and of what happens to listed ones, proved on the wire. */
import type { AgentSession } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, working, type ProgramFixture } from './program-fixture.ts';
import type { Fields, WireTester } from './wire-tester.ts';
import { provesOnWire } from './wire-proof.ts';

/** An agent with sessions in these directories. */
async function stocked(
  fixture: ProgramFixture,
  ...directories: readonly string[]
): Promise<{ tester: WireTester; ids: string[] }> {
  const tester = fixture.agent();
  await tester.introduce();
  const ids: string[] = [];
  for (const cwd of directories) ids.push(String((await tester.ask('session/new', { cwd })).result?.['sessionId']));
  return { tester, ids };
}

/** The sessions in a list. */
async function listed(tester: WireTester, params: object = {}): Promise<readonly Fields[]> {
  const { result } = await tester.ask('session/list', params);
  expect(result?.['sessions']).toBeInstanceOf(Array);
  return result?.['sessions'] as readonly Fields[];
}

const idsOf = (sessions: readonly Fields[]): string[] => sessions.map(({ sessionId }) => String(sessionId)).toSorted();

describe('a list', () => {
  provesOnWire('LIST-02', {
    agent: async (fixture) => {
      const { tester } = await stocked(fixture);
      expect((await tester.ask('session/list', {})).result).toEqual({ sessions: [] });
    },
  });

  provesOnWire('LIST-03', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      const pages = [{ nextCursor: ' =a/b+ ' }, { nextCursor: '' }, {}];
      tester.whenever('session/list', () => ({ sessions: [], ...pages.shift() }));
      expect(await isOver(connection.list().next())).toBe(true);
      const cursors = tester.all('session/list').map(({ params }) => params?.['cursor']);
      expect(cursors).toEqual([undefined, ' =a/b+ ', '']);
    },
  });

  provesOnWire('LIST-04', {
    agent: async (fixture) => {
      const { tester } = await stocked(fixture, '/work');
      expect((await tester.ask('session/list', { cursor: 'not-a-cursor' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('LIST-05', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a', '/a/b', '/c');
      expect(idsOf(await listed(tester, { cwd: '/a' }))).toEqual([ids[0]]);
      expect((await tester.ask('session/list', { cwd: 'a' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('LIST-06', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/work');
      const [sessionId] = ids;
      await tester.ask('session/close', { sessionId });
      const before = tester.received.length;
      const first = await listed(tester);
      expect(await listed(tester)).toEqual(first);
      expect(tester.received.length).toBe(before + 2);
      expect((await tester.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
    },
  });

  provesOnWire('LIST-07', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/work');
      const [session] = await listed(tester);
      expect(session).toMatchObject({ sessionId: ids[0], cwd: '/work' });
      expect(session?.['updatedAt']).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u));
    },
  });

  provesOnWire('LIST-08', {
    agent: async (fixture) => {
      const sessions: AgentSession[] = [];
      const tester = fixture.agent(({ session }) => void sessions.push(session));
      await tester.prompt(await tester.open());
      await isOver(sessions[0]?.setTitle('Repairs') ?? Promise.resolve());
      expect(tester.updates('session_info_update').map(({ title }) => title)).toEqual(['Repairs']);
      expect(await listed(tester)).toMatchObject([{ title: 'Repairs' }]);
    },
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      const titles: unknown[] = [];
      for (const change of [{ title: 'Repairs' }, { updatedAt: '2026-01-01T00:00:00Z' }, { title: null }]) {
        await tester.update('s1', 'session_info_update', change);
        titles.push(session.info.title ?? undefined);
      }
      expect(titles).toEqual(['Repairs', 'Repairs', undefined]);
    },
  });
});

describe('the end of a session', () => {
  provesOnWire('DEL-01', {
    client: async (fixture) => {
      const { tester, connection } = await fixture.client();
      await isOver(Promise.allSettled([connection.delete('s1')]));
      expect(tester.all('session/delete')).toEqual([]);
    },
  });

  provesOnWire('DEL-02', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a', '/b');
      expect(await tester.ask('session/delete', { sessionId: ids[0] })).toHaveProperty('result');
      expect(idsOf(await listed(tester))).toEqual([ids[1]]);
    },
  });

  provesOnWire('DEL-03', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      for (const sessionId of [ids[0], ids[0], 'unknown']) {
        expect(await tester.ask('session/delete', { sessionId })).toHaveProperty('result');
      }
    },
  });

  /** An agent that works on a prompt, and holds another one. */
  const busy = async (fixture: ProgramFixture): Promise<{ tester: WireTester; sessionId: string; held: string }> => {
    const tester = fixture.agent(working);
    const sessionId = await tester.open();
    await tester.prompt(sessionId);
    return { tester, sessionId, held: await tester.beginPrompt(sessionId) };
  };

  provesOnWire('CLOSE-02', {
    agent: async (fixture) => {
      const { tester, sessionId } = await busy(fixture);
      expect((await tester.ask('session/close', { sessionId })).result).toEqual({});
      expect(tester.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
      expect((await tester.prompt(sessionId)).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('CLOSE-03', {
    title: 'closing what is not open succeeds',
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      for (const sessionId of [ids[0], ids[0], 'unknown']) {
        expect(await tester.ask('session/close', { sessionId })).toHaveProperty('result');
      }
    },
  });

  provesOnWire('CLOSE-04', {
    agent: async (fixture) => {
      const { tester, sessionId, held } = await busy(fixture);
      const closing = await tester.begin('session/close', { sessionId });
      expect(tester.answerTo(held, 'the held prompt').error?.code).toBe(-32_800);
      expect(tester.answerTo(closing)).toHaveProperty('result');
      expect(tester.received.at(-1)?.id).toBe(closing);
      expect(tester.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    },
  });
});

describe('copies, archives, states and titles', () => {
  provesOnWire('FORK-01', {
    client: async (fixture) => {
      const { tester, open } = await fixture.client();
      const session = await open();
      await isOver(Promise.allSettled([session.fork()]));
      expect(tester.all('session/fork')).toEqual([]);
    },
  });

  provesOnWire('FORK-02', {
    agent: async (fixture) => {
      const tester = fixture.agent();
      const sessionId = await tester.open();
      await tester.prompt(sessionId);
      const { result } = await tester.ask('session/fork', { sessionId, cwd: '/work' });
      expect(result?.['sessionId']).toEqual(expect.any(String));
      expect(result?.['sessionId']).not.toBe(sessionId);
      expect(await listed(tester)).toHaveLength(2);
      await tester.prompt(String(result?.['sessionId']));
      const before = tester.updates('user_message').length;
      await tester.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      expect(tester.updates('user_message').slice(before)).toHaveLength(1);
    },
  });

  provesOnWire('ARCH-01', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a', '/b');
      const [sessionId] = ids;
      for (let time = 0; time < 2; time += 1) {
        expect(await tester.ask('session/archive', { sessionId })).toHaveProperty('result');
      }
      expect(idsOf(await listed(tester))).toEqual([ids[1]]);
      expect(idsOf(await listed(tester, { archived: 'only' }))).toEqual([sessionId]);
      expect((await tester.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
      expect((await tester.ask('session/archive', { sessionId: 'unknown' })).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('ARCH-02', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      const [sessionId] = ids;
      await tester.ask('session/archive', { sessionId });
      for (let time = 0; time < 2; time += 1) {
        expect(await tester.ask('session/unarchive', { sessionId })).toHaveProperty('result');
      }
      expect(idsOf(await listed(tester))).toEqual([sessionId]);
      expect((await tester.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
      expect((await tester.ask('session/unarchive', { sessionId: 'unknown' })).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('ARCH-03', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a', '/b');
      await tester.ask('session/archive', { sessionId: ids[0] });
      const flags = (await listed(tester, { archived: 'include' })).map((session) => session['archived']);
      expect(flags.map(String).toSorted()).toEqual(['false', 'true']);
      expect((await tester.ask('session/list', { archived: '_some' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('STAT-01', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      expect((await tester.ask('session/status', { sessionId: ids[0] })).result).toEqual({ status: 'open' });
      const before = tester.received.length;
      expect((await tester.ask('session/status', { sessionId: 'unknown' })).error?.code).toBe(-32_002);
      await settled();
      expect(tester.received.length).toBe(before + 1);
    },
  });

  provesOnWire('TITLE-01', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      const [sessionId] = ids;
      const { result } = await tester.ask('session/set_title', { sessionId, title: '  Repairs ' });
      expect(await listed(tester)).toMatchObject([{ title: result?.['title'] }]);
      expect((await tester.ask('session/set_title', { sessionId, title: '   ' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('TITLE-02', {
    agent: async (fixture) => {
      const { tester, ids } = await stocked(fixture, '/a');
      const { result } = await tester.ask('session/set_title', { sessionId: ids[0], title: 'long '.repeat(1000) });
      const told = tester.updates('session_info_update').map(({ title }) => title);
      const [{ title }] = (await listed(tester)) as [Fields];
      expect(told).toEqual([title]);
      expect(result).toEqual({ title });
      expect(String(title).length).toBeLessThanOrEqual(500);
    },
  });
});
