/** Sessions: how they are opened, what they know, and that no update is lost on the way. */
import { describe, expect, test } from 'vitest';

import { ConnectionError, isAbortError, RpcError } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';

import { CapabilityError } from '../../connection/capability-error.ts';
import { bench, rejection } from '../raw-agent.test-support.ts';
import type { ClientSession, UpdateHandler } from './client-session.ts';

type Update = Parameters<UpdateHandler>[0];

/** What updates say, in short. */
const words = (update: Update): string =>
  update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
    ? update.content.text
    : update.sessionUpdate;

/** A listener that writes down what it hears. */
function notebook(): { readonly heard: string[]; readonly listener: UpdateHandler } {
  const heard: string[] = [];
  return { heard, listener: (update) => void heard.push(words(update)) };
}

describe('updates before the session is open', () => {
  test('reach a listener of all sessions with their session, in order and before later ones', async () => {
    const heard: [string, ClientSession | undefined][] = [];
    const { agent, connection } = await bench({}, (app) =>
      app.onUpdate((update, { session }) => void heard.push([words(update), session])),
    );
    const opening = connection.newSession({ cwd: '/work' });
    const asked = await agent.next('session/new');
    agent.chunk('s1', 'one');
    agent.chunk('s1', 'two');
    await settled();
    expect(heard).toEqual([]);
    agent.answer(asked, { sessionId: 's1' });
    agent.chunk('s1', 'three');
    const session = await opening;
    expect(heard).toEqual([
      ['one', session],
      ['two', session],
    ]);
    await settled();
    expect(heard.map(([said]) => said)).toEqual(['one', 'two', 'three']);
  });

  test('wait for the first listener of the session when there is no other', async () => {
    const { agent, connection } = await bench();
    const opening = connection.newSession({ cwd: '/work' });
    const asked = await agent.next('session/new');
    agent.chunk('s1', 'one');
    agent.answer(asked, { sessionId: 's1' });
    agent.chunk('s1', 'two');
    const session = await opening;
    await settled();
    agent.chunk('s1', 'three');
    await settled();
    const { heard, listener } = notebook();
    const listening = session.onUpdate(listener);
    expect(heard).toEqual([]);
    await settled();
    expect(heard).toEqual(['one', 'two', 'three']);
    agent.chunk('s1', 'four');
    await settled();
    listening[Symbol.dispose]();
    agent.chunk('s1', 'five');
    await settled();
    expect(heard).toEqual(['one', 'two', 'three', 'four']);
  });

  test('are heard from the first by a listener that is given when the session is opened', async () => {
    const { agent, connection } = await bench();
    const { heard, listener } = notebook();
    const opening = connection.newSession({ cwd: '/work' }, { onUpdate: listener });
    const asked = await agent.next('session/new');
    agent.chunk('s1', 'one');
    agent.answer(asked, { sessionId: 's1' });
    agent.chunk('s1', 'two');
    await opening;
    await settled();
    expect(heard).toEqual(['one', 'two']);
  });

  test('are handled one after the other by a slow listener, and later ones wait for them', async () => {
    const log: string[] = [];
    const { agent, connection } = await bench({}, (app) =>
      app.onUpdate(async (update) => {
        log.push(`begin ${words(update)}`);
        await settled(1);
        log.push(`end ${words(update)}`);
      }),
    );
    const opening = connection.newSession({ cwd: '/work' });
    const asked = await agent.next('session/new');
    agent.chunk('s1', 'one');
    agent.chunk('s1', 'two');
    agent.answer(asked, { sessionId: 's1' });
    agent.chunk('s1', 'three');
    await opening;
    await settled(12);
    expect(log).toEqual(['one', 'two', 'three'].flatMap((word) => [`begin ${word}`, `end ${word}`]));
  });

  test('are kept apart when several sessions are opened at once', async () => {
    const { agent, connection } = await bench();
    const first = notebook();
    const second = notebook();
    const openings = [
      connection.newSession({ cwd: '/a' }, { onUpdate: first.listener }),
      connection.newSession({ cwd: '/b' }, { onUpdate: second.listener }),
    ];
    const [one, two] = [await agent.next('session/new'), await agent.next('session/new')];
    agent.chunk('s2', 'for two');
    agent.chunk('s1', 'for one');
    agent.answer(two, { sessionId: 's2' });
    await settled();
    agent.chunk('s1', 'for one, too');
    agent.answer(one, { sessionId: 's1' });
    await Promise.all(openings);
    expect([first.heard, second.heard]).toEqual([['for one', 'for one, too'], ['for two']]);
  });

  test('that turn out to be of no session are told without one, or reported', async () => {
    const strays: unknown[] = [];
    const { agent, connection, reports } = await bench();
    const opening = connection.newSession({ cwd: '/work' });
    const asked = await agent.next('session/new');
    agent.chunk('child', 'hello');
    agent.answer(asked, { sessionId: 's1' });
    await opening;
    expect(reports).toMatchObject([{ kind: 'unclaimed-update', sessionId: 'child' }]);
    connection.onUpdate((update, { session, sessionId }) => void strays.push([words(update), session, sessionId]));
    agent.chunk('child', 'again');
    await settled();
    expect(strays).toEqual([['again', undefined, 'child']]);
    expect(reports).toHaveLength(1);
  });

  test('are not lost to a session that is opened after another attempt failed', async () => {
    const { agent, connection, reports } = await bench();
    const failing = rejection(connection.newSession({ cwd: '/work' }));
    const asked = await agent.next('session/new');
    const { heard, listener } = notebook();
    const opening = connection.newSession({ cwd: '/work' }, { onUpdate: listener });
    const again = await agent.next('session/new');
    agent.chunk('s1', 'one');
    agent.refuse(asked, -32_000);
    expect(await failing).toBeInstanceOf(RpcError);
    agent.answer(again, { sessionId: 's1' });
    await opening;
    expect(heard).toEqual(['one']);
    expect(reports).toEqual([]);
  });

  test('are kept up to a limit: the newest stay, and it is reported', async () => {
    const { agent, connection, reports } = await bench({ updates: { early: 2 } });
    const { heard, listener } = notebook();
    const opening = connection.newSession({ cwd: '/work' }, { onUpdate: listener });
    const asked = await agent.next('session/new');
    for (const word of ['one', 'two', 'three', 'four']) agent.chunk('s1', word);
    agent.answer(asked, { sessionId: 's1' });
    await opening;
    expect(heard).toEqual(['three', 'four']);
    expect(reports).toEqual([{ kind: 'updates-dropped', sessionId: 's1', where: 'opening', limit: 2 }]);
  });

  test('are kept up to a limit when there is never a listener', async () => {
    const { agent, open, reports } = await bench({ updates: { unheard: 2 } });
    const session = await open();
    for (const word of ['one', 'two', 'three', 'four']) agent.chunk('s1', word);
    await settled();
    expect(reports).toEqual([{ kind: 'updates-dropped', sessionId: 's1', where: 'session', limit: 2 }]);
    const { heard, listener } = notebook();
    session.onUpdate(listener);
    await settled();
    expect(heard).toEqual(['three', 'four']);
  });
});

