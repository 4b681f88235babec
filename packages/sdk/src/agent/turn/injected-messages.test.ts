/** Messages that are injected while an agent works. */
import { settled } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { agent } from '../agent.ts';
import { info, open, type Wire } from '../raw-client.test-support.ts';
import type { PromptHandler } from '../session/agent-session.ts';
import type { Turn } from '../session/agent-session.ts';

const inject = { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } } as const;
const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });

interface Stage extends Wire {
  readonly sessionId: string;
  /** The turns so far; the last one runs until the test ends it. */
  readonly turns: Turn[];
  readonly end: () => Promise<void>;
  readonly inject: (mode: string, words: string) => Promise<{ id: string; error: unknown }>;
  readonly begin: (words: string) => Promise<void>;
  /** The states and the user messages, in order. */
  readonly story: () => string[];
}

async function stage(onPrompt?: PromptHandler, options: { readonly inject: object } = { inject }): Promise<Stage> {
  const turns: Turn[] = [];
  let finish: () => void = () => undefined;
  const waiting: PromptHandler = async (turn) => {
    turns.push(turn);
    await new Promise<void>((resolve, reject) => {
      finish = resolve;
      turn.signal.addEventListener('abort', () => {
        reject(turn.signal.reason as Error);
      });
    });
  };
  const ends = await open(agent(info, { inject: options.inject as typeof inject }).onPrompt(onPrompt ?? waiting));
  const { call, sessionId, updates } = ends;
  return {
    ...ends,
    turns,
    end: async () => {
      finish();
      await settled();
    },
    inject: async (mode, words) => {
      const { result, error } = await call('session/inject', { sessionId, mode, content: [text(words)] });
      await settled();
      return { id: String(result?.['messageId']), error };
    },
    begin: async (words) => {
      await call('session/prompt', { sessionId, prompt: [text(words)] });
      await settled();
    },
    story: () =>
      updates().flatMap((update) => {
        if (update.sessionUpdate === 'state_update') return [String(update['stopReason'] ?? update['state'])];
        const content = update['content'] as readonly { text: string }[];
        return update.sessionUpdate === 'user_message' ? [`“${content.map((block) => block.text).join('')}”`] : [];
      }),
  };
}

describe('a queued message', () => {
  test('is delivered after the work, in order, each with a turn of its own [INJ-04, INJ-05]', async () => {
    const { begin, inject: add, end, story, turns } = await stage();
    await begin('one');
    await add('queue', 'two');
    await add('queue', 'three');
    expect(story()).toEqual(['“one”', 'running']);
    await end();
    await end();
    await end();
    expect(story()).toEqual([
      '“one”',
      'running',
      'end_turn',
      '“two”',
      'running',
      'end_turn',
      '“three”',
      'running',
      'end_turn',
    ]);
    expect(turns.map((turn) => turn.text)).toEqual(['one', 'two', 'three']);
  });

  test('on an idle session begins a turn, after its answer [INJ-03, INJ-08]', async () => {
    const { inject: add, sent, end } = await stage();
    const { id } = await add('queue', 'hello');
    expect(sent.map((message) => message.params?.update?.sessionUpdate ?? 'answer')).toEqual([
      'answer',
      'user_message',
      'state_update',
    ]);
    expect(sent[1]?.params?.update?.['messageId']).toBe(id);
    await end();
  });

  test('survives that the user cancels [INJ-16, INJ-21]', async () => {
    const { begin, inject: add, tell, sessionId, story } = await stage();
    await begin('one');
    await add('queue', 'two');
    tell('session/cancel', { sessionId });
    await settled();
    expect(story()).toEqual(['“one”', 'running', 'cancelled', '“two”', 'running']);
  });

  test('is gone with the session', async () => {
    const { begin, inject: add, call, sessionId, story } = await stage();
    await begin('one');
    await add('queue', 'two');
    await call('session/close', { sessionId });
    expect(story()).toEqual(['“one”', 'running', 'cancelled']);
  });
});

