import { describe, expect, test } from 'vitest';

import { brief, meetInSession, prompt, promptTaken, says, takeUpdates, textOf } from './bridged-agent.test-support.ts';

const ask = (text: string): object => ({ sessionId: 's1', prompt: [textOf(text)] });

test('a prompt whose request was cancelled ends as cancelled, also when it was taken in meanwhile', async () => {
  await using ends = await meetInSession();
  ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('hello')] }, 'p1');
  ends.client.notify('$/cancel_request', { requestId: 'p1' });
  await ends.advance(1000);
  const [asked, cancel] = ends.agent.take();
  expect(cancel).toMatchObject({ method: '$/cancel_request', params: { requestId: asked?.id } });
  ends.agent.refuse(asked?.id, { code: -32_800, message: 'Request cancelled' });
  await ends.settle();
  expect(brief(ends.client.take()).at(-1)).toBe('idle cancelled');
});

describe('session/prompt', () => {
  test('is taken in at the first thing the agent says, and the rest follows in order', async () => {
    await using ends = await meetInSession();
    const id = await prompt(ends);
    expect(ends.client.take()).toEqual([]);
    ends.agent.update('s1', says('hi'));
    ends.agent.answer(id, { stopReason: 'end_turn' });
    await ends.settle();
    const messages = ends.client.take();
    expect(brief(messages)).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      'hi',
      'idle end_turn',
    ]);
    expect(messages[1]?.params).toEqual({
      sessionId: 's1',
      update: { sessionUpdate: 'user_message', messageId: 'id-1', content: [textOf('hello')] },
    });
  });

  test('reaches the agent as the client sent it, under the same id', async () => {
    await using ends = await meetInSession();
    const params = {
      sessionId: 's1',
      prompt: [textOf('a'), { type: 'resource_link', name: 'b', uri: 'file:///b' }],
      _meta: { x: 1 },
    };
    ends.client.request('session/prompt', params, 'mine');
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual({ jsonrpc: '2.0', id: 'mine', method: 'session/prompt', params });
  });

  test('is taken in after a short while when the agent says nothing', async () => {
    await using ends = await meetInSession();
    await prompt(ends);
    await ends.advance(149);
    expect(ends.client.take()).toEqual([]);
    await ends.advance(1);
    expect(brief(ends.client.take())).toEqual([{ result: { messageId: 'id-1' } }, 'user_message', 'running']);
    expect(ends.clock.pending).toBe(0);
  });

  test('is taken in with its answer when that is the first thing the agent says', async () => {
    await using ends = await meetInSession();
    ends.agent.answer(await prompt(ends), { stopReason: 'refusal' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      'idle refusal',
    ]);
    expect(ends.clock.pending).toBe(0);
  });

  test('a permission request, a file and a terminal are signs of work too', async () => {
    await using ends = await meetInSession({ extras: true });
    await prompt(ends);
    ends.agent.request('fs/read_text_file', { sessionId: 's1', path: '/work/a' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      'fs/read_text_file',
    ]);
  });

  test('what is said about the session as a whole is no sign of work', async () => {
    await using ends = await meetInSession();
    const id = await prompt(ends);
    ends.agent.update('s1', { sessionUpdate: 'available_commands_update', availableCommands: [] });
    ends.agent.update('s1', { sessionUpdate: 'session_info_update', title: 'T' });
    ends.agent.refuse(id, { code: -32_000, message: 'Log in first.' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['available_commands_update', 'session_info_update', { error: -32_000 }]);
  });

  test('an update of another session is no sign of work', async () => {
    await using ends = await meetInSession();
    await prompt(ends);
    ends.agent.update('s2', says('elsewhere'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['elsewhere']);
  });

  test('an agent that repeats the prompt does not say it twice, and names it', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [textOf('a'), textOf('b')] });
    await ends.settle();
    const repeats = (text: string): object => ({
      ...says(text, { messageId: 'theirs' }),
      sessionUpdate: 'user_message_chunk',
    });
    ends.agent.update('s1', repeats('a'));
    ends.agent.update('s1', repeats('b'));
    ends.agent.update('s1', says('c'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ result: { messageId: 'theirs' } }, 'user_message', 'running', 'c']);
    // Later on it is something new.
    ends.agent.update('s1', repeats('a'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['a']);
  });

  test('another message at its beginning is not an echo', async () => {
    await using ends = await meetInSession();
    await prompt(ends, 'hello');
    ends.agent.update('s1', { ...says('wait'), sessionUpdate: 'user_message_chunk' });
    ends.agent.update('s1', { ...says('hello'), sessionUpdate: 'user_message_chunk' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      'wait',
      'hello',
    ]);
  });

  test('a content type that version 1 does not have is refused and not sent', async () => {
    await using ends = await meetInSession();
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [{ type: '_video', url: 'x' }] });
    await ends.settle();
    expect(ends.client.takeOne().error).toMatchObject({ code: -32_602, data: { row: 'content blocks' } });
    expect(ends.agent.take()).toEqual([]);
  });

  test('one that comes while another runs waits, and goes to the agent when that has ended', async () => {
    await using ends = await meetInSession();
    const first = await promptTaken(ends);
    ends.client.request('session/prompt', ask('two'), 'two');
    ends.client.request('session/prompt', ask('three'), 'three');
    await ends.settle();
    expect(ends.agent.take()).toEqual([]);
    ends.agent.answer(first, { stopReason: 'end_turn' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'two', params: { prompt: [textOf('two')] } });
    expect(brief(ends.client.take())).toEqual(['idle end_turn']);
    ends.agent.answer('two', { stopReason: 'end_turn' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'three' });
    expect(brief(ends.client.take())).toEqual([
      { result: { messageId: 'id-2' } },
      'user_message',
      'running',
      'idle end_turn',
    ]);
  });

  test('one that waits goes to the agent also when the one before fails', async () => {
    await using ends = await meetInSession();
    const first = await prompt(ends);
    ends.client.request('session/prompt', ask('two'), 'two');
    ends.agent.refuse(first, { code: -32_603, message: 'Broken.' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'two' });
    expect(brief(ends.client.take())).toEqual([{ error: -32_603 }]);
  });

  test('a session that waits holds up no other', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    ends.client.request('session/prompt', { sessionId: 's2', prompt: [textOf('other')] }, 'other');
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'other' });
  });

  test('more than the limit cannot wait', async () => {
    await using ends = await meetInSession({ limits: { heldPrompts: 1 } });
    await promptTaken(ends);
    ends.client.request('session/prompt', ask('two'), 'two');
    ends.client.request('session/prompt', ask('three'), 'three');
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'three', error: { code: -32_603 } });
  });

  test('one that waits can be cancelled alone', async () => {
    await using ends = await meetInSession();
    const first = await promptTaken(ends);
    ends.client.request('session/prompt', ask('two'), 'two');
    ends.client.request('session/prompt', ask('three'), 'three');
    ends.client.notify('$/cancel_request', { requestId: 'two' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'two', error: { code: -32_800 } });
    expect(ends.agent.take()).toEqual([]);
    ends.agent.answer(first, { stopReason: 'end_turn' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'three' });
  });

  test('one that was sent and not taken in is cancelled at the agent', async () => {
    await using ends = await meetInSession();
    const id = await prompt(ends);
    ends.client.notify('$/cancel_request', { requestId: id });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: '$/cancel_request', params: { requestId: id } });
    ends.agent.refuse(id, { code: -32_800, message: 'Cancelled.' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ error: -32_800 }]);
  });

  test('one that was taken in cannot be cancelled as a request any more', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.notify('$/cancel_request', { requestId: id });
    await ends.settle();
    expect(ends.agent.take()).toEqual([]);
    expect(ends.client.take()).toEqual([]);
  });

  test('nothing is scheduled any more once the connection has ended', async () => {
    await using ends = await meetInSession();
    await prompt(ends);
    ends.agent.close();
    await ends.settle();
    expect(ends.clock.pending).toBe(0);
  });
});

