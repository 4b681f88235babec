/** Requests for permission: who decides, and what the agent is told. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { bench, type Bench, type Message } from '../raw-agent.test-support.ts';
import type { PermissionHandler } from './client-session.ts';

const cancelled = { outcome: { outcome: 'cancelled' } };
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

type Ask = (more?: object) => { readonly id: string; readonly answer: Promise<Message> };

async function asking(handler?: PermissionHandler): Promise<Bench & { readonly ask: Ask }> {
  const stage = await bench({}, (app) => (handler === undefined ? app : app.onPermission(handler)));
  return {
    ...stage,
    ask: (more = {}) =>
      stage.agent.request('session/request_permission', { sessionId: 's1', title: 'May I?', options, ...more }),
  };
}

describe('a request for permission', () => {
  test('is answered with the option that the handler chose, at once or later [PERM-02]', async () => {
    for (const handler of [
      () => 'yes',
      () => Promise.resolve('yes'),
      () => ({ outcome: 'selected', optionId: 'yes' }) as const,
    ]) {
      const { ask, open } = await asking(handler);
      await open();
      expect((await ask().answer).result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    }
  });

  test('is answered as cancelled when the handler says so, or there is none', async () => {
    for (const handler of [undefined, () => 'cancelled', () => ({ outcome: 'cancelled' }) as const]) {
      const { ask, open, reports } = await asking(handler);
      await open();
      expect((await ask().answer).result).toEqual(cancelled);
      expect((await ask({ sessionId: 'not open' }).answer).result).toEqual(cancelled);
      expect(reports).toEqual([]);
    }
  });

  test('tells the handler what is asked, and by which session', async () => {
    const seen: unknown[] = [];
    const { ask, open } = await asking((request, { session, sessionId, signal }) => {
      seen.push([request.title, session?.id, sessionId, signal.aborted]);
      return 'no';
    });
    await open();
    await ask().answer;
    await ask({ sessionId: 'child' }).answer;
    expect(seen).toEqual([
      ['May I?', 's1', 's1', false],
      ['May I?', undefined, 'child', false],
    ]);
  });

  test('is never answered with an option that was not offered [PERM-05]', async () => {
    for (const answer of ['maybe', { outcome: 'selected', optionId: 'maybe' } as const]) {
      const { ask, open, reports } = await asking(() => answer);
      await open();
      expect((await ask().answer).result).toEqual(cancelled);
      const what = { sessionId: 's1', optionId: 'maybe', offered: ['yes', 'no'] };
      expect(reports).toEqual([{ kind: 'option-not-offered', ...what }]);
    }
  });

  test('is answered as cancelled when the handler fails, and the error is reported', async () => {
    const error = new Error('no window');
    const failing: PermissionHandler[] = [
      () => {
        throw error;
      },
      () => Promise.reject(error),
    ];
    for (const handler of failing) {
      const { ask, open, reports } = await asking(handler);
      await open();
      expect((await ask().answer).result).toEqual(cancelled);
      expect(reports).toEqual([{ kind: 'handler-failed', method: 'session/request_permission', error }]);
    }
  });

  test('that the agent takes back is answered with the outcome cancelled, and the handler told [CANCEL-11] [X-25]', async () => {
    let signal: AbortSignal | undefined;
    const { agent, ask, open, reports } = await asking(async (_, context) => {
      ({ signal } = context);
      await new Promise((__, reject) => {
        context.signal.addEventListener('abort', () => {
          reject(context.signal.reason as Error);
        });
      });
      return 'yes';
    });
    await open();
    const { id, answer } = ask();
    await settled();
    agent.cancel(id);
    expect((await answer).result).toEqual(cancelled);
    expect(signal?.aborted).toBe(true);
    expect(reports).toEqual([]);
  });

  test('without options is refused [PERM-06]', async () => {
    const { ask, open } = await asking(() => 'yes');
    await open();
    expect((await ask({ options: [] }).answer).error?.code).toBe(-32_602);
  });

  test('with one id for two options is refused before anyone is asked, because no answer would be clear', async () => {
    const asked: unknown[] = [];
    const { ask, open, reports } = await asking((request) => {
      asked.push(request);
      return 'yes';
    });
    await open();
    const twice = [{ optionId: 'yes', name: 'For ever', kind: 'allow_always' }, ...options];
    for (const sessionId of ['s1', 'child']) {
      const { error } = await ask({ sessionId, options: twice }).answer;
      expect(error).toMatchObject({
        code: -32_602,
        message: 'Invalid params: /options/1/optionId: expected an id that no other option has; found "yes"',
      });
    }
    expect(asked).toEqual([]);
    expect(reports).toHaveLength(2);
    expect(reports[0]).toMatchObject({
      kind: 'malformed',
      method: 'session/request_permission',
      problems: [{ path: '/options/1/optionId' }],
    });
  });

  test('changes the tool call that it is about before the handler runs, but not by its own title [PERM-07] [PERM-08]', async () => {
    const seen: unknown[] = [];
    const { ask, open } = await asking((_, { session }) => {
      seen.push(session?.toolCalls.get('c1'));
      return 'no';
    });
    await open();
    await ask({ subject: { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit', status: 'in_progress' } } })
      .answer;
    expect(seen).toMatchObject([{ toolCallId: 'c1', title: 'Edit', status: 'in_progress' }]);
  });

  test('of one session can have a handler of its own, for as long as it is wanted', async () => {
    const { ask, open } = await asking(() => 'no');
    const session = await open();
    const outcome = async (): Promise<unknown> => (await ask().answer).result?.['outcome'];
    {
      using _first = session.onPermission(() => 'yes');
      expect(await outcome()).toEqual({ outcome: 'selected', optionId: 'yes' });
      {
        using _second = session.onPermission(() => 'cancelled');
        expect(await outcome()).toEqual({ outcome: 'cancelled' });
      }
      expect(await outcome()).toEqual({ outcome: 'selected', optionId: 'yes' });
    }
    expect(await outcome()).toEqual({ outcome: 'selected', optionId: 'no' });
  });

  test('comes after the updates that came before it', async () => {
    const log: string[] = [];
    const { agent, ask, open } = await asking(() => {
      log.push('asked');
      return 'no';
    });
    const session = await open();
    session.onUpdate(async () => {
      await settled(1);
      log.push('heard');
    });
    agent.chunk('s1', 'I would like to cut the roses.');
    await ask().answer;
    expect(log).toEqual(['heard', 'asked']);
  });
});

test('questions of one session that wait are limited, of both kinds together; another session may still ask', async () => {
  const waiting: ((optionId: string) => void)[] = [];
  const { agent, open } = await bench({}, (app) =>
    app
      .onPermission(() => new Promise((resolve) => void waiting.push(resolve)))
      .onElicitation({ form: () => new Promise(() => undefined) }),
  );
  await open();
  const ask = (sessionId: string): Promise<Message> =>
    agent.request('session/request_permission', { sessionId, title: 'May I?', options }).answer;
  const answers = Array.from({ length: 99 }, () => ask('s1'));
  const form = {
    mode: 'form',
    sessionId: 's1',
    message: 'Which?',
    requestedSchema: { type: 'object', properties: {} },
  };
  void agent.request('elicitation/create', form);
  await settled();
  const excess = [await ask('s1'), await agent.request('elicitation/create', form).answer];
  for (const { error } of excess) {
    expect(error).toMatchObject({
      message: 'Too many questions wait for the user; at most 100 at once.',
      data: { limit: 100, name: 'openQuestions' },
    });
  }
  const other = ask('s2');
  await settled();
  expect(waiting).toHaveLength(100);
  for (const answer of waiting.splice(0)) answer('yes');
  const chosen = { outcome: { outcome: 'selected', optionId: 'yes' } };
  expect((await other).result).toEqual(chosen);
  for (const answer of answers) expect((await answer).result).toEqual(chosen);
  const again = ask('s1');
  await settled();
  waiting[0]?.('no');
  expect((await again).result).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } });
});
