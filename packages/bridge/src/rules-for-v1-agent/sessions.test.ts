import { describe, expect, test } from 'vitest';

import {
  able,
  brief,
  meet,
  meetInSession,
  openSession,
  promptTaken,
  prompt,
  says,
  textOf,
  takeUpdates,
} from './bridged-agent.test-support.ts';
import type { RawPeers } from '../raw-peers.test-support.ts';

const resume = { sessionId: 's1', cwd: '/work' };
const fromStart = { ...resume, replayFrom: { type: 'start' } };

/** The ids of the messages that the client received. */
const takeMessageIds = (ends: RawPeers): unknown[] =>
  ends.client.take().flatMap(({ params }) => {
    const { update } = (params ?? {}) as { readonly update?: { readonly messageId?: string } };
    return update?.messageId ?? [];
  });

test('a session that was closed takes no prompts, also when the agent cannot close', async () => {
  for (const agentCapabilities of [{ loadSession: true }, able]) {
    await using ends = await meetInSession({ agentCapabilities });
    const close = ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    if (agentCapabilities === able) ends.agent.answer(close, {});
    await ends.settle();
    ends.agent.take();
    ends.client.take();
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('hello')] });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ error: { code: -32_002, data: { sessionId: 's1' } } });
    expect(ends.agent.take()).toEqual([]);
  }
});

describe('session/new', () => {
  test('servers get the shape of version 1, and the list is always there', async () => {
    await using ends = await meet();
    ends.client.request('session/new', {
      cwd: '/work',
      mcpServers: [
        { type: 'stdio', name: 'a', command: '/bin/a' },
        { type: 'http', name: 'b', url: 'https://b.example' },
      ],
    });
    ends.client.request('session/new', { cwd: '/work', additionalDirectories: ['/more'] });
    await ends.settle();
    expect(ends.agent.take().map(({ params }) => params)).toEqual([
      {
        cwd: '/work',
        mcpServers: [
          { name: 'a', command: '/bin/a', args: [], env: [] },
          { type: 'http', name: 'b', url: 'https://b.example', headers: [] },
        ],
      },
      { cwd: '/work', additionalDirectories: ['/more'], mcpServers: [] },
    ]);
  });

  test('a server of an unknown type is refused', async () => {
    await using ends = await meet();
    ends.client.request('session/new', { cwd: '/work', mcpServers: [{ type: '_pigeon', name: 'p' }] });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602, data: { row: 'session/new' } });
  });

  test('is answered with the id and nothing that version 2 does not have', async () => {
    await using ends = await meet();
    const { result } = await openSession(ends, 's1', { modes: null, configOptions: null, _meta: { a: 1 } });
    expect(result).toEqual({ sessionId: 's1', _meta: { a: 1 } });
  });

  test('what the agent says about a session before it is open reaches the client', async () => {
    await using ends = await meet();
    ends.client.request('session/new', { cwd: '/work' });
    await ends.settle();
    const { id } = ends.agent.takeOne();
    ends.agent.update('s1', says('early'));
    ends.agent.answer(id, { sessionId: 's1' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['early', { result: { sessionId: 's1' } }]);
  });

  test('a refusal crosses as it is', async () => {
    await using ends = await meet();
    ends.client.request('session/new', { cwd: '/work' });
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, { code: -32_000, message: 'Log in first.' });
    await ends.settle();
    expect(ends.client.takeOne().error).toEqual({ code: -32_000, message: 'Log in first.' });
  });

  test('a fork is a session of its own', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/fork', { sessionId: 's1', cwd: '/fork' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/fork', params: { sessionId: 's1', cwd: '/fork', mcpServers: [] } });
    ends.agent.answer(asked.id, { sessionId: 's2' });
    ends.agent.update('s2', { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read', locations: [{ path: 'a' }] });
    await ends.settle();
    expect(ends.client.take()[0]?.result).toEqual({ sessionId: 's2' });
    expect(ends.client.updates('s2')).toMatchObject([{ locations: [{ path: '/fork/a' }] }]);
  });
});

