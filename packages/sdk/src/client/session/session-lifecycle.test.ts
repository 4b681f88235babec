/** The life of a session on the side of the client: its signal, and the directories it is in. */
import { memoryPair } from '@acp-stack/rpc';
import { describe, expect, test } from 'vitest';

import { agentInfo, bench, RawAgent } from '../raw-agent.test-support.ts';

describe('the signal of a session', () => {
  test('aborts when the session is closed, and not before the agent has closed it', async () => {
    await using stand = await bench();
    const session = await stand.open();
    const { signal } = session;
    const closing = session.close();
    const request = await stand.agent.next('session/close');
    expect(signal.aborted).toBe(false);
    stand.agent.answer(request, {});
    await closing;
    expect(signal.aborted).toBe(true);
    expect(session.signal.aborted).toBe(true);
  });

  test('aborts when the connection ends, and is another one when the session is open again', async () => {
    await using stand = await bench();
    const session = await stand.open();
    const { signal } = session;
    const aborted = new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    stand.agent.die();
    await aborted;
    const [channel, right] = memoryPair();
    new RawAgent(right)
      .whenever('initialize', { protocolVersion: 2, info: agentInfo, capabilities: { session: {} } })
      .whenever('session/resume', {});
    await stand.connection.closed;
    await stand.connection.reconnect(channel);
    expect(signal.aborted).toBe(true);
    expect(session.signal.aborted).toBe(false);
  });

  test('has aborted already when it is asked for afterwards', async () => {
    await using stand = await bench();
    stand.agent.whenever('session/close', {});
    const session = await stand.open();
    await session.close();
    expect(session.signal.aborted).toBe(true);
  });
});

test('an open session that is resumed is in the directories of that request [DIRS-05]', async () => {
  await using stand = await bench({ capabilities: { session: { additionalDirectories: {} } } });
  stand.agent.whenever('session/resume', {});
  const session = await stand.open();
  await stand.connection.resume({ sessionId: 's1', cwd: '/work', additionalDirectories: ['/seeds'] });
  expect(session.info).toMatchObject({ cwd: '/work', additionalDirectories: ['/seeds'] });
  await stand.connection.resume({ sessionId: 's1', cwd: '/work' });
  expect(session.info).toEqual({ sessionId: 's1', cwd: '/work' });
});

test('a session in which nothing has happened ends with its connection, and goes on with the next one', async () => {
  await using stand = await bench();
  const session = await stand.open();
  expect(session.isClosed).toBe(false);
  stand.agent.die();
  await stand.connection.closed;
  const [channel, right] = memoryPair();
  const agent = new RawAgent(right)
    .whenever('initialize', { protocolVersion: 2, info: agentInfo, capabilities: { session: {} } })
    .whenever('session/resume', {});
  const { restored } = await stand.connection.reconnect(channel);
  expect(restored[0]).toBe(session);
  expect(stand.connection.session('s1')).toBe(session);
  expect(session).toMatchObject({ id: 's1', cwd: '/work', isClosed: false, isBusy: false });
  expect(agent.received.at(-1)?.params).toEqual({ sessionId: 's1', cwd: '/work' });
});

test('opening a session that the agent never opens ends with its signal, and a late answer is of no consequence', async () => {
  await using stand = await bench();
  const controller = new AbortController();
  const opening = stand.connection.newSession({ cwd: '/work' }, { signal: controller.signal });
  const request = await stand.agent.next('session/new');
  controller.abort(new Error('enough'));
  await expect(opening).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
  await stand.agent.next('$/cancel_request');
  stand.agent.answer(request, { sessionId: 's1' });
  await stand.open('s2');
  expect(stand.reports).toEqual([]);
});