describe('a resumed session', () => {
  test('are heard by the listener of a load also when the session is open already, until the load fails', async () => {
    const { agent, connection, open } = await bench();
    await open();
    const { heard, listener } = notebook();
    const load = { sessionId: 's1', cwd: '/work' };
    const loading = connection.load(load, { onUpdate: listener });
    const asked = await agent.next('session/resume');
    agent.chunk('s1', 'again');
    agent.answer(asked, {});
    await loading;
    const refused = rejection(connection.load(load, { onUpdate: listener }));
    agent.refuse(await agent.next('session/resume'), -32_603);
    await refused;
    agent.chunk('s1', 'later');
    await settled();
    expect(heard).toEqual(['again', 'later']);
  });

  test('is told its history before it is open, when that is asked for [SETUP-15]', async () => {
    const { agent, connection } = await bench();
    const { heard, listener } = notebook();
    const opening = connection.load({ sessionId: 's1', cwd: '/work' }, { onUpdate: listener });
    const asked = await agent.next('session/resume');
    expect(asked.params).toEqual({ sessionId: 's1', cwd: '/work', replayFrom: { type: 'start' } });
    agent.echo('s1', 'm1');
    agent.chunk('s1', 'one');
    agent.state('s1', 'running');
    agent.answer(asked, { configOptions: [] });
    const session = await opening;
    expect(heard).toEqual(['user_message', 'one', 'state_update']);
    expect(session).toMatchObject({ id: 's1', cwd: '/work', isBusy: true, configOptions: [] });
    expect(connection.session('s1')).toBe(session);
  });

  test('is open when its listeners have handled the history, however slow they are', async () => {
    const { agent, connection } = await bench();
    const heard: string[] = [];
    const opening = connection.load(
      { sessionId: 's1', cwd: '/work' },
      {
        onUpdate: async (update) => {
          await settled(1);
          heard.push(words(update));
        },
      },
    );
    const asked = await agent.next('session/resume');
    agent.chunk('s1', 'one');
    agent.chunk('s1', 'two');
    agent.answer(asked, {});
    await opening;
    expect(heard).toEqual(['one', 'two']);
  });

  test('asks for no history otherwise [SETUP-14]', async () => {
    const { agent, connection } = await bench();
    const opening = connection.resume({ sessionId: 's1', cwd: '/work' });
    const asked = await agent.next('session/resume');
    expect(asked.params).toEqual({ sessionId: 's1', cwd: '/work' });
    agent.answer(asked, {});
    expect((await opening).isBusy).toBe(false);
  });

  test('that is open already stays the same object', async () => {
    const { agent, connection, open } = await bench();
    const session = await open();
    const opening = connection.resume({ sessionId: 's1', cwd: '/work' });
    agent.answer(await agent.next('session/resume'), {
      availableCommands: [{ type: 'command', name: 'x', description: 'X' }],
    });
    expect(await opening).toBe(session);
    expect(session.availableCommands).toHaveLength(1);
    expect(connection.sessions).toEqual([session]);
  });

  test('that the agent does not know leaves nothing behind', async () => {
    const { agent, connection, reports } = await bench();
    const opening = rejection(connection.resume({ sessionId: 's1', cwd: '/work' }));
    const asked = await agent.next('session/resume');
    agent.chunk('s1', 'half');
    agent.refuse(asked, -32_002, { sessionId: 's1' });
    expect(await opening).toMatchObject({ code: -32_002 });
    expect(connection.sessions).toEqual([]);
    expect(reports).toMatchObject([{ kind: 'unclaimed-update', sessionId: 's1' }]);
  });
});