describe('session/load', () => {
  test('a session whose past is wanted is loaded, and its state is said before the answer', async () => {
    await using ends = await meet();
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/load', params: { sessionId: 's1', cwd: '/work', mcpServers: [] } });
    expect(asked.params).not.toHaveProperty('replayFrom');
    ends.agent.update('s1', { sessionUpdate: 'user_message_chunk', content: textOf('question') });
    ends.agent.update('s1', says('answer'));
    ends.agent.update('s1', { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read', locations: [{ path: 'a' }] });
    ends.agent.answer(asked.id, {});
    await ends.settle();
    const messages = ends.client.take();
    expect(brief(messages)).toEqual(['question', 'answer', 'tool_call_update', 'idle', { result: {} }]);
    expect(messages[2]?.params).toMatchObject({ update: { locations: [{ path: '/work/a' }] } });
  });

  test('what is replayed again has the same ids, as far as it is the same', async () => {
    const idsOf = async (ends: RawPeers, ...texts: string[]): Promise<unknown[]> => {
      ends.client.request('session/resume', fromStart);
      await ends.settle();
      const { id } = ends.agent.takeOne();
      for (const [index, words] of texts.entries())
        ends.agent.update('s1', {
          ...says(words),
          sessionUpdate: `${index % 2 === 0 ? 'user' : 'agent'}_message_chunk`,
        });
      ends.agent.answer(id, {});
      await ends.settle();
      return takeMessageIds(ends);
    };
    await using ends = await meetInSession();
    const first = await idsOf(ends, 'a', 'b', 'a', 'b');
    expect(new Set(first).size).toBe(4);
    expect(await idsOf(ends, 'a', 'b', 'a', 'b')).toEqual(first);
    const changed = await idsOf(ends, 'a', 'other', 'a', 'b', 'c');
    expect(changed.filter((id) => first.includes(id))).toEqual([first[0], first[2], first[3]]);
    // Another connection to the same session knows them too.
    await using again = await meetInSession();
    expect(await idsOf(again, 'a', 'b', 'a', 'b')).toEqual(first);
  });

  test('a tool call from before it is new after it: it gets a title, and ends the message before it', async () => {
    await using ends = await meetInSession();
    const change = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' };
    ends.agent.update('s1', { ...change, title: 'Read' });
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, {});
    await ends.settle();
    ends.client.take();
    for (const update of [says('before'), change, says('after')]) ends.agent.update('s1', update);
    await ends.settle();
    const [before, again, after] = takeUpdates(ends);
    expect(again).toEqual({ ...change, title: 'Tool call' });
    expect(after).not.toMatchObject({ messageId: (before as { readonly messageId: string }).messageId });
  });

  test('a tool call from before it keeps its title if it fails', async () => {
    await using ends = await meetInSession();
    const change = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' };
    ends.agent.update('s1', { ...change, title: 'Read' });
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, { code: -32_603, message: 'No.' });
    ends.agent.update('s1', change);
    await ends.settle();
    expect(takeUpdates(ends).at(-1)).toEqual(change);
  });

  test('what is replayed around a tool call has the same ids, whatever was known of the tool call before', async () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read' };
    const idsOf = async (ends: RawPeers): Promise<unknown[]> => {
      ends.client.request('session/resume', fromStart);
      await ends.settle();
      const { id } = ends.agent.takeOne();
      for (const update of [
        says('I will look.'),
        call,
        call,
        says('Done'),
        { ...call, status: 'completed' },
        says('.'),
      ])
        ends.agent.update('s1', update);
      ends.agent.answer(id, {});
      await ends.settle();
      return takeMessageIds(ends);
    };
    await using ends = await meetInSession();
    const first = await idsOf(ends);
    expect(first).toHaveLength(3);
    expect(first[0]).not.toBe(first[1]);
    expect(first[1]).toBe(first[2]);
    expect(await idsOf(ends)).toEqual(first);
    await using again = await meetInSession();
    again.agent.update('s1', call);
    await again.settle();
    again.client.take();
    expect(await idsOf(again)).toEqual(first);
  });

  test('what was replayed and what comes afterwards are different messages', async () => {
    await using ends = await meet();
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    ends.agent.update('s1', says('old'));
    ends.agent.answer(ends.agent.takeOne().id, {});
    ends.agent.update('s1', says('new'));
    await ends.settle();
    expect(ends.client.updates('s1')).toMatchObject([
      { messageId: expect.stringMatching(/^replayed-/) },
      { state: 'idle' },
      { messageId: 'id-1' },
    ]);
  });

  test('a session without its past is resumed', async () => {
    await using ends = await meet();
    ends.client.request('session/resume', { ...resume, replayFrom: null });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/resume', params: resume });
    ends.agent.answer(asked.id, { modes: { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] } });
    await ends.settle();
    const messages = ends.client.take();
    expect(brief(messages.slice(0, 1))).toEqual(['idle']);
    expect(messages[1]?.result).toMatchObject({ configOptions: [{ configId: 'mode', currentValue: 'a' }] });
  });

  test('an agent that answers null has loaded the session too', async () => {
    await using ends = await meet();
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, null);
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle', { result: {} }]);
  });

  test('where the agent can only load, a session without its past is loaded and the past not shown', async () => {
    await using ends = await meet({ agentCapabilities: { loadSession: true } });
    ends.client.request('session/resume', resume);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked.method).toBe('session/load');
    ends.agent.update('s1', says('old'));
    ends.agent.update('s1', { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Read' });
    ends.agent.update('s1', { sessionUpdate: 'available_commands_update', availableCommands: [] });
    ends.agent.answer(asked.id, {});
    ends.agent.update('s1', says('new'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['available_commands_update', 'idle', { result: {} }, 'new']);
  });

  test('in strict mode it is refused then', async () => {
    await using ends = await meet({ agentCapabilities: { loadSession: true }, strict: true });
    ends.client.request('session/resume', resume);
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
  });

  test('an agent that can neither resume nor load refuses', async () => {
    await using ends = await meet({ agentCapabilities: {} });
    ends.client.request('session/resume', resume);
    ends.client.request('session/resume', fromStart);
    await ends.settle();
    expect(ends.client.take().map(({ error }) => error)).toEqual([
      { code: -32_601, message: 'The agent cannot resume a session.' },
      { code: -32_601, message: 'The agent cannot replay a session, because it has no session/load.' },
    ]);
  });

  test('a replay from anywhere else is refused', async () => {
    await using ends = await meet();
    ends.client.request('session/resume', { ...resume, replayFrom: { type: '_message', messageId: 'm' } });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
    expect(ends.agent.take()).toEqual([]);
  });

  test('a session that could not be loaded is not open', async () => {
    await using ends = await meet({ agentCapabilities: { loadSession: true } });
    ends.client.request('session/resume', resume);
    await ends.settle();
    const error = { code: -32_002, message: 'Unknown.', data: { sessionId: 's1' } };
    ends.agent.refuse(ends.agent.takeOne().id, error);
    await ends.settle();
    expect(ends.client.takeOne().error).toEqual(error);
    ends.client.request('session/list', {});
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({ sessions: [] });
  });

  test('a session that runs is resumed as running', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    ends.client.request('session/resume', resume);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, {});
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['running', { result: {} }]);
  });
});