describe('a steering message', () => {
  test('is delivered where the handler takes it [INJ-06]', async () => {
    const { begin, inject: add, turns, story, end } = await stage();
    await begin('one');
    const steered: number[] = [];
    turns[0]?.onSteer(() => steered.push(1));
    const { id } = await add('steer', 'left');
    await add('steer', 'right');
    expect(steered).toHaveLength(2);
    expect(turns[0]?.breakpoint()).toEqual([
      { messageId: id, content: [text('left')] },
      { messageId: expect.any(String) as string, content: [text('right')] },
    ]);
    expect(turns[0]?.breakpoint()).toEqual([]);
    await end();
    expect(story()).toEqual(['“one”', 'running', '“left”', '“right”', 'end_turn']);
  });

  test('is told to a listener that is added while it waits, and reaches no turn but the one that runs', async () => {
    const { begin, inject: add, turns, end, tell, sessionId } = await stage();
    await begin('one');
    await add('steer', 'left');
    let heard = 0;
    turns[0]?.onSteer(() => (heard += 1));
    turns[0]?.onSteer(() => (heard += 1))[Symbol.dispose]();
    await settled();
    expect(heard).toBe(1);
    await end();
    await add('steer', 'right');
    expect(turns[0]?.breakpoint()).toEqual([]);
    tell('session/cancel', { sessionId });
    turns[1]?.signal.addEventListener('abort', () => {
      expect(turns[1]?.breakpoint()).toEqual([]);
    });
    await settled();
    expect(turns.map((turn) => turn.text)).toEqual(['one', 'left', 'right']);
    expect.assertions(4);
  });

  test('that misses its turn comes next, before what was queued', async () => {
    const { begin, inject: add, end, turns } = await stage();
    await begin('one');
    await add('queue', 'queued');
    await add('steer', 'first');
    await add('steer', 'second');
    for (let count = 0; count < 4; count += 1) await end();
    expect(turns.map((turn) => turn.text)).toEqual(['one', 'first', 'second', 'queued']);
  });

  test('that misses its turn is delivered once, also when another turn takes it first', async () => {
    const { begin, inject: add, end, turns, story } = await stage();
    await begin('one');
    await add('steer', 'first');
    await add('steer', 'second');
    await end();
    expect(turns[1]?.breakpoint().map(({ content }) => content)).toEqual([[text('second')]]);
    await end();
    await end();
    expect(story().filter((word) => word === '“second”')).toHaveLength(1);
    expect(turns).toHaveLength(2);
  });

  test('on an idle session is refused [INJ-07]', async () => {
    const { inject: add, updates } = await stage();
    expect((await add('steer', 'left')).error).toEqual({
      code: -32_010,
      message: 'Inject precondition failed',
      data: { reason: 'no_running_turn' },
    });
    expect(updates()).toEqual([]);
  });

  test('waits while the user is asked something [INJ-17]', async () => {
    const taken: unknown[] = [];
    const {
      begin,
      inject: add,
      raw,
      sent,
      story,
    } = await stage(async (turn) => {
      await turn.requestPermission({ title: 'May I?' });
      taken.push(turn.breakpoint().length);
    });
    await begin('one');
    await add('steer', 'no');
    expect(story()).toEqual(['“one”', 'running', 'requires_action']);
    const question = sent.find(({ method }) => method === 'session/request_permission');
    raw.send({
      jsonrpc: '2.0',
      id: question?.id,
      result: { outcome: { outcome: 'selected', optionId: 'reject_once' } },
    });
    await settled();
    expect(taken).toEqual([1]);
  });
});

describe('a message that waits', () => {
  test('is never delivered once it was revoked, and may be revoked again [INJ-10]', async () => {
    const { begin, inject: add, call, sessionId, end, story } = await stage();
    await begin('one');
    const { id: messageId } = await add('queue', 'two');
    for (let count = 0; count < 2; count += 1)
      expect((await call('session/revoke_inject', { sessionId, messageId })).result).toEqual({});
    await end();
    expect(story()).toEqual(['“one”', 'running', 'end_turn']);
    expect((await call('session/replace_inject', { sessionId, messageId, content: [text('x')] })).error).toMatchObject({
      code: -32_002,
      data: { reason: 'unknown_message_id', messageId },
    });
  });

  test('is delivered with the content that replaced it, in its place [INJ-13, INJ-15]', async () => {
    const { begin, inject: add, call, sessionId, end, turns } = await stage();
    await begin('one');
    const { id: messageId } = await add('queue', 'two');
    await add('queue', 'three');
    expect((await call('session/replace_inject', { sessionId, messageId, content: [text('TWO')] })).result).toEqual({
      messageId,
    });
    for (let count = 0; count < 3; count += 1) await end();
    expect(turns.map((turn) => turn.text)).toEqual(['one', 'TWO', 'three']);
    expect(turns[1]?.messageId).toBe(messageId);
  });

  test('cannot be taken back once it was delivered, or was never there [INJ-11, INJ-12]', async () => {
    const { begin, inject: add, call, sessionId, end } = await stage();
    await begin('one');
    const { id: messageId } = await add('queue', 'two');
    await end();
    for (const method of ['session/revoke_inject', 'session/replace_inject']) {
      const params = { sessionId, content: [text('x')] };
      expect((await call(method, { ...params, messageId })).error).toMatchObject({
        code: -32_010,
        data: { reason: 'already_delivered', messageId },
      });
      expect((await call(method, { ...params, messageId: 'unknown' })).error).toMatchObject({
        code: -32_002,
        data: { reason: 'unknown_message_id', messageId: 'unknown' },
      });
    }
  });

  test('is refused in a mode that is not offered, and where it holds what no prompt may [INJ-20, INJ-23]', async () => {
    const { begin, inject: add, call, sessionId } = await stage(undefined, { inject: { modes: ['queue'] } });
    await begin('one');
    expect((await add('steer', 'left')).error).toMatchObject({
      code: -32_602,
      data: { reason: 'unsupported_mode', mode: 'steer', modes: ['queue'] },
    });
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    expect((await call('session/inject', { sessionId, mode: 'queue', content: [image] })).error?.code).toBe(-32_602);
    expect(
      (await call('session/replace_inject', { sessionId, messageId: 'm', content: [text('x')] })).error?.code,
    ).toBe(-32_601);
  });

  test('has a limited number of neighbours', async () => {
    const { begin, inject: add } = await stage();
    await begin('one');
    for (let count = 0; count < 100; count += 1) await add('queue', 'more');
    expect((await add('queue', 'too many')).error).toMatchObject({ code: -32_603 });
  });
});
