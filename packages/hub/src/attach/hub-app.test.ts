import { describe, expect, test } from 'vitest';

import type { RpcError } from '@acp-stack/rpc';

import { cwd, fromStart, message, scriptedHub } from './scripted-hub.test-support.ts';

const start = { type: 'start' } as const;

describe('opening', () => {
  test('a client that creates a session sees everything that is stored in it', async () => {
    await using hub = await scriptedHub();
    const { connection, texts } = await hub.raw();
    const { sessionId } = await connection.request('session/new', { cwd });
    const [session] = [hub.sessionOf(sessionId)];
    await session.say('one');
    await session.say('two');
    await expect.poll(() => texts).toEqual(['one', 'two']);
  });

  test('a client that resumes with a replay gets the history before the response, then what follows', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.say('one');
    await session.say('two');
    const { connection, texts } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd, replayFrom: start });
    expect(texts).toEqual(['one', 'two']);
    await session.say('three');
    await expect.poll(() => texts).toEqual(['one', 'two', 'three']);
  });

  test('without a replay a client gets only what follows', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    await session.say('one');
    const { connection, texts } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    await session.say('two');
    await expect.poll(() => texts).toEqual(['two']);
  });

  test('the response has the current options and commands, and the state of the session comes before it', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const availableCommands = [{ type: 'command', name: 'plan', description: 'Makes a plan' } as const];
    await session.append(
      { kind: 'agent', state: 'open', opened: { configOptions: [] } },
      { kind: 'update', update: { sessionUpdate: 'available_commands_update', availableCommands } },
      { kind: 'update', update: { sessionUpdate: 'state_update', state: 'running' } },
    );
    const { connection, notifications } = await hub.raw();
    const opened = await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    expect(opened).toEqual({ configOptions: [], availableCommands });
    expect(notifications.map(({ params }) => params['update'])).toEqual([
      { sessionUpdate: 'state_update', state: 'running' },
    ]);
  });

  test('a session of others cannot be told from one that does not exist', async () => {
    await using hub = await scriptedHub();
    const foreign = await hub.session({ eve: 'owner' });
    const { connection } = await hub.raw();
    const errorOf = (sessionId: string): Promise<unknown> =>
      connection.request('session/resume', { sessionId, cwd }).then(
        () => undefined,
        (error: RpcError) => JSON.stringify(error.toObject()).replace(sessionId, 'id'),
      );
    const unknown = await errorOf('hub_AAAAAAAAAAAAAAAAAAAAAA');
    expect(unknown).toContain('-32002');
    expect(await errorOf(foreign.sessionId)).toBe(unknown);
    expect(await errorOf('../../etc')).toBe(unknown);
  });

  test('a session is opened in its own folder only', async () => {
    await using hub = await scriptedHub();
    const { sessionId } = await hub.session();
    const { connection } = await hub.raw();
    await expect(connection.request('session/resume', { sessionId, cwd: '/other' })).rejects.toMatchObject({
      code: -32_602,
      data: { expected: cwd },
    });
  });
});

describe('requests', () => {
  test('the response to a prompt comes at the place of its result among the updates', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session();
    const { connection, texts } = await hub.raw();
    await connection.request('session/resume', { sessionId: session.sessionId, cwd });
    session.onItem = ({ item, request: { key } }) =>
      session.append(
        { kind: 'update', update: message('before') },
        { kind: 'result', item, key, result: { messageId: 'u1' } },
        { kind: 'update', update: message('after') },
      );
    const order: string[] = [];
    connection.tap(({ direction, message: sent }) => {
      const { method, result } = sent as { readonly method?: string; readonly result?: unknown };
      if (direction === 'in') order.push(method ?? JSON.stringify(result));
    });
    await connection.request('session/prompt', {
      sessionId: session.sessionId,
      prompt: [{ type: 'text', text: 'go' }],
    });
    await expect.poll(() => texts).toEqual(['before', 'after']);
    expect(order).toEqual(['session/update', '{"messageId":"u1"}', 'session/update']);
    const [stored] = await session.items();
    expect(stored?.request).toMatchObject({ principal: 'ada', method: 'session/prompt' });
    expect(stored?.request.params).not.toHaveProperty('sessionId');
  });
});

test('a hub that is closed ends its connections and takes no new ones', async () => {
  await using hub = await scriptedHub();
  const session = await hub.session();
  const { connection } = await hub.raw();
  await connection.request('session/resume', fromStart(session));
  await hub.app.close();
  await connection.closed;
  await expect.poll(() => [hub.app.clients, hub.app.sessions, hub.feeds.size]).toEqual([0, 0, 0]);
  await expect(hub.raw()).rejects.toThrow();
  await expect.poll(() => hub.app.clients).toBe(0);
});