describe('session/close', () => {
  test('reaches the agent, drops what waits and ends what runs before it is answered', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('two')] }, 'two');
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked.method).toBe('session/close');
    expect(ends.client.takeOne()).toMatchObject({ id: 'two', error: { code: -32_800 } });
    ends.agent.answer(asked.id, {});
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle cancelled', { result: {} }]);
    ends.agent.answer(id, { stopReason: 'cancelled' });
    ends.agent.update('s1', says('too late'));
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(ends.reports).toMatchObject([{ kind: 'ignored-by-bridge' }]);
  });

  test('what the agent says while it closes still reaches the client', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    ends.agent.update('s1', says('bye'));
    ends.agent.answer(id, { stopReason: 'cancelled' });
    ends.agent.answer(ends.agent.takeOne().id, {});
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['bye', 'idle cancelled', { result: {} }]);
  });

  test('a session that the agent does not know is closed', async () => {
    await using ends = await meet();
    ends.client.request('session/close', { sessionId: 'gone' });
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, { code: -32_002, message: 'Unknown.' });
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({});
  });

  test('a session that cannot be closed stays', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    ends.agent.refuse(ends.agent.takeOne().id, { code: -32_603, message: 'Busy.' });
    ends.agent.update('s1', says('still here'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ error: -32_603 }, 'still here']);
  });

  test('an agent that cannot close has its work cancelled; its last words come before the answer', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    const id = await promptTaken(ends);
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: 'session/cancel', params: { sessionId: 's1' } });
    expect(ends.client.take()).toEqual([]);
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('more')] });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ error: -32_002 }]);
    ends.agent.update('s1', says('bye'));
    ends.agent.answer(id, { stopReason: 'cancelled' });
    ends.agent.update('s1', says('too late'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['bye', 'idle cancelled', { result: {} }]);
    expect(ends.clock.pending).toBe(0);
  });

  test('an agent that cannot close and never ends its work is not waited for any longer', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    const id = await promptTaken(ends);
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.advance(4999);
    expect(ends.client.take()).toEqual([]);
    await ends.advance(1);
    expect(brief(ends.client.take())).toEqual(['idle cancelled', { result: {} }]);
    ends.agent.update('s1', says('too late'));
    ends.agent.answer(id, { stopReason: 'cancelled' });
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
  });

  test('a question of an agent that is told to end is cancelled', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    await promptTaken(ends);
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    ends.agent.take();
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
    ends.agent.request('session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 't' }, options });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(ends.client.take()).toEqual([]);
  });

  test('a prompt that was not taken in yet is refused then', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    await prompt(ends);
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ error: -32_800 }, { result: {} }]);
    expect(ends.clock.pending).toBe(0);
  });

  test('in strict mode an agent that cannot close refuses', async () => {
    await using ends = await meetInSession({ agentCapabilities: {}, strict: true });
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
  });

  test('a closed session can be resumed', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, {});
    await ends.settle();
    ends.client.request('session/resume', resume);
    await ends.settle();
    ends.agent.answer(ends.agent.takeOne().id, {});
    ends.agent.update('s1', says('back'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ result: {} }, 'idle', { result: {} }, 'back']);
  });

  test.each(['session/delete', 'session/archive'])('%s ends a session too, once the agent agrees', async (method) => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    ends.client.request(method, { sessionId: 's1' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method, params: { sessionId: 's1' } });
    ends.agent.answer(asked.id, {});
    ends.agent.update('s1', says('too late'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle cancelled', { result: {} }]);
  });
});

