/** The requests of a version 1 client about its sessions are passed on unchanged. */
import { describe, expect, test } from 'vitest';

import { opened } from './open-session.test-support.ts';

describe('session/list', () => {
  test('toV2: the question and the answer cross as they are', async () => {
    await using ends = await opened();
    const { client, agent } = ends;
    client.take();
    agent.take();
    const params = { cwd: '/work', cursor: 'c', _meta: { a: 1 } };
    const id = client.request('session/list', params);
    await ends.settle();
    expect(agent.takeOne()).toEqual({ jsonrpc: '2.0', id, method: 'session/list', params });
    const result = { sessions: [{ sessionId: 's', cwd: '/work', title: 'T', future: 1 }], nextCursor: 'd' };
    agent.answer(id, result);
    await ends.settle();
    expect(client.takeOne()).toEqual({ jsonrpc: '2.0', id, result });
    expect(ends.reports).toEqual([]);
  });
});

describe('session/close', () => {
  test('toV2: the question and the answer cross as they are', async () => {
    await using ends = await opened();
    const { client, agent } = ends;
    client.take();
    agent.take();
    const id = client.request('session/close', { sessionId: 's' });
    await ends.settle();
    expect(agent.takeOne()).toEqual({ jsonrpc: '2.0', id, method: 'session/close', params: { sessionId: 's' } });
    agent.answer(id, {});
    await ends.settle();
    expect(client.takeOne()).toEqual({ jsonrpc: '2.0', id, result: {} });
    expect(ends.reports).toEqual([]);
  });
});
