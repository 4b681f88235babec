import { describe, expect, test } from 'vitest';

import { brief, meet, meetInSession, prompt, promptTaken, says } from './bridged-agent.test-support.ts';

const options = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
];
const question = { sessionId: 's1', toolCall: { toolCallId: 't1', title: 'Write a.txt', kind: 'edit' }, options };

describe('request_permission', () => {
  test('the tool call is what the question is about', async () => {
    await using ends = await meetInSession();
    const toolCall = { ...question.toolCall, status: null, locations: [{ path: 'a.txt' }] };
    ends.agent.request('session/request_permission', { ...question, toolCall, _meta: { a: 1 } });
    await ends.settle();
    expect(ends.client.takeOne().params).toEqual({
      sessionId: 's1',
      title: 'Write a.txt',
      subject: {
        type: 'tool_call',
        toolCall: { toolCallId: 't1', title: 'Write a.txt', kind: 'edit', locations: [{ path: '/work/a.txt' }] },
      },
      options,
      _meta: { a: 1 },
    });
  });

  test('a question without a title has a general one, and so does a tool call that was not seen', async () => {
    await using ends = await meetInSession();
    ends.agent.request('session/request_permission', { ...question, toolCall: { toolCallId: 't1', name: 'write' } });
    await ends.settle();
    expect(ends.client.takeOne().params).toMatchObject({
      title: 'Permission required',
      subject: { toolCall: { toolCallId: 't1', title: 'write' } },
    });
  });

  test('a tool call that the client knows keeps its title', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', { sessionUpdate: 'tool_call', ...question.toolCall });
    ends.agent.request('session/request_permission', { ...question, toolCall: { toolCallId: 't1' } });
    await ends.settle();
    expect(ends.client.take()[1]?.params).toMatchObject({
      subject: { type: 'tool_call', toolCall: { toolCallId: 't1' } },
    });
    expect(ends.client.received.at(-1)?.params).not.toHaveProperty('subject.toolCall.title');
  });

  test('a question without a title has that of the tool call, as it was said last', async () => {
    await using ends = await meetInSession();
    ends.agent.update('s1', { sessionUpdate: 'tool_call', ...question.toolCall });
    ends.agent.request('session/request_permission', { ...question, toolCall: { toolCallId: 't1' } });
    ends.agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 't1', title: 'Write b.txt' });
    ends.agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'in_progress' });
    ends.agent.request('session/request_permission', { ...question, toolCall: { toolCallId: 't1', title: null } });
    await ends.settle();
    const asked = ends.client.take().filter(({ method }) => method === 'session/request_permission');
    expect(asked).toMatchObject([{ params: { title: 'Write a.txt' } }, { params: { title: 'Write b.txt' } }]);
  });

  test('a question without options is answered with cancelled', async () => {
    await using ends = await meetInSession();
    ends.agent.request('session/request_permission', { ...question, options: [] });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(ends.client.take()).toEqual([]);
    expect(ends.lostRows).toEqual(['request_permission']);
  });

  test('a question of a closed session is answered with cancelled', async () => {
    await using ends = await meetInSession({ agentCapabilities: {} });
    ends.client.request('session/close', { sessionId: 's1' });
    await ends.settle();
    ends.client.take();
    ends.agent.take();
    ends.agent.request('session/request_permission', question);
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(ends.client.take()).toEqual([]);
  });

  test('the agent can take its question back', async () => {
    await using ends = await meetInSession();
    const id = ends.agent.request('session/request_permission', question);
    ends.agent.notify('$/cancel_request', { requestId: id });
    await ends.settle();
    expect(ends.client.take()).toMatchObject([{ id }, { method: '$/cancel_request', params: { requestId: id } }]);
    ends.client.answer(id, { outcome: { outcome: 'cancelled' } });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});

describe('permission outcome', () => {
  test.each([{ outcome: 'selected', optionId: 'y' }, { outcome: 'cancelled' }])(
    '%j crosses as it is',
    async (outcome) => {
      await using ends = await meetInSession();
      const id = ends.agent.request('session/request_permission', question);
      await ends.settle();
      ends.client.answer(id, { outcome, _meta: { a: 1 } });
      await ends.settle();
      expect(ends.agent.takeOne().result).toEqual({ outcome, _meta: { a: 1 } });
    },
  );

  test('one that version 1 does not know is never an approval', async () => {
    await using ends = await meetInSession();
    const id = ends.agent.request('session/request_permission', question);
    await ends.settle();
    ends.client.answer(id, { outcome: { outcome: '_maybe' } });
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(ends.lostRows).toEqual(['permission outcome']);
  });

  test('an error crosses as it is, and the work goes on', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    const id = ends.agent.request('session/request_permission', question);
    await ends.settle();
    ends.client.refuse(id, { code: -32_603, message: 'No dialog.' });
    await ends.settle();
    expect(ends.agent.takeOne().error).toEqual({ code: -32_603, message: 'No dialog.' });
    expect(brief(ends.client.take())).toEqual(['requires_action', 'session/request_permission', 'running']);
  });
});