describe('opening a session', () => {
  test('can be given up', async () => {
    const { agent, connection } = await bench();
    const stop = new AbortController();
    const opening = rejection(connection.newSession({ cwd: '/work' }, { signal: stop.signal }));
    const asked = await agent.next('session/new');
    stop.abort();
    expect((await agent.next('$/cancel_request')).params).toEqual({ requestId: asked.id });
    agent.refuse(asked, -32_800);
    expect(isAbortError(await opening)).toBe(true);
  });

  test('fails with the connection', async () => {
    const { agent, connection } = await bench();
    const opening = rejection(connection.newSession({ cwd: '/work' }));
    await agent.next('session/new');
    agent.end();
    expect(await opening).toBeInstanceOf(ConnectionError);
  });

  test('works for a copy of a session, from the session and by id [FORK-01] [FORK-02]', async () => {
    const { agent, connection, open } = await bench({ capabilities: { session: { fork: {} } } });
    const session = await open();
    expect([session.supports('fork'), session.supports('delete'), session.supports('prompt.image')]).toEqual([
      true,
      false,
      false,
    ]);
    const { heard, listener } = notebook();
    const forking = session.fork({}, { onUpdate: listener });
    const asked = await agent.next('session/fork');
    expect(asked.params).toEqual({ sessionId: 's1', cwd: '/work' });
    agent.chunk('s2', 'one');
    agent.answer(asked, { sessionId: 's2' });
    expect((await forking).id).toBe('s2');
    expect(heard).toEqual(['one']);
    const other = connection.fork({ sessionId: 's7', cwd: '/other' });
    agent.answer(await agent.next('session/fork'), { sessionId: 's8' });
    expect((await other).cwd).toBe('/other');
  });
});

