/** Requests for data from the user. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import type { ElicitationHandlers } from './elicitation.ts';
import { bench, type Bench } from './raw-agent.test-support.ts';

const form = {
  mode: 'form',
  sessionId: 's1',
  message: 'Which bed?',
  requestedSchema: { type: 'object', properties: { bed: { type: 'string' } } },
};
const url = { mode: 'url', sessionId: 's1', message: 'Log in', elicitationId: 'e1', url: 'https://example.com/login' };

const asking = (handlers: ElicitationHandlers): Promise<Bench> => bench({}, (app) => app.onElicitation(handlers));

describe('a request for data', () => {
  test('goes to the handler of its mode, and the answer to the agent [ELIC-05]', async () => {
    const { agent } = await asking({
      form: ({ message, requestedSchema }) => ({
        action: 'accept',
        content: { message, bed: Object.keys(requestedSchema.properties)[0] ?? '' },
      }),
      url: () => 'decline',
    });
    expect((await agent.request('elicitation/create', form).answer).result).toEqual({
      action: 'accept',
      content: { message: 'Which bed?', bed: 'bed' },
    });
    expect((await agent.request('elicitation/create', url).answer).result).toEqual({ action: 'decline' });
  });

  test('in a mode that was not advertised is refused [ELIC-01] [ELIC-13]', async () => {
    const { agent } = await asking({ form: () => 'cancel' });
    expect((await agent.request('elicitation/create', url).answer).error?.code).toBe(-32_602);
    const voice = { mode: '_voice', sessionId: 's1', message: 'Say it' };
    expect((await agent.request('elicitation/create', voice).answer).error?.code).toBe(-32_602);
  });

  test('is dismissed when the handler fails or the agent takes it back [ELIC-06]', async () => {
    const error = new Error('no window');
    let signal: AbortSignal | undefined;
    const { agent, reports } = await asking({
      form: () => {
        throw error;
      },
      url: (_, context) => {
        ({ signal } = context);
        return new Promise(() => undefined);
      },
    });
    expect((await agent.request('elicitation/create', form).answer).result).toEqual({ action: 'cancel' });
    expect(reports).toEqual([{ kind: 'handler-failed', method: 'elicitation/create', error }]);
    const { id, answer } = agent.request('elicitation/create', url);
    await settled();
    agent.cancel(id);
    expect((await answer).result).toEqual({ action: 'cancel' });
    expect(signal?.aborted).toBe(true);
  });

  test('on a page is over when the agent says so, once, and only if it was accepted [ELIC-09] [ELIC-10]', async () => {
    const completed: string[] = [];
    const { agent, reports } = await asking({
      url: ({ elicitationId }) => (elicitationId === 'e1' ? { action: 'accept' } : 'decline'),
      complete: (elicitationId) => void completed.push(elicitationId),
    });
    for (const elicitationId of ['e1', 'e2'])
      await agent.request('elicitation/create', { ...url, elicitationId }).answer;
    for (const elicitationId of ['e1', 'e1', 'e2', 'e3'])
      agent.send({ method: 'elicitation/complete', params: { elicitationId } });
    await settled();
    expect(completed).toEqual(['e1']);
    expect(reports).toEqual([]);
  });
});
