import type { SessionInfo } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { settled, stand, type Stand } from '../scripted-hub.test-support.ts';

const info = (sessionId: string, day: number, more: object = {}): SessionInfo => ({
  sessionId,
  cwd: '/work',
  updatedAt: `2026-01-0${day}T00:00:00Z`,
  ...more,
});

const pages = ({ hub }: Stand, ...all: readonly (readonly SessionInfo[])[]): void => {
  hub.answers.set('session/list', ({ cursor = '0' }: { cursor?: string }) => {
    const next = Number(cursor) + 1;
    return { sessions: all[Number(cursor)] ?? [], ...(next < all.length ? { nextCursor: String(next) } : {}) };
  });
};

describe('the list of sessions', () => {
  test('is read with the connection, newest first, page by page', async () => {
    using scene = await stand();
    pages(scene, [info('a', 1), info('c', 3)], [info('b', 2), info('a', 1)]);
    const list = scene.store.sessionList();
    const release = list.retain();
    await settled();
    const ids = (): readonly string[] => list.snapshot().sessions.map(({ sessionId }) => sessionId);
    expect(ids()).toEqual(['c', 'a']);
    expect(list.snapshot().isComplete).toBe(false);
    await list.loadMore();
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(list.snapshot()).toMatchObject({ isComplete: true, isLoading: false });
    await list.loadMore();
    await list.refresh();
    expect(ids()).toEqual(['c', 'b', 'a']);
    expect(scene.hub.asked('session/list')).toHaveLength(4);
    scene.hub.die();
    await scene.clock.advance(250);
    await settled();
    expect(scene.hub.asked('session/list').length).toBeGreaterThan(4);
    release();
  });

  test('shows what open sessions do, and what a hub says', async () => {
    using scene = await stand({ isHub: true });
    pages(scene, [
      info('s1', 1, { _meta: { 'acp-stack.dev/hub': { role: 'owner', agent: 'acp', isLive: true, isBusy: true } } }),
    ]);
    const list = scene.store.sessionList();
    list.retain();
    const session = scene.store.newSession({ cwd: '/work' });
    await settled();
    await list.refresh();
    const row = (): object | undefined => list.snapshot().sessions[0];
    expect(row()).toMatchObject({
      sessionId: 's1',
      isLive: true,
      isBusy: false,
      hub: { role: 'owner', agent: 'acp' },
      state: 'idle',
    });
    await scene.hub.say('s1', { sessionUpdate: 'state_update', state: 'running' } as never);
    await scene.hub.say('s1', { sessionUpdate: 'session_info_update', title: 'Roses' });
    await settled();
    expect(row()).toMatchObject({ state: 'running', title: 'Roses' });
    const before = row();
    await scene.hub.say('s1', {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { type: 'text', text: 'a' },
    });
    await settled();
    expect(row()).toBe(before);
    expect(session.status).toBe('open');
  });

  test('shows that the agent of a session works that is not open here', async () => {
    using scene = await stand({ isHub: true });
    pages(scene, [info('other', 1, { _meta: { 'acp-stack.dev/hub': { isLive: true, isBusy: true } } })]);
    const list = scene.store.sessionList();
    await list.refresh();
    expect(list.snapshot().sessions[0]).toMatchObject({ isLive: true, isBusy: true, state: undefined });
  });

  test('says why it cannot be read, and keeps what it has', async () => {
    using scene = await stand();
    pages(scene, [info('a', 1)]);
    const list = scene.store.sessionList();
    await list.refresh();
    scene.hub.answers.set('session/list', () => {
      throw new Error('no');
    });
    await list.refresh();
    expect(list.snapshot().error).toBeInstanceOf(Error);
    expect(list.snapshot().sessions).toHaveLength(1);
  });

  test('is the same one with and without the default of its filter, and asks for no capability', async () => {
    using scene = await stand();
    pages(scene, [info('a', 1)]);
    const list = scene.store.sessionList({ archived: 'exclude' });
    expect(list).toBe(scene.store.sessionList());
    expect(list).not.toBe(scene.store.sessionList({ archived: 'only' }));
    await list.refresh();
    expect(scene.hub.asked('session/list')).toEqual([{}]);
  });

  test('follows renaming, removing, archiving and copying', async () => {
    using scene = await stand();
    pages(scene, [info('a', 1), info('b', 2)]);
    const list = scene.store.sessionList();
    list.retain();
    await settled();
    await scene.store.rename('a', 'Tulips');
    expect(list.snapshot().sessions.find(({ sessionId }) => sessionId === 'a')?.title).toBe('Tulips');
    await scene.store.remove('a');
    expect(list.snapshot().sessions.map(({ sessionId }) => sessionId)).toEqual(['b']);
    expect(scene.hub.asked('session/delete')).toEqual([{ sessionId: 'a' }]);
    await scene.store.archive('b');
    expect(scene.hub.asked('session/archive')).toEqual([{ sessionId: 'b' }]);
    expect(await scene.store.fork('b')).toBe('copy');
    expect(scene.hub.asked('session/fork')).toEqual([{ sessionId: 'b', cwd: '/work' }]);
  });
});