describe('what a session knows', () => {
  test('comes with the answer and changes with the updates', async () => {
    const { agent, open } = await bench();
    const option = { configId: 'model', name: 'Model', type: 'boolean', currentValue: false };
    const session = await open('s1', { configOptions: [option], availableCommands: [] });
    expect(session).toMatchObject({ state: { state: 'idle' }, configOptions: [option], usage: undefined });
    agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [{ ...option, currentValue: true }] });
    agent.update('s1', {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ type: 'command', name: 'plan', description: 'Plans.' }],
    });
    agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Roses', updatedAt: '2026-01-01T00:00:00Z' });
    agent.update('s1', { sessionUpdate: 'session_info_update', updatedAt: null });
    agent.update('s1', { sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 2, currency: 'EUR' } });
    agent.update('s1', { sessionUpdate: 'usage_update', used: 3, size: 10 });
    agent.state('s1', 'requires_action', { background: [{ type: 'terminal', terminalId: 't1' }] });
    agent.update('s1', { sessionUpdate: 'constructor', anything: 1 });
    await settled();
    expect(session.configOptions).toMatchObject([{ currentValue: true }]);
    expect(session.availableCommands).toMatchObject([{ name: 'plan' }]);
    expect(session.info).toEqual({ sessionId: 's1', cwd: '/work', title: 'Roses', updatedAt: null });
    expect(session.usage).toEqual({ used: 3, size: 10, cost: { amount: 2, currency: 'EUR' } });
    expect(session.background).toEqual([{ type: 'terminal', terminalId: 't1' }]);
    expect(session.isBusy).toBe(true);
    agent.update('s1', { sessionUpdate: 'usage_update', used: 4, size: 10, cost: null });
    await settled();
    expect(session.usage?.cost).toBeNull();
  });

  test('is not overwritten by a default when the answer comes later [SETUP-19]', async () => {
    const { agent, connection } = await bench();
    const opening = connection.newSession({ cwd: '/work' });
    const asked = await agent.next('session/new');
    agent.state('s1', 'running');
    agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Roses' });
    agent.answer(asked, { sessionId: 's1' });
    expect(await opening).toMatchObject({ isBusy: true, info: { title: 'Roses' } });
  });

  test('treats a state that it does not know as busy [LIFE-15]', async () => {
    const { agent, open } = await bench();
    const session = await open();
    for (const state of ['running', 'requires_action', 'unknown', 'dreaming', '_mine']) {
      agent.state('s1', state);
      await settled();
      expect(session.isBusy).toBe(true);
    }
    agent.state('s1', 'idle');
    await settled();
    expect(session.isBusy).toBe(false);
  });

  test('follows tool calls by id [TOOL-05] [TOOL-21]', async () => {
    const { agent, open } = await bench();
    const session = await open();
    const call = (more: object): void => {
      agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...more });
    };
    call({ title: 'Read', status: 'in_progress', capabilities: { cancel: {} } });
    call({ rawInput: {} });
    agent.update('s1', {
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: 'c1',
      content: { type: 'terminal', terminalId: 't1' },
    });
    await settled();
    expect(session.toolCalls.get('c1')).toEqual({
      toolCallId: 'c1',
      title: 'Read',
      status: 'in_progress',
      canCancel: true,
      terminalIds: ['t1'],
    });
    call({ status: null, capabilities: null, title: null, content: null });
    await settled();
    expect(session.toolCalls.get('c1')).toMatchObject({
      status: 'pending',
      canCancel: false,
      title: undefined,
      terminalIds: [],
    });
  });
});

