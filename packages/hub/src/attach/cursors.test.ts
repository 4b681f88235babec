/** What clients that know of the hub get besides the protocol: cursors, the end of the history, waiting messages. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { SessionState } from '../session/session-state.ts';
import type { PendingMessage, PendingRecord } from '../store/records.ts';
import { hubKey, pendingMethod, replayOf, requestKeyOf, sequenceOf } from './hub-meta.ts';
import { cwd, fromStart, hubAware, message, scriptedHub } from './scripted-hub.test-support.ts';

const resumed = (
  sessionId: string,
  hub: object,
): { sessionId: string; cwd: string; _meta: Record<string, object> } => ({
  sessionId,
  cwd,
  _meta: { [hubKey]: hub },
});

test('a client that knows of the hub learns what the agent takes, once the agent has run', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const accepts = async (): Promise<unknown> => {
    const client = await hub.raw({ capabilities: hubAware });
    const opened = await client.connection.request('session/resume', fromStart(session));
    const { accepts: taken } = Object(opened._meta?.[hubKey]) as { readonly accepts?: unknown };
    return taken;
  };
  expect(await accepts()).toBeUndefined();
  const capabilities = { session: { prompt: { image: {}, audio: null }, inject: { modes: ['queue', 'steer'] } } };
  await session.append({ kind: 'agent', state: 'open', agentSessionId: 'a1', capabilities: capabilities as never });
  await expect.poll(accepts).toEqual({ content: ['image'], inject: ['queue', 'steer'] });
  await session.append({ kind: 'agent', state: 'open', agentSessionId: 'a1', capabilities: { session: {} } });
  await expect.poll(accepts).toEqual({ content: [], inject: ['queue'] });
});

describe('cursors', () => {
  test('are in every update of a client that knows of the hub, and in the response that opens the session', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.say('one');
    const aware = await hub.raw({ capabilities: hubAware });
    const plain = await hub.raw();
    const opened = await aware.connection.request('session/resume', fromStart(session));
    expect(opened._meta).toEqual({
      [hubKey]: { cursor: 'g1.1', role: 'owner', principal: 'ada', agent: 'test', owner: 'ada' },
    });
    expect(await plain.connection.request('session/resume', fromStart(session))).not.toHaveProperty('_meta');
    await session.append({ kind: 'handed', item: 1, key: 'k' });
    await session.say('two');
    await expect
      .poll(() => [aware.texts, plain.texts])
      .toEqual([
        ['one', 'two'],
        ['one', 'two'],
      ]);
    expect(aware.notifications.at(-1)?.params['_meta']).toEqual({ [hubKey]: { cursor: 'g1.3' } });
    expect(plain.notifications.at(-1)?.params).not.toHaveProperty('_meta');
  });

  test('continue exactly behind the update that they came with', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    for (const text of ['one', 'two', 'three']) await session.say(text);
    for (const [after, expected] of [
      ['g1.0', ['one', 'two', 'three']],
      ['g1.2', ['three']],
      ['g1.3', []],
    ] as const) {
      const { connection, texts } = await hub.raw({ capabilities: hubAware });
      await connection.request('session/resume', resumed(session.sessionId, { after }));
      expect(texts).toEqual(expected);
    }
  });

  test('bring the states as they changed, and a replay the last state only, once', async () => {
    await using hub = await scriptedHub({
      history: {
        replay: async function* () {
          yield message('one');
          yield { sessionUpdate: 'state_update', state: 'idle' };
        },
        replayTail: async function* () {},
      },
    });
    const session = await hub.session();
    const running = { sessionUpdate: 'state_update', state: 'running' } as const;
    const idle = { sessionUpdate: 'state_update', state: 'idle' } as const;
    for (const update of [running, message('one'), idle]) await session.append({ kind: 'update', update });
    const [cursor, replay] = [await hub.raw({ capabilities: hubAware }), await hub.raw()];
    await cursor.connection.request('session/resume', resumed(session.sessionId, { after: 'g1.0' }));
    await replay.connection.request('session/resume', fromStart(session));
    const shown = ({ notifications }: typeof cursor): unknown[] => notifications.map(({ params }) => params['update']);
    expect(shown(cursor)).toEqual([running, message('one'), idle]);
    expect(shown(replay)).toEqual([message('one'), idle]);
  });

  test('that cannot be honoured are refused with the reason, and the client stays attached', async () => {
    const state = new SessionState().toJSON();
    await using hub = await scriptedHub({ snapshotOf: () => Promise.resolve({ through: 2, state }) });
    const session = await hub.session();
    for (const text of ['one', 'two', 'three']) await session.say(text);
    await hub.store.journal.trim(`log/${session.sessionId}`, { through: 2 });
    const { connection, texts } = await hub.raw({ capabilities: hubAware });
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    for (const [after, reason] of [
      ['g0.3', 'generation_changed'],
      ['g1.1', 'cursor_expired'],
      ['g1.4', 'cursor_unknown'],
      ['g1', 'cursor_unknown'],
      ['.3', 'cursor_unknown'],
      ['g1.-1', 'cursor_unknown'],
      ['g1.1e3', 'cursor_unknown'],
      ['g1.01', 'cursor_unknown'],
      ['', 'cursor_unknown'],
      [7, 'cursor_unknown'],
    ] as const) {
      await expect(connection.request('session/resume', resumed(session.sessionId, { after }))).rejects.toMatchObject({
        code: -32_602,
        data: { reason, cursor: after },
      });
    }
    await session.say('four');
    await expect.poll(() => texts).toEqual(['four']);
  });

  test('of another node that has read more are honoured as soon as this node has read it too', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.say('one');
    const first = await hub.raw();
    await first.connection.request('session/resume', { sessionId: session.sessionId, cwd });
    // Stored by another node: this one has not heard of it.
    const { token } = await hub.store.fence(session.sessionId);
    const update = {
      sessionUpdate: 'agent_message',
      messageId: 'm2',
      content: [{ type: 'text', text: 'two' }],
    } as const;
    await hub.store.append(session.sessionId, [{ kind: 'update', update }], { token });
    const second = await hub.raw({ capabilities: hubAware });
    await second.connection.request('session/resume', resumed(session.sessionId, { after: 'g1.2' }));
    await expect.poll(() => first.texts).toEqual(['two']);
    expect(second.texts).toEqual([]);
  });

  test('have a dot between the generation and the number, and the generation may have dots', () => {
    expect(sequenceOf('a.b.12', { generation: 'a.b', last: 12 })).toBe(12);
  });
});

describe('the end of the history', () => {
  test('is replayed if a client asks for a number of entries', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    for (const text of ['one', 'two', 'three']) await session.say(text);
    const { connection, texts } = await hub.raw();
    await connection.request('session/resume', resumed(session.sessionId, { tail: 2 }));
    await session.say('four');
    await expect.poll(() => texts).toEqual(['two', 'three', 'four']);
  });

  test('needs a sensible number, and only one way to begin can be chosen', () => {
    for (const tail of [0, -1, 1.5, '3', 1001])
      expect(() => replayOf({ _meta: { [hubKey]: { tail } } })).toThrow('tail');
    expect(() => replayOf({ replayFrom: { type: 'start' }, _meta: { [hubKey]: { tail: 3 } } })).toThrow(
      'Ask for one of',
    );
    expect(() => replayOf({ replayFrom: { type: '_else' } })).toThrow('from the start');
    expect(replayOf({ replayFrom: null, _meta: { [hubKey]: { after: null } } })).toEqual({ kind: 'none' });
  });
});

describe('messages that wait', () => {
  const pending = (messageId: string, text: string): PendingMessage => ({
    messageId,
    mode: 'queue',
    content: [{ type: 'text', text }],
    principal: 'ada',
    client: 'c',
    item: 1,
    key: messageId,
    from: 'inject',
  });
  const change = (kind: PendingRecord['change'], messageId: string, text: string): PendingRecord => ({
    kind: 'pending',
    change: kind,
    message: pending(messageId, text),
  });

  test('are listed after the response and whenever the list changes, in order, and never replayed', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.append(change('added', 'm1', 'one'), change('added', 'm2', 'two'));
    const aware = await hub.raw({ capabilities: hubAware });
    const plain = await hub.raw();
    const opened = await aware.connection.request('session/resume', fromStart(session));
    await plain.connection.request('session/resume', fromStart(session));
    expect(aware.texts).toEqual([]);
    // Clients of the SDK read them from the response.
    expect(opened._meta?.['acp-stack.dev/pendingMessages']).toEqual([
      { messageId: 'm1', mode: 'queue', content: [{ type: 'text', text: 'one' }] },
      { messageId: 'm2', mode: 'queue', content: [{ type: 'text', text: 'two' }] },
    ]);
    await session.append(change('replaced', 'm1', 'uno'), change('added', 'm3', 'three'));
    await session.append(change('delivered', 'm1', 'uno'), change('revoked', 'm2', 'two'));
    const lists = (): unknown[] =>
      aware.notifications
        .filter(({ method }) => method === pendingMethod)
        .map(({ params }) =>
          (params['messages'] as PendingMessage[]).map(({ content }) => (content[0] as { text: string }).text),
        );
    await expect
      .poll(lists)
      .toEqual([['one', 'two'], ['uno', 'two'], ['uno', 'two', 'three'], ['two', 'three'], ['three']]);
    await settled();
    expect(plain.notifications).toEqual([]);
  });

  test('for an agent that cannot go on are told to each client that attaches', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.append({ kind: 'agent', state: 'failed', reason: 'It is not known here.' });
    const early = await hub.raw();
    await early.connection.request('session/resume', fromStart(session));
    expect(early.notifications).toEqual([]);
    await session.append(change('added', 'm1', 'one'), change('added', 'm2', 'two'));
    const late = await hub.raw();
    await late.connection.request('session/resume', fromStart(session));
    const title = '2 messages wait, and the agent cannot go on';
    expect(late.notifications).toMatchObject([{ params: { update: { sessionUpdate: 'notice', title } } }]);
  });
});

test('clients that know of the hub are told which other user sent a message, and who they are', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session({ ada: 'owner', bob: 'observer' });
  const update = {
    sessionUpdate: 'user_message' as const,
    messageId: 'm',
    content: [{ type: 'text' as const, text: 'x' }],
  };
  const others = { 'example.com': 1 };
  await session.append({ kind: 'update', update: { ...update, _meta: { ...others, [hubKey]: { principal: 'ada' } } } });
  const aware = await hub.raw({ principal: 'bob', capabilities: hubAware });
  const plain = await hub.raw({ principal: 'bob' });
  const opened = await aware.connection.request('session/resume', fromStart(session));
  await plain.connection.request('session/resume', fromStart(session));
  expect(opened._meta?.[hubKey]).toMatchObject({ principal: 'bob', role: 'observer' });
  expect(aware.notifications[0]?.params['update']).toMatchObject({ _meta: { [hubKey]: { principal: 'ada' } } });
  expect(plain.notifications[0]?.params['update']).toEqual({ ...update, _meta: others });
  const sender = await hub.raw({ principal: 'ada', capabilities: hubAware });
  await sender.connection.request('session/resume', fromStart(session));
  expect(sender.notifications[0]?.params['update']).toEqual({ ...update, _meta: others });
});

test('only clients that know of the hub are told how long a thought took', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session({ ada: 'owner' });
  const update = { sessionUpdate: 'agent_thought' as const, messageId: 't', _meta: { [hubKey]: { took: 2000 } } };
  const aware = await hub.raw({ capabilities: hubAware });
  const plain = await hub.raw();
  for (const { connection } of [aware, plain]) await connection.request('session/resume', fromStart(session));
  await session.append({ kind: 'update', update });
  await session.say('one');
  await expect.poll(() => plain.notifications.length).toBe(1);
  await expect.poll(() => aware.notifications.length).toBe(2);
  expect(aware.notifications[0]?.params['update']).toEqual(update);
  expect(plain.notifications[0]?.params['update']).toMatchObject({ sessionUpdate: 'agent_message' });
});

test('the key of a request has a form that is easy to store', () => {
  expect(requestKeyOf({ [hubKey]: { key: 'order-7:a.b_c' } })).toBe('order-7:a.b_c');
  expect(requestKeyOf(undefined)).toBe(undefined);
  for (const key of ['', 'with space', 'x'.repeat(129), 7])
    expect(() => requestKeyOf({ [hubKey]: { key } })).toThrow('key');
});