describe('errors', () => {
  test('before a prompt was taken in it is refused with the error of the agent', async () => {
    await using ends = await meetInSession();
    const error = { code: -32_000, message: 'Log in first.', data: { reason: 'auth_required' } };
    ends.agent.refuse(await prompt(ends), error);
    await ends.settle();
    expect(ends.client.takeOne().error).toEqual(error);
    await ends.advance(1000);
    expect(ends.client.take()).toEqual([]);
  });

  test('after a prompt was taken in its work ends with the error', async () => {
    await using ends = await meetInSession();
    const error = { code: -32_603, message: 'The model is away.', data: { status: 529 } };
    ends.agent.refuse(await promptTaken(ends), error);
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([{ sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error }]);
  });

  test('a malformed answer to a prompt ends its work with an error', async () => {
    await using ends = await meetInSession();
    ends.agent.answer(await promptTaken(ends), { stopReason: 'because' });
    await ends.settle();
    expect(takeUpdates(ends)).toMatchObject([{ state: 'idle', stopReason: 'error', error: { code: -32_603 } }]);
  });

  test('an answer that comes twice is ignored', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.agent.answer(id, { stopReason: 'end_turn' });
    ends.agent.answer(id, { stopReason: 'end_turn' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle end_turn']);
    expect(ends.reports).toMatchObject([{ kind: 'ignored-by-bridge', from: 'agent' }]);
  });
});

describe('session/cancel', () => {
  test('reaches the agent, whose answer ends the work', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.notify('session/cancel', { sessionId: 's1' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: 'session/cancel', params: { sessionId: 's1' } });
    ends.agent.update('s1', says('last words'));
    ends.agent.answer(id, { stopReason: 'cancelled' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['last words', 'idle cancelled']);
  });

  test('drops the prompts that wait, and not those that come later', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.request('session/prompt', ask('two'), 'two');
    ends.client.request('session/prompt', ask('three'), 'three');
    ends.client.notify('session/cancel', { sessionId: 's1' });
    ends.client.request('session/prompt', ask('four'), 'four');
    await ends.settle();
    expect(ends.client.take()).toMatchObject([
      { id: 'two', error: { code: -32_800 } },
      { id: 'three', error: { code: -32_800 } },
    ]);
    ends.agent.take();
    ends.agent.answer(id, { stopReason: 'cancelled' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: 'four' });
  });

  test('an agent that answers a cancelled prompt with -32800 has cancelled it', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    ends.client.notify('session/cancel', { sessionId: 's1' });
    await ends.settle();
    ends.agent.refuse(id, { code: -32_800, message: 'Cancelled.' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle cancelled']);
  });

  test('an agent that gives up by itself has failed', async () => {
    await using ends = await meetInSession();
    ends.agent.refuse(await promptTaken(ends), { code: -32_800, message: 'Shutting down.' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle error']);
  });

  test('an idle session says nothing about it', async () => {
    await using ends = await meetInSession();
    ends.client.notify('session/cancel', { sessionId: 's1' });
    ends.client.notify('session/cancel', { sessionId: 'never seen' });
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
  });
});

describe('state_update', () => {
  const ask1 = {
    sessionId: 's1',
    toolCall: { toolCallId: 't1', title: 'Write' },
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  };
  const yes = { outcome: { outcome: 'selected', optionId: 'y' } };

  test('the session waits for the user while a question is open, and until the last one is answered', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    const first = ends.agent.request('session/request_permission', ask1);
    const second = ends.agent.request('session/request_permission', ask1);
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([
      'requires_action',
      'session/request_permission',
      'session/request_permission',
    ]);
    ends.client.answer(first, yes);
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    ends.client.answer(second, yes);
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['running']);
    ends.agent.answer(id, { stopReason: 'end_turn' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle end_turn']);
  });

  test('a question of an idle session does not change its state', async () => {
    await using ends = await meetInSession();
    const id = ends.agent.request('session/request_permission', ask1);
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['session/request_permission']);
    ends.client.answer(id, yes);
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
  });

  test('a question that outlives its work does not change the state afterwards', async () => {
    await using ends = await meetInSession();
    const id = await promptTaken(ends);
    const question = ends.agent.request('session/request_permission', ask1);
    ends.agent.answer(id, { stopReason: 'end_turn' });
    await ends.settle();
    ends.client.take();
    ends.client.answer(question, yes);
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
  });

  test('a question from before does not hold up the next prompt', async () => {
    await using ends = await meetInSession();
    ends.agent.request('session/request_permission', ask1);
    await ends.settle();
    ends.client.take();
    await prompt(ends);
    await ends.advance(1000);
    expect(brief(ends.client.take())).toEqual([{ result: { messageId: 'id-1' } }, 'user_message', 'running']);
  });

  test('updates after the end of the work leave the session idle', async () => {
    await using ends = await meetInSession();
    ends.agent.answer(await promptTaken(ends), { stopReason: 'end_turn' });
    ends.agent.update('s1', says('by the way'));
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['idle end_turn', 'by the way']);
  });
});

describe('usage', () => {
  test('the tokens of a prompt are told with its end', async () => {
    await using ends = await meetInSession();
    const usage = { totalTokens: 3, inputTokens: 2, outputTokens: 1 };
    ends.agent.answer(await promptTaken(ends), { stopReason: 'max_tokens', usage });
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([
      { sessionUpdate: 'state_update', state: 'idle', stopReason: 'max_tokens', usage },
    ]);
  });

  test('how full the context is crosses as it is', async () => {
    await using ends = await meetInSession();
    const update = { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.1, currency: 'EUR' } };
    ends.agent.update('s1', update);
    await ends.settle();
    expect(takeUpdates(ends)).toEqual([update]);
  });
});
