/** The rules of listing sessions, and of what happens to listed ones, proved on the wire. */
import type { AgentSession } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { describe, expect } from 'vitest';

import { isOver, working, type Stand } from './stand.ts';
import type { Fields, WireJudge } from './wire-judge.ts';
import { provesOnWire } from './wire-proof.ts';

/** An agent with sessions in these directories. */
async function stocked(stand: Stand, ...directories: readonly string[]): Promise<{ judge: WireJudge; ids: string[] }> {
  const judge = stand.agent();
  await judge.introduce();
  const ids: string[] = [];
  for (const cwd of directories) ids.push(String((await judge.ask('session/new', { cwd })).result?.['sessionId']));
  return { judge, ids };
}

/** The sessions in a list. */
async function listed(judge: WireJudge, params: object = {}): Promise<readonly Fields[]> {
  const { result } = await judge.ask('session/list', params);
  expect(result?.['sessions']).toBeInstanceOf(Array);
  return result?.['sessions'] as readonly Fields[];
}

const idsOf = (sessions: readonly Fields[]): string[] => sessions.map(({ sessionId }) => String(sessionId)).toSorted();

describe('a list', () => {
  provesOnWire('LIST-02', {
    agent: async (stand) => {
      const { judge } = await stocked(stand);
      expect((await judge.ask('session/list', {})).result).toEqual({ sessions: [] });
    },
  });

  provesOnWire('LIST-03', {
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      const pages = [{ nextCursor: ' =a/b+ ' }, { nextCursor: '' }, {}];
      judge.whenever('session/list', () => ({ sessions: [], ...pages.shift() }));
      expect(await isOver(connection.list().next())).toBe(true);
      const cursors = judge.all('session/list').map(({ params }) => params?.['cursor']);
      expect(cursors).toEqual([undefined, ' =a/b+ ', '']);
    },
  });

  provesOnWire('LIST-04', {
    agent: async (stand) => {
      const { judge } = await stocked(stand, '/work');
      expect((await judge.ask('session/list', { cursor: 'nobody-gave-this-out' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('LIST-05', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a', '/a/b', '/c');
      expect(idsOf(await listed(judge, { cwd: '/a' }))).toEqual([ids[0]]);
      expect((await judge.ask('session/list', { cwd: 'a' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('LIST-06', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/work');
      const [sessionId] = ids;
      await judge.ask('session/close', { sessionId });
      const before = judge.received.length;
      const first = await listed(judge);
      expect(await listed(judge)).toEqual(first);
      expect(judge.received.length).toBe(before + 2);
      expect((await judge.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
    },
  });

  provesOnWire('LIST-07', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/work');
      const [session] = await listed(judge);
      expect(session).toMatchObject({ sessionId: ids[0], cwd: '/work' });
      expect(session?.['updatedAt']).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u));
    },
  });

  provesOnWire('LIST-08', {
    agent: async (stand) => {
      const sessions: AgentSession[] = [];
      const judge = stand.agent(({ session }) => void sessions.push(session));
      await judge.prompt(await judge.open());
      await isOver(sessions[0]?.setTitle('Repairs') ?? Promise.resolve());
      expect(judge.updates('session_info_update').map(({ title }) => title)).toEqual(['Repairs']);
      expect(await listed(judge)).toMatchObject([{ title: 'Repairs' }]);
    },
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      const titles: unknown[] = [];
      for (const change of [{ title: 'Repairs' }, { updatedAt: '2026-01-01T00:00:00Z' }, { title: null }]) {
        await judge.update('s1', 'session_info_update', change);
        titles.push(session.info.title ?? undefined);
      }
      expect(titles).toEqual(['Repairs', 'Repairs', undefined]);
    },
  });
});

describe('the end of a session', () => {
  provesOnWire('DEL-01', {
    client: async (stand) => {
      const { judge, connection } = await stand.client();
      await isOver(Promise.allSettled([connection.delete('s1')]));
      expect(judge.all('session/delete')).toEqual([]);
    },
  });

  provesOnWire('DEL-02', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a', '/b');
      expect(await judge.ask('session/delete', { sessionId: ids[0] })).toHaveProperty('result');
      expect(idsOf(await listed(judge))).toEqual([ids[1]]);
    },
  });

  provesOnWire('DEL-03', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a');
      for (const sessionId of [ids[0], ids[0], 'nobody']) {
        expect(await judge.ask('session/delete', { sessionId })).toHaveProperty('result');
      }
    },
  });

  /** An agent that works on a prompt, and holds another one. */
  const busy = async (stand: Stand): Promise<{ judge: WireJudge; sessionId: string; held: string }> => {
    const judge = stand.agent(working);
    const sessionId = await judge.open();
    await judge.prompt(sessionId);
    return { judge, sessionId, held: await judge.beginPrompt(sessionId) };
  };

  provesOnWire('CLOSE-02', {
    agent: async (stand) => {
      const { judge, sessionId } = await busy(stand);
      expect((await judge.ask('session/close', { sessionId })).result).toEqual({});
      expect(judge.updates('state_update').at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
      expect((await judge.prompt(sessionId)).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('CLOSE-03', {
    title: 'closing what is not open succeeds',
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a');
      for (const sessionId of [ids[0], ids[0], 'nobody']) {
        expect(await judge.ask('session/close', { sessionId })).toHaveProperty('result');
      }
    },
  });

  provesOnWire('CLOSE-04', {
    agent: async (stand) => {
      const { judge, sessionId, held } = await busy(stand);
      const closing = await judge.begin('session/close', { sessionId });
      expect(judge.answerTo(held, 'the held prompt').error?.code).toBe(-32_800);
      expect(judge.answerTo(closing)).toHaveProperty('result');
      expect(judge.received.at(-1)?.id).toBe(closing);
      expect(judge.updates().at(-1)).toMatchObject({ state: 'idle', stopReason: 'cancelled' });
    },
  });
});

describe('copies, archives, states and titles', () => {
  provesOnWire('FORK-01', {
    client: async (stand) => {
      const { judge, open } = await stand.client();
      const session = await open();
      await isOver(Promise.allSettled([session.fork()]));
      expect(judge.all('session/fork')).toEqual([]);
    },
  });

  provesOnWire('FORK-02', {
    agent: async (stand) => {
      const judge = stand.agent();
      const sessionId = await judge.open();
      await judge.prompt(sessionId);
      const { result } = await judge.ask('session/fork', { sessionId, cwd: '/work' });
      expect(result?.['sessionId']).toEqual(expect.any(String));
      expect(result?.['sessionId']).not.toBe(sessionId);
      expect(await listed(judge)).toHaveLength(2);
      await judge.prompt(String(result?.['sessionId']));
      const before = judge.updates('user_message').length;
      await judge.ask('session/resume', { sessionId, cwd: '/work', replayFrom: { type: 'start' } });
      expect(judge.updates('user_message').slice(before)).toHaveLength(1);
    },
  });

  provesOnWire('ARCH-01', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a', '/b');
      const [sessionId] = ids;
      for (let time = 0; time < 2; time += 1) {
        expect(await judge.ask('session/archive', { sessionId })).toHaveProperty('result');
      }
      expect(idsOf(await listed(judge))).toEqual([ids[1]]);
      expect(idsOf(await listed(judge, { archived: 'only' }))).toEqual([sessionId]);
      expect((await judge.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
      expect((await judge.ask('session/archive', { sessionId: 'nobody' })).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('ARCH-02', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a');
      const [sessionId] = ids;
      await judge.ask('session/archive', { sessionId });
      for (let time = 0; time < 2; time += 1) {
        expect(await judge.ask('session/unarchive', { sessionId })).toHaveProperty('result');
      }
      expect(idsOf(await listed(judge))).toEqual([sessionId]);
      expect((await judge.ask('session/status', { sessionId })).result).toEqual({ status: 'saved' });
      expect((await judge.ask('session/unarchive', { sessionId: 'nobody' })).error?.code).toBe(-32_002);
    },
  });

  provesOnWire('ARCH-03', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a', '/b');
      await judge.ask('session/archive', { sessionId: ids[0] });
      const flags = (await listed(judge, { archived: 'include' })).map((session) => session['archived']);
      expect(flags.map(String).toSorted()).toEqual(['false', 'true']);
      expect((await judge.ask('session/list', { archived: '_some' })).error?.code).toBe(-32_602);
    },
  });

  provesOnWire('STAT-01', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a');
      expect((await judge.ask('session/status', { sessionId: ids[0] })).result).toEqual({ status: 'open' });
      const before = judge.received.length;
      expect((await judge.ask('session/status', { sessionId: 'nobody' })).error?.code).toBe(-32_002);
      await settled();
      expect(judge.received.length).toBe(before + 1);
    },
  });

  provesOnWire('TITLE-01', {
    agent: async (stand) => {
      const { judge, ids } = await stocked(stand, '/a');
      const [sessionId] = ids;
      const { result } = await judge.ask('session/set_title', { sessionId, title: '  Repairs ' });
      expect(await listed(judge)).toMatchObject([{ title: result?.['title'] }]);
      expect((await judge.ask('session/set_title', { sessionId, title: '   ' })).error?.code).toBe(-32_602);
    },
  });
});