describe('session/cancel', () => {
  test('answers the open permissions of the agent and takes them back from the client', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    const id = ends.agent.request('session/request_permission', question);
    await ends.settle();
    ends.client.take();
    ends.client.notify('session/cancel', { sessionId: 's1' });
    await ends.settle();
    expect(ends.agent.take()).toMatchObject([
      { method: 'session/cancel' },
      { id, result: { outcome: { outcome: 'cancelled' } } },
    ]);
    expect(ends.client.take()).toMatchObject([
      { method: '$/cancel_request', params: { requestId: id } },
      { params: { update: { state: 'running' } } },
    ]);
    ends.client.notify('session/cancel', { sessionId: 's1' });
    ends.client.answer(id, { outcome: { outcome: 'selected', optionId: 'y' } });
    await ends.settle();
    expect(ends.agent.take()).toMatchObject([{ method: 'session/cancel' }]);
    expect(ends.client.take()).toEqual([]);
  });

  test.each(['session/close', 'session/archive'])(
    'nothing is left open for an agent that is asked for %s',
    async (method) => {
      await using ends = await meetInSession();
      await promptTaken(ends);
      const id = ends.agent.request('session/request_permission', question);
      await ends.settle();
      ends.client.request(method, { sessionId: 's1' });
      await ends.settle();
      expect(ends.agent.take()).toMatchObject([{ id, result: { outcome: { outcome: 'cancelled' } } }, { method }]);
    },
  );
});

describe('elicitation', () => {
  const form = { mode: 'form', message: 'Which one?' };

  test('what version 1 takes for granted is filled in', async () => {
    await using ends = await meetInSession();
    ends.agent.request('elicitation/create', { ...form, sessionId: 's1', requestedSchema: {} });
    await ends.settle();
    expect(ends.client.takeOne().params).toEqual({
      ...form,
      sessionId: 's1',
      requestedSchema: { type: 'object', properties: {} },
    });
  });

  test('the answer crosses as it is, and meanwhile the session waits', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    const id = ends.agent.request('elicitation/create', { ...form, sessionId: 's1', requestedSchema: {} });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual(['requires_action', 'elicitation/create']);
    const result = { action: 'accept', content: { a: 'b', losses: 1, d: ['e'] } };
    ends.client.answer(id, result);
    await ends.settle();
    expect(ends.agent.takeOne().result).toEqual(result);
    expect(brief(ends.client.take())).toEqual(['running']);
  });

  test('an error crosses as it is, and the session waits no longer', async () => {
    await using ends = await meetInSession();
    await promptTaken(ends);
    const id = ends.agent.request('elicitation/create', { ...form, sessionId: 's1', requestedSchema: {} });
    await ends.settle();
    ends.client.refuse(id, { code: -32_602, message: 'No forms.' });
    await ends.settle();
    expect(ends.agent.takeOne().error).toEqual({ code: -32_602, message: 'No forms.' });
    expect(brief(ends.client.take()).at(-1)).toBe('running');
  });

  test('what is asked about a prompt is asked about its session, because version 2 has answered the prompt', async () => {
    await using ends = await meetInSession();
    const requestId = await prompt(ends);
    ends.agent.request('elicitation/create', {
      mode: 'url',
      message: 'Look',
      elicitationId: 'e',
      url: 'https://a.example',
      requestId,
    });
    await ends.settle();
    const messages = ends.client.take();
    expect(brief(messages)).toEqual([
      { result: { messageId: 'id-1' } },
      'user_message',
      'running',
      'requires_action',
      'elicitation/create',
    ]);
    expect(messages.at(-1)?.params).toEqual({
      mode: 'url',
      message: 'Look',
      elicitationId: 'e',
      url: 'https://a.example',
      sessionId: 's1',
    });
  });

  test('what is asked about another request names the id of the client', async () => {
    await using ends = await meet();
    ends.client.request('auth/login', { methodId: 'web' }, 'login');
    await ends.settle();
    const { id: requestId } = ends.agent.takeOne();
    ends.agent.request('elicitation/create', { ...form, requestId, requestedSchema: {} });
    await ends.settle();
    expect(ends.client.takeOne().params).toMatchObject({ requestId: 'login' });
  });

  test('the end of a page crosses as it is', async () => {
    await using ends = await meet();
    ends.agent.notify('elicitation/complete', { elicitationId: 'e' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ method: 'elicitation/complete', params: { elicitationId: 'e' } });
  });
});

describe('request ids', () => {
  test('a request that the bridge had to rename is named to the client by its own id', async () => {
    await using ends = await meetInSession();
    // The prompt keeps its id at the agent until its work ends, so the next request with that id needs another.
    ends.client.request('session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'a' }] }, 'same');
    await ends.advance(1000);
    ends.agent.take();
    ends.client.take();
    ends.client.request('auth/login', { methodId: 'web' }, 'same');
    await ends.settle();
    const { id: renamed } = ends.agent.takeOne();
    expect(renamed).not.toBe('same');
    ends.agent.request('elicitation/create', {
      mode: 'form',
      message: 'Who?',
      requestId: renamed,
      requestedSchema: {},
    });
    await ends.settle();
    expect(ends.client.takeOne().params).toMatchObject({ requestId: 'same' });
    ends.agent.answer(renamed, {});
    ends.agent.update('s1', says('b'));
    ends.agent.answer('same', { stopReason: 'end_turn' });
    await ends.settle();
    expect(brief(ends.client.take())).toEqual([{ result: {} }, 'b', 'idle end_turn']);
  });

  test('a question of the agent may have no id in version 1', async () => {
    await using ends = await meetInSession();
    ends.agent.request('session/request_permission', question, null);
    await ends.settle();
    const { id } = ends.client.takeOne();
    expect(typeof id).toBe('string');
    ends.client.answer(id, { outcome: { outcome: 'cancelled' } });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ id: null, result: { outcome: { outcome: 'cancelled' } } });
  });
});
