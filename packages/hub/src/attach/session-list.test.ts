import { settled, VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { hubKey } from './hub-meta.ts';
import { cwd, hubAware, plainClient, scriptedHub } from './scripted-hub.test-support.ts';

describe('the list of sessions', () => {
  test('has the sessions that the principal owns or shares, the last active first, and no others', async () => {
    await using hub = await scriptedHub();
    const own = await hub.session({ ada: 'owner' });
    const shared = await hub.session({ bob: 'owner', ada: 'observer' });
    await hub.session({ bob: 'owner' });
    await hub.store.patch(own.sessionId, { title: 'Mine', updatedAt: Date.UTC(2040, 0, 1) });
    await hub.store.patch(shared.sessionId, { updatedAt: Date.UTC(2039, 0, 1) });
    const { connection } = await hub.raw();
    expect(await connection.request('session/list', {})).toEqual({
      sessions: [
        { sessionId: own.sessionId, cwd, title: 'Mine', updatedAt: '2040-01-01T00:00:00.000Z', archived: false },
        { sessionId: shared.sessionId, cwd, updatedAt: '2039-01-01T00:00:00.000Z', archived: false },
      ],
    });
  });

  test('tells clients that know of the hub their role, the owner, the agent, and whether it works', async () => {
    await using hub = await scriptedHub();
    const { sessionId } = await hub.session({ bob: 'owner', ada: 'observer' });
    const { connection } = await hub.raw({ capabilities: hubAware });
    const { sessions } = await connection.request('session/list', {});
    expect(sessions[0]?._meta).toEqual({
      [hubKey]: { role: 'observer', owner: 'bob', agent: 'test', isLive: true, isBusy: false },
    });
    await hub.store.patch(sessionId, { isBusy: true });
    const { sessions: later } = await connection.request('session/list', {});
    expect(later[0]?._meta).toMatchObject({ [hubKey]: { isBusy: true } });
  });

  test('is filtered by folder and by archive', async () => {
    await using hub = await scriptedHub();
    const kept = await hub.session();
    const archived = await hub.session();
    await hub.store.patch(archived.sessionId, { archived: true });
    const { connection } = await hub.raw();
    const idsOf = async (params: object): Promise<readonly string[]> =>
      (await connection.request('session/list', params)).sessions.map(({ sessionId }) => sessionId);
    expect(await idsOf({})).toEqual([kept.sessionId]);
    expect(await idsOf({ archived: 'only' })).toEqual([archived.sessionId]);
    expect(new Set(await idsOf({ archived: 'include' }))).toEqual(new Set([kept.sessionId, archived.sessionId]));
    expect(await idsOf({ cwd })).toEqual([kept.sessionId]);
    expect(await idsOf({ cwd: '/other' })).toEqual([]);
    await expect(connection.request('session/list', { archived: '_some' })).rejects.toMatchObject({ code: -32_602 });
  });

  test('comes in pages, and a made-up cursor is refused', async () => {
    await using hub = await scriptedHub();
    const ids = new Set<string>();
    for (let index = 0; index < 60; index += 1) ids.add((await hub.session()).sessionId);
    const connection = await hub.connect(plainClient());
    const listed: string[] = [];
    for await (const { sessionId } of connection.list()) listed.push(sessionId);
    expect(listed).toHaveLength(60);
    expect(new Set(listed)).toEqual(ids);
    await expect(connection.request('session/list', { cursor: 'made up' })).rejects.toMatchObject({
      code: -32_602,
      message: 'The cursor is unknown.',
    });
  });

  test('has no foreign session also with the cursor of another principal', async () => {
    await using hub = await scriptedHub();
    for (let index = 0; index < 60; index += 1) await hub.session({ ada: 'owner' });
    const { sessionId: own } = await hub.session({ eve: 'owner' });
    const [ada, eve] = [await hub.raw({ principal: 'ada' }), await hub.raw({ principal: 'eve' })];
    const { nextCursor } = await ada.connection.request('session/list', {});
    expect(nextCursor).toEqual(expect.any(String));
    const { sessions } = await eve.connection.request('session/list', { cursor: nextCursor ?? '' });
    expect(sessions.filter(({ sessionId }) => sessionId !== own)).toEqual([]);
  });

  test('of a guest has the session of its invitation only', async () => {
    await using hub = await scriptedHub({
      principalOf: (name = '') => ({ name, isOperator: false, ...(name.startsWith('guest:') ? { onlySession } : {}) }),
    });
    const invited = await hub.session({ ada: 'owner', 'guest:1': 'observer' });
    await hub.session({ ada: 'owner', 'guest:1': 'observer' });
    const onlySession = invited.sessionId;
    const { connection } = await hub.raw({ principal: 'guest:1' });
    const { sessions } = await connection.request('session/list', {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([onlySession]);
    await expect(connection.request('session/new', { cwd })).rejects.toMatchObject({ data: { reason: 'guest' } });
  });

  test('is refused in one sentence, within seconds, while the database does not answer', async () => {
    const clock = new VirtualClock();
    await using hub = await scriptedHub({ clock });
    const { sessionId } = await hub.session();
    const { connection } = await hub.raw();
    const never = (): Promise<never> => new Promise(() => undefined);
    hub.store.list = never;
    hub.store.get = never;
    const asked = ['session/list', 'session/status', 'session/resume'].map((method) =>
      connection.requestRaw(method as 'session/list', { sessionId, cwd }).catch((error: unknown) => error),
    );
    await settled();
    await clock.advance(5000);
    for (const refused of asked)
      expect(await refused).toMatchObject({
        message: 'This hub cannot reach its database; try again in a moment.',
        data: { reason: 'store_unavailable' },
      });
  });
});