describe('a session', () => {
  test('sets options by the id of a value or on and off, and takes the answer as the new state [CFG-02] [CFG-10]', async () => {
    const { agent, open } = await bench();
    const session = await open('s1', { configOptions: [] });
    const option = { configId: 'fast', name: 'Fast', type: 'boolean', currentValue: true };
    agent.whenever('session/set_config_option', { configOptions: [option] });
    expect(await session.setConfigOption('fast', true)).toEqual([option]);
    await session.setConfigOption('model', 'large');
    expect(session.configOptions).toEqual([option]);
    expect(agent.received.slice(2).map(({ params }) => params)).toEqual([
      { sessionId: 's1', configId: 'fast', type: 'boolean', value: true },
      { sessionId: 's1', configId: 'model', type: 'id', value: 'large' },
    ]);
  });

  test('without options has none to set', async () => {
    const { agent, open } = await bench();
    const session = await open();
    expect(session.supports('configOptions')).toBe(false);
    expect(await rejection(session.setConfigOption('model', 'large'))).toBeInstanceOf(CapabilityError);
    expect(agent.methods).toEqual(['initialize', 'session/new']);
  });

  test('has a title that the agent may have changed, and a status', async () => {
    const { agent, connection, open } = await bench({ capabilities: { session: { title: {}, status: {} } } });
    const session = await open();
    agent.whenever('session/set_title', { title: 'Roses' }).whenever('session/status', { status: 'open' });
    expect(await session.setTitle(' Roses ')).toBe('Roses');
    expect(session.info.title).toBe('Roses');
    expect(await connection.setTitle('s1', 'Roses')).toBe('Roses');
    expect(await connection.setTitle('s2', 'Tulips')).toBe('Roses');
    expect(await session.status()).toEqual({ status: 'open' });
    expect(await connection.status('s1')).toEqual({ status: 'open' });
  });

  test('knows that a terminal has exited, whatever is said about it afterwards [TOOL-17]', async () => {
    const { agent, open } = await bench();
    const session = await open();
    const tell = async (more: object): Promise<void> => {
      agent.update('s1', { sessionUpdate: 'terminal_update', terminalId: 't', ...more });
      await settled();
    };
    await tell({ capabilities: { cancel: {} }, exitStatus: {} });
    await tell({ capabilities: { cancel: {} }, size: { cols: 1, rows: 1 } });
    await expect(session.cancelTerminal('t')).rejects.toThrow(CapabilityError);
    await tell({ exitStatus: null });
    agent.whenever('terminal/cancel', {});
    await session.cancelTerminal('t');
  });

  test('stops single tool calls and terminals only where the agent offers it [TOOL-18] [TOOL-19]', async () => {
    const { agent, open } = await bench();
    const session = await open();
    agent.whenever('tool_call/cancel', {}).whenever('terminal/cancel', {});
    expect(await rejection(session.cancelToolCall('c1'))).toBeInstanceOf(CapabilityError);
    expect(await rejection(session.cancelTerminal('t1'))).toBeInstanceOf(CapabilityError);
    agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'c1', capabilities: { cancel: {} } });
    agent.update('s1', { sessionUpdate: 'terminal_update', terminalId: 't1', capabilities: { cancel: {} } });
    agent.update('s1', { sessionUpdate: 'terminal_update', terminalId: 't1', cwd: '/work' });
    await settled();
    await session.cancelToolCall('c1');
    await session.cancelTerminal('t1');
    agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'c1', capabilities: null });
    agent.update('s1', { sessionUpdate: 'terminal_update', terminalId: 't1', exitStatus: {} });
    await settled();
    expect(await rejection(session.cancelToolCall('c1'))).toBeInstanceOf(CapabilityError);
    expect(await rejection(session.cancelTerminal('t1'))).toBeInstanceOf(CapabilityError);
    expect(agent.methods.slice(2)).toEqual(['tool_call/cancel', 'terminal/cancel']);
  });

  test('hears everything in order, from every listener, also when one of them fails', async () => {
    const { agent, open, reports } = await bench();
    const session = await open();
    const broken = new Error('broken');
    const { heard, listener } = notebook();
    session.onUpdate(() => {
      throw broken;
    });
    session.onUpdate(() => Promise.reject(broken));
    session.onUpdate(listener);
    for (const word of ['one', 'two', 'three']) agent.chunk('s1', word);
    await settled();
    expect(heard).toEqual(['one', 'two', 'three']);
    expect(reports).toHaveLength(6);
    expect(reports[0]).toEqual({ kind: 'handler-failed', method: 'session/update', error: broken });
  });

  test('does not wait for a slow listener of another one', async () => {
    const { agent, open } = await bench();
    const [slow, fast] = [await open('s1'), await open('s2')];
    const first = notebook();
    const second = notebook();
    slow.onUpdate(async (update, context) => {
      await first.listener(update, context);
      await new Promise(() => undefined);
    });
    fast.onUpdate(second.listener);
    for (const word of ['one', 'two']) {
      agent.chunk('s1', word);
      agent.chunk('s2', word);
    }
    await settled();
    expect([first.heard, second.heard]).toEqual([['one'], ['one', 'two']]);
  });
});

