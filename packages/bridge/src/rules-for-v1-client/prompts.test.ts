/** When a client of version 1 gets the response to its prompt, and that it does not get its own message. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { RawPeers } from '../raw-peers.test-support.ts';
import { chunk, idle, outgoing, opened, prompt, running, text } from './open-session.test-support.ts';

const echo = (messageId: string, words: string): object => ({
  sessionUpdate: 'user_message',
  messageId,
  content: [text(words)],
});

const ended = (id: unknown, stopReason = 'end_turn'): object => ({ jsonrpc: '2.0', id, result: { stopReason } });

describe('session/prompt', () => {
  test('is answered by the idle state that ends its work, after everything that was said before', async () => {
    await using ends = await opened();
    const { client, agent } = ends;
    const asked = await prompt(ends, 'hello', 'p1');
    expect(asked).toMatchObject({
      id: 'p1',
      method: 'session/prompt',
      params: { sessionId: 's', prompt: [text('hello')] },
    });
    agent.answer(asked.id, { messageId: 'm1' });
    agent.update('s', echo('m1', 'hello'));
    agent.update('s', running);
    agent.update('s', chunk('a1', 'hi'));
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a1', 'hi')]);
    agent.update('s', { ...idle, usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } });
    await ends.settle();
    expect(client.takeOne()).toEqual({
      jsonrpc: '2.0',
      id: 'p1',
      result: { stopReason: 'end_turn', usage: { totalTokens: 3, inputTokens: 1, outputTokens: 2 } },
    });
    expect(ends.reports).toEqual([]);
  });

  test('is answered wherever the agent puts its own answer among its reports', async () => {
    const turn = [echo('m1', 'hello'), running, chunk('a1', 'hi'), idle];
    for (let place = 0; place <= turn.length; place += 1) {
      await using ends = await opened();
      const asked = await prompt(ends, 'hello', 'p1');
      for (const [index, update] of turn.entries()) {
        if (index === place) ends.agent.answer(asked.id, { messageId: 'm1' });
        ends.agent.update('s', update);
      }
      if (place === turn.length) ends.agent.answer(asked.id, { messageId: 'm1' });
      await ends.settle();
      expect(ends.client.take().at(-1)).toEqual(ended('p1'));
      expect(ends.client.updates('s')).toEqual([chunk('a1', 'hi')]);
    }
  });

  test('is not answered by an idle state that repeats an earlier end', async () => {
    await using ends = await opened();
    const first = await prompt(ends, 'one');
    ends.agent.answer(first.id, { messageId: 'm1' });
    for (const update of [running, idle]) ends.agent.update('s', update);
    await ends.settle();
    ends.client.take();
    const second = await prompt(ends, 'two', 'p2');
    ends.agent.answer(second.id, { messageId: 'm2' });
    ends.agent.update('s', idle);
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    for (const update of [running, idle]) ends.agent.update('s', update);
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p2'));
  });

  test('is not answered by the end of work that ran before it was inserted', async () => {
    await using ends = await opened();
    ends.agent.update('s', running);
    const held = await prompt(ends, 'next', 'p1');
    ends.agent.update('s', idle);
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    ends.agent.answer(held.id, { messageId: 'm1' });
    for (const update of [running, idle]) ends.agent.update('s', update);
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p1'));
  });

  test('is answered together with all prompts that joined its work', async () => {
    await using ends = await opened();
    const first = await prompt(ends, 'one', 'p1');
    ends.agent.answer(first.id, { messageId: 'm1' });
    ends.agent.update('s', running);
    const second = await prompt(ends, 'two', 'p2');
    ends.agent.answer(second.id, { messageId: 'm2' });
    ends.agent.update('s', idle);
    await ends.settle();
    expect(ends.client.take()).toEqual([ended('p1'), ended('p2')]);
  });

  test('is presumed to be over when the agent worked before it answered, and echoes nothing', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    for (const update of [running, chunk('a1', 'hi'), idle]) ends.agent.update('s', update);
    ends.agent.answer(asked.id, { messageId: 'm1' });
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a1', 'hi')]);
    await ends.advance(1000);
    expect(ends.client.takeOne()).toEqual(ended('p1'));
  });

  test('waits for work that begins after all', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    for (const update of [running, idle]) ends.agent.update('s', update);
    ends.agent.answer(asked.id, { messageId: 'm1' });
    await ends.advance(500);
    ends.agent.update('s', running);
    await ends.advance(5000);
    expect(ends.client.take()).toEqual([]);
    ends.agent.update('s', { ...idle, stopReason: 'max_tokens' });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p1', 'max_tokens'));
  });

  test('passes on why the agent did not take it', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    const error = { code: -32_000, message: 'Authentication required', data: { reason: 'auth_required' } };
    ends.agent.refuse(asked.id, error);
    await ends.settle();
    expect(ends.client.takeOne()).toEqual({ jsonrpc: '2.0', id: 'p1', error });
  });

  test('fails with the error that ended its work', async () => {
    for (const error of [{ code: -32_042, message: 'Out of credit' }, undefined]) {
      await using ends = await opened();
      const asked = await prompt(ends, 'hello', 'p1');
      ends.agent.answer(asked.id, { messageId: 'm1' });
      ends.agent.update('s', running);
      ends.agent.update('s', { ...idle, stopReason: 'error', error });
      await ends.settle();
      expect(ends.client.takeOne()).toMatchObject({ id: 'p1', error: error ?? { code: -32_603 } });
    }
  });

  test('ends with end_turn for a reason that version 1 does not have, and says so', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    ends.agent.answer(asked.id, { messageId: 'm1' });
    ends.agent.update('s', running);
    ends.agent.update('s', { ...idle, stopReason: '_bored' });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p1'));
    expect(ends.lostRows).toEqual(['session/prompt']);
  });

  test('fails for such a reason in strict mode, and does not wait for ever', async () => {
    await using ends = await opened({ strict: true });
    const asked = await prompt(ends, 'hello', 'p1');
    ends.agent.answer(asked.id, { messageId: 'm1' });
    ends.agent.update('s', running);
    ends.agent.update('s', { ...idle, stopReason: '_bored' });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'p1', error: { code: -32_603 } });
    expect(ends.lostRows).toEqual(['session/prompt']);
  });

  test('is refused when it is empty', async () => {
    await using ends = await opened();
    ends.client.request('session/prompt', { sessionId: 's', prompt: [] });
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ error: { code: -32_602 } });
    expect(ends.agent.take()).toEqual([]);
  });

  test('is answered as cancelled when its session is closed or deleted', async () => {
    for (const method of ['session/close', 'session/delete']) {
      await using ends = await opened();
      const asked = await prompt(ends, 'hello', 'p1');
      ends.agent.answer(asked.id, { messageId: 'm1' });
      ends.agent.update('s', running);
      ends.client.request(method, { sessionId: 's' }, 'c1');
      await ends.settle();
      ends.agent.answer('c1', {});
      await ends.settle();
      expect(ends.client.take()).toEqual([ended('p1', 'cancelled'), { jsonrpc: '2.0', id: 'c1', result: {} }]);
      ends.agent.update('s', idle);
      await ends.settle();
      expect(ends.client.take()).toEqual([]);
    }
  });

  test('is answered exactly once, and only by its own agent answer and an idle state, over all orders of reports', async () => {
    const step = fc.constantFrom<object | 'answer'>(
      echo('m1', 'hello'),
      echo('m2', 'other'),
      chunk('a1', 'x'),
      running,
      idle,
      { ...idle, stopReason: undefined },
      'answer',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await using ends = await opened();
        const asked = await prompt(ends, 'hello', 'p1');
        const first = steps.indexOf('answer');
        for (const [index, each] of steps.entries()) {
          if (typeof each === 'object') ends.agent.update('s', each);
          else if (index === first) ends.agent.answer(asked.id, { messageId: 'm1' });
        }
        await ends.advance(2000);
        const answers = ends.client.received.filter(({ id }) => id === 'p1');
        if (first === -1) expect(answers).toEqual([]);
        else {
          // Whatever came before: one more turn of the agent ends it.
          ends.agent.update('s', running);
          ends.agent.update('s', idle);
          await ends.settle();
          expect(ends.client.received.filter(({ id }) => id === 'p1')).toHaveLength(1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the session of a subagent that the client does not show', () => {
  const subagent = { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'helper' };

  test('is seen once the client opens it', async () => {
    await using ends = await opened();
    ends.agent.update('s', subagent);
    ends.agent.update('child', chunk('a0', 'unseen'));
    ends.client.request('session/load', { sessionId: 'child', cwd: '/work', mcpServers: [] }, 'l1');
    await ends.settle();
    ends.agent.update('child', chunk('a1', 'seen'));
    ends.agent.answer('l1', {});
    ends.client.request('session/prompt', { sessionId: 'child', prompt: [text('hello')] }, 'p1');
    await ends.settle();
    ends.agent.answer('p1', { messageId: 'm1' });
    for (const update of [running, idle]) ends.agent.update('child', update);
    await ends.settle();
    expect(ends.client.updates('child')).toEqual([chunk('a1', 'seen')]);
    expect(ends.client.take().at(-1)).toEqual(ended('p1'));
  });

  test('is never the session that tells of it', async () => {
    await using ends = await opened();
    ends.agent.update('s', { ...subagent, sessionId: 's' });
    ends.agent.update('s', chunk('a1', 'seen'));
    await ends.settle();
    expect(outgoing(ends)).toEqual([chunk('a1', 'seen')]);
  });
});

describe('session/cancel', () => {
  test('crosses as it is, and the prompt ends as cancelled when the agent says so', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    ends.agent.answer(asked.id, { messageId: 'm1' });
    ends.agent.update('s', running);
    ends.client.notify('session/cancel', { sessionId: 's' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: 'session/cancel', params: { sessionId: 's' } });
    ends.agent.update('s', { ...idle, stopReason: 'cancelled' });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p1', 'cancelled'));
  });

  test('ends a prompt that the agent still held', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    ends.agent.refuse(asked.id, { code: -32_800, message: 'Request cancelled' });
    await ends.settle();
    expect(ends.client.takeOne()).toEqual(ended('p1', 'cancelled'));
  });

  test('is what a cancelled prompt request becomes once the prompt was inserted', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    ends.client.notify('$/cancel_request', { requestId: 'p1' });
    await ends.settle();
    expect(ends.agent.takeOne()).toMatchObject({ method: '$/cancel_request', params: { requestId: asked.id } });
    // The agent had inserted it when the cancellation came.
    ends.agent.answer(asked.id, { messageId: 'm1' });
    await ends.settle();
    const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
    expect(ends.agent.takeOne()).toEqual(cancel);
    ends.agent.update('s', running);
    ends.client.notify('$/cancel_request', { requestId: 'p1' });
    await ends.settle();
    expect(ends.agent.takeOne()).toEqual(cancel);
  });
});

describe('state_update', () => {
  test('never reaches the client, and work without a prompt is only reported', async () => {
    await using ends = await opened();
    for (const update of [
      running,
      { ...running, state: 'requires_action' },
      { ...running, state: '_dreaming' },
      idle,
    ]) {
      ends.agent.update('s', update);
    }
    await ends.settle();
    expect(ends.client.take()).toEqual([]);
    expect(ends.lostRows).toEqual(Array(4).fill('state_update'));
    // The same state once more says nothing new.
    ends.agent.update('s', idle);
    await ends.settle();
    expect(ends.losses).toHaveLength(4);
  });

  test('with background work is reported, also while a prompt waits', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p');
    ends.agent.answer(asked.id, { messageId: 'm' });
    const background = [{ type: 'terminal', terminalId: 'x' }];
    for (const update of [
      { ...running, background },
      { ...idle, background },
    ])
      ends.agent.update('s', update);
    await ends.settle();
    expect(ends.client.takeOne()).toMatchObject({ id: 'p', result: { stopReason: 'end_turn' } });
    expect(ends.lostRows).toEqual(['state_update', 'state_update']);
  });
});

describe('message chunks', () => {
  const said = (ends: RawPeers): unknown[] => ends.client.updates('s');

  test('of the user pass, when they are no echo', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello');
    const other = chunk('m9', 'from another client', 'user_message');
    ends.agent.update('s', other);
    ends.agent.answer(asked.id, { messageId: 'm1' });
    ends.agent.update('s', echo('m8', 'injected'));
    await ends.settle();
    expect(said(ends)).toEqual([other, chunk('m8', 'injected', 'user_message')]);
  });

  test('that echo a prompt are kept from its client, before the answer and after it', async () => {
    const echoes = [
      [chunk('m1', 'hel', 'user_message'), chunk('m1', 'lo', 'user_message')],
      [echo('m1', 'hello')],
      [chunk('m1', 'hello', 'user_message'), echo('m1', 'hello')],
    ];
    for (const parts of echoes) {
      for (let place = 0; place <= parts.length; place += 1) {
        await using ends = await opened();
        const asked = await prompt(ends, 'hello');
        for (const part of parts.slice(0, place)) ends.agent.update('s', part);
        ends.agent.answer(asked.id, { messageId: 'm1' });
        for (const part of parts.slice(place)) ends.agent.update('s', part);
        await ends.settle();
        expect(said(ends)).toEqual([]);
      }
    }
  });

  test('that echo a long prompt in many pieces are each compared once', async () => {
    await using ends = await opened();
    // If each were compared with everything before, this would take ten minutes.
    const pieces = 60_000;
    await prompt(ends, 'abcdefghij'.repeat(pieces));
    for (let index = 0; index < pieces; index += 1) ends.agent.update('s', chunk('m1', 'abcdefghij', 'user_message'));
    await ends.settle();
    expect(said(ends)).toEqual([]);
  });

  test('that echo a prompt are recognized by their content when the agent names no message', async () => {
    for (const isFirst of [true, false]) {
      await using ends = await opened();
      const asked = await prompt(ends, 'hello');
      if (isFirst) ends.agent.update('s', echo('m1', 'hello'));
      ends.agent.answer(asked.id, {});
      ends.agent.update('s', echo('m1', 'hello'));
      await ends.settle();
      expect(said(ends)).toEqual([]);
    }
  });

  test('that only looked like an echo are told when the agent names another message', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'continue');
    ends.agent.update('s', echo('m1', 'continue'));
    await ends.settle();
    expect(said(ends)).toEqual([]);
    ends.agent.answer(asked.id, { messageId: 'm2' });
    ends.agent.update('s', echo('m2', 'continue'));
    await ends.settle();
    expect(said(ends)).toEqual([chunk('m1', 'continue', 'user_message')]);
  });

  test('that only began like an echo are told in full', async () => {
    await using ends = await opened();
    await prompt(ends, 'hello world');
    ends.agent.update('s', chunk('m1', 'hello ', 'user_message'));
    ends.agent.update('s', chunk('m1', 'there', 'user_message'));
    await ends.settle();
    expect(said(ends)).toEqual([chunk('m1', 'hello ', 'user_message'), chunk('m1', 'there', 'user_message')]);
  });

  test('that echo equal prompts are each kept from the client', async () => {
    await using ends = await opened();
    const first = await prompt(ends, 'continue', 'p1');
    const second = await prompt(ends, 'continue', 'p2');
    ends.agent.update('s', echo('m1', 'continue'));
    ends.agent.update('s', echo('m2', 'continue'));
    ends.agent.answer(second.id, { messageId: 'm1' });
    ends.agent.answer(first.id, { messageId: 'm2' });
    await ends.settle();
    expect(said(ends)).toEqual([]);
  });

  test('that echo a prompt which the agent then refuses are told', async () => {
    await using ends = await opened();
    const asked = await prompt(ends, 'hello', 'p1');
    ends.agent.update('s', echo('m1', 'hello'));
    ends.agent.refuse(asked.id, { code: -32_603, message: 'no' });
    await ends.settle();
    expect(said(ends)).toEqual([chunk('m1', 'hello', 'user_message')]);
  });
});