describe('session/list', () => {
  test('crosses as it is where the agent has it', async () => {
    await using ends = await meet();
    ends.client.request('session/list', { cwd: '/work', cursor: '' });
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'session/list', params: { cwd: '/work', cursor: '' } });
    const result = {
      sessions: [{ sessionId: 's9', cwd: '/work', title: 'T', updatedAt: '2026-11-15T08:00:00Z' }],
      nextCursor: 'n',
    };
    ends.agent.answer(asked.id, result);
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual(result);
  });

  test('lists what was opened on this connection where the agent has none', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    ends.agent.update('s1', {
      sessionUpdate: 'session_info_update',
      title: 'First',
      updatedAt: '2026-11-15T08:00:00Z',
    });
    ends.agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Renamed' });
    ends.agent.update('child', says('never opened'));
    await ends.settle();
    ends.client.take();
    await openSession(ends, 's2');
    ends.client.request('session/list', {});
    ends.client.request('session/list', { cwd: '/elsewhere' });
    ends.client.request('session/list', { archived: 'only' });
    await ends.settle();
    expect(ends.client.take().map(({ result }) => result)).toEqual([
      {
        sessions: [
          { sessionId: 's1', cwd: '/work', title: 'Renamed', updatedAt: '2026-11-15T08:00:00Z' },
          { sessionId: 's2', cwd: '/work' },
        ],
      },
      { sessions: [] },
      { sessions: [] },
    ]);
  });

  test('an emulated list has no second page', async () => {
    await using ends = await meet({ agentCapabilities: {} });
    ends.client.request('session/list', { cursor: 'n' });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602 });
  });

  test('in strict mode an agent without a list refuses', async () => {
    await using ends = await meet({ agentCapabilities: {}, strict: true });
    ends.client.request('session/list', {});
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
  });
});