describe('closing a session', () => {
  test('tells the agent, and ends what waits for the user', async () => {
    const { agent, connection, open } = await bench({}, (app) => app.onPermission(() => new Promise(() => undefined)));
    const session = await open();
    const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
    const asked = agent.request('session/request_permission', { sessionId: 's1', title: '?', options });
    await settled();
    const closing = session.close();
    expect((await asked.answer).result).toEqual({ outcome: { outcome: 'cancelled' } });
    agent.answer(await agent.next('session/close'), {});
    await closing;
    expect(session.isClosed).toBe(true);
    expect(connection.sessions).toEqual([]);
    expect(await rejection(session.prompt('hello'))).toMatchObject({
      message: expect.stringContaining('closed') as string,
    });
    await session.close();
    expect(agent.methods.filter((method) => method === 'session/close')).toHaveLength(1);
  });

  test('counts a session that the agent does not know as closed [CLOSE-03] [X-37]', async () => {
    const { agent, connection } = await bench();
    const closing = connection.closeSession('gone');
    agent.refuse(await agent.next('session/close'), -32_002, { sessionId: 'gone' });
    await closing;
    const failing = rejection(connection.closeSession('other'));
    agent.refuse(await agent.next('session/close'), -32_603);
    expect(await failing).toBeInstanceOf(RpcError);
  });

  test('ends runs that the agent did not end, with an unknown outcome', async () => {
    const { agent, open } = await bench();
    const session = await open();
    const run = session.prompt('hello');
    agent.answer(await agent.next('session/prompt'), { messageId: 'm1' });
    agent.whenever('session/close', {});
    await session.close();
    expect(await run).toEqual({ kind: 'unknown', stopReason: undefined, messageId: 'm1' });
  });

  test('happens when it is disposed of, and never fails then', async () => {
    const { agent, open } = await bench();
    agent.whenever('session/close', {});
    const [first, second] = [await open('s1'), await open('s2')];
    await first[Symbol.asyncDispose]();
    expect([first.isClosed, agent.methods.at(-1)]).toEqual([true, 'session/close']);
    agent.end();
    await second[Symbol.asyncDispose]();
  });

  test('goes with archiving', async () => {
    const { agent, connection, open } = await bench({ capabilities: { session: { archive: {}, delete: {} } } });
    const session = await open();
    agent.whenever('session/archive', {}).whenever('session/unarchive', {}).whenever('session/delete', {});
    await connection.archive('s1');
    expect(session.isClosed).toBe(true);
    await connection.unarchive('s1');
    await connection.delete('s1');
    expect(agent.methods.slice(2)).toEqual(['session/archive', 'session/unarchive', 'session/delete']);
  });
});