describe('drafts', () => {
  test.each([
    ['session/inject', { sessionId: 's1', mode: 'queue', content: [textOf('x')] }],
    ['session/revoke_inject', { sessionId: 's1', messageId: 'm' }],
    ['session/replace_inject', { sessionId: 's1', messageId: 'm', content: [textOf('x')] }],
  ])('%s does not exist for an agent of version 1', async (method, params) => {
    await using ends = await meetInSession();
    ends.client.request(method, params);
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_601 });
  });

  test.each([
    ['session/status', { sessionId: 's1' }, { status: 'open' }],
    ['session/set_title', { sessionId: 's1', title: 'T' }, { title: 'T' }],
    ['session/unarchive', { sessionId: 's1' }, {}],
    ['auth/status', {}, { state: 'authenticated' }],
    ['providers/list', {}, { providers: [] }],
  ])('%s crosses as it is', async (method, params, result) => {
    await using ends = await meetInSession();
    ends.client.request(method, params);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method, params });
    ends.agent.answer(asked.id, result);
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual(result);
  });

  test('context for one turn crosses with its prompt', async () => {
    await using ends = await meetInSession();
    const params = { sessionId: 's1', prompt: [textOf('x')], runtimeContext: [{ text: 'It rains.' }] };
    ends.client.request('session/prompt', params);
    await ends.settle();
    expect(ends.agent.takeOne().params).toEqual(params);
  });

  test('suggestions have the name of their id changed, both ways', async () => {
    await using ends = await meet({ agentCapabilities: { ...able, nes: {} } });
    const params = {
      sessionId: 'n',
      uri: 'file:///a',
      version: 1,
      position: { line: 0, character: 0 },
      triggerKind: 'manual',
    };
    ends.client.request('nes/suggest', params);
    await ends.settle();
    const asked = ends.agent.takeOne();
    expect(asked).toMatchObject({ method: 'nes/suggest', params });
    const suggestion = { kind: 'jump', uri: 'file:///a', position: { line: 1, character: 0 } };
    ends.agent.answer(asked.id, { suggestions: [{ ...suggestion, id: 'x' }] });
    await ends.settle();
    expect(ends.client.takeOne().result).toEqual({ suggestions: [{ ...suggestion, suggestionId: 'x' }] });
    ends.client.notify('nes/accept', { sessionId: 'n', suggestionId: 'x' });
    ends.client.notify('nes/reject', { sessionId: 'n', suggestionId: 'x', reason: 'ignored' });
    await ends.settle();
    expect(ends.agent.take().map((message) => message.params)).toEqual([
      { sessionId: 'n', id: 'x' },
      { sessionId: 'n', id: 'x', reason: 'ignored' },
    ]);
  });
});

describe('custom methods', () => {
  test('cross as they are in both directions', async () => {
    await using ends = await meet();
    ends.client.request('_ours/ask', { a: 1 }, 'q');
    ends.agent.notify('_theirs/tell', { b: 2 });
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({ jsonrpc: '2.0', id: 'q', method: '_ours/ask', params: { a: 1 } });
    expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', method: '_theirs/tell', params: { b: 2 } });
  });
});
