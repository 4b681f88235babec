import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { settled, stand, type Stand } from '../scripted-hub.test-support.ts';
import type { SessionStore } from '../session/session-store.ts';

const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
] as const;

const request = (sessionId: string): RequestPermissionRequest => ({
  sessionId,
  title: 'Run the tests?',
  options: [...options],
  subject: { type: 'tool_call', toolCall: { toolCallId: 'call', title: 'npm test', kind: 'execute' } },
});

async function opened(scene: Stand): Promise<SessionStore> {
  const session = scene.store.newSession({ cwd: '/work' });
  await settled();
  return session;
}

/** Asks for permission; `withdraw` is what a hub does when another client was faster. */
function ask({ hub }: Stand, sessionId = 's1', about: object = {}): { answer: Promise<unknown>; withdraw: () => void } {
  const controller = new AbortController();
  const { signal } = controller;
  const params = { ...request(sessionId), _meta: { 'acp-stack.dev/hub': about } };
  const answer = hub.connection?.request('session/request_permission', params, { signal });
  return {
    answer: Promise.resolve(answer).catch((error: unknown) => error),
    withdraw: () => {
      controller.abort();
    },
  };
}

describe('a permission request', () => {
  test('waits in the session and in its transcript until it is answered', async () => {
    using scene = await stand();
    const session = await opened(scene);
    const { answer } = ask(scene);
    await settled();
    const [question] = session.questions.permissions();
    expect(question?.request.title).toBe('Run the tests?');
    expect(session.transcript().permissions.size).toBe(1);
    expect(session.transcript().entries.get('tool_call:call')).toMatchObject({ title: 'npm test' });
    question?.answer('yes');
    expect(await answer).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
    expect(session.questions.permissions()).toEqual([]);
    expect(session.transcript().permissions.size).toBe(0);
    expect(session.questions.settled()).toEqual([]);
  });

  test('that another client has answered is shown as settled for a moment', async () => {
    using scene = await stand({ isHub: true });
    const session = await opened(scene);
    const { answer, withdraw } = ask(scene);
    await settled();
    const before = session.questions.permissions();
    expect(before).toHaveLength(1);
    withdraw();
    await answer;
    await settled();
    expect(session.questions.permissions()).toEqual([]);
    expect(session.questions.settled()).toMatchObject([{ id: before[0]?.id, kind: 'permission', reason: 'elsewhere' }]);
    await scene.clock.advance(10_000);
    expect(session.questions.settled()).toEqual([]);
    before[0]?.answer('yes');
    expect(session.questions.permissions()).toEqual([]);
  });

  test.each(['before', 'after'])(
    'says who answered what if the hub tells it %s the request is cancelled',
    async (order) => {
      using scene = await stand({ isHub: true });
      const session = await opened(scene);
      const { answer, withdraw } = ask(scene, 's1', { question: 'q1' });
      await settled();
      const tell = async (): Promise<void> => {
        const closed = { sessionId: 's1', question: 'q1', reason: 'answered', principal: 'bob', answer: 'yes' };
        await scene.hub.connection?.notify('_acp-stack.dev/hub/question_closed', closed);
        await settled();
      };
      if (order === 'before') await tell();
      withdraw();
      await answer;
      await settled();
      if (order === 'after') await tell();
      expect(session.questions.settled()).toMatchObject([{ reason: 'elsewhere', answer: 'yes', by: 'bob' }]);
      await scene.clock.advance(10_000);
      expect(session.questions.settled()).toEqual([]);
    },
  );

  test('that is asked again, as when the session is opened again, is not shown as settled', async () => {
    using scene = await stand({ isHub: true });
    const session = await opened(scene);
    const first = ask(scene);
    await settled();
    first.withdraw();
    await first.answer;
    void ask(scene);
    await settled();
    expect(session.questions.permissions()).toHaveLength(1);
    expect(session.questions.settled()).toEqual([]);
  });

  test('of work that is cancelled here is settled as cancelled', async () => {
    using scene = await stand();
    const session = await opened(scene);
    const { answer } = ask(scene);
    await settled();
    session.cancel();
    expect(await answer).toEqual({ outcome: { outcome: 'cancelled' } });
    expect(session.questions.settled()).toMatchObject([{ reason: 'cancelled' }]);
    expect(session.transcript().entries.get('tool_call:call')).toMatchObject({ status: 'cancelled' });
  });

  test('of a lost connection is asked again over the next one, and not shown as settled', async () => {
    using scene = await stand({ isHub: true });
    const session = await opened(scene);
    void ask(scene);
    await settled();
    scene.hub.die();
    await settled();
    expect(session.questions.permissions()).toEqual([]);
    expect(session.questions.settled()).toEqual([]);
    await scene.clock.advance(250);
    const { answer } = ask(scene);
    await settled();
    session.questions.permissions()[0]?.cancel();
    expect(await answer).toEqual({ outcome: { outcome: 'cancelled' } });
  });

  test('of a subagent is asked in the session that started it', async () => {
    using scene = await stand();
    const session = await opened(scene);
    scene.store.newSession({ cwd: '/other' });
    await settled();
    await scene.hub.say('s1', { sessionUpdate: 'subagent_update', sessionId: 'child' } as never);
    const { answer } = ask(scene, 'child');
    await settled();
    session.questions.permissions()[0]?.answer('no');
    expect(await answer).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } });
  });

  test('of a session that is not open here is a question of the agent', async () => {
    using scene = await stand();
    const { answer } = ask(scene, 'elsewhere');
    await settled();
    expect(scene.store.questions.permissions()).toHaveLength(1);
    scene.store.questions.permissions()[0]?.answer('yes');
    expect(await answer).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } });
  });
});

describe('an elicitation', () => {
  const form = (more: object): never =>
    ({
      mode: 'form',
      message: 'Which colour?',
      requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
      ...more,
    }) as never;

  test('is accepted with the content of the form, declined or cancelled', async () => {
    using scene = await stand();
    const session = await opened(scene);
    const elicit = async (): Promise<{ answer: Promise<unknown> }> => {
      const answer = scene.hub.connection?.request('elicitation/create', form({ sessionId: 's1' }));
      await settled();
      return { answer: Promise.resolve(answer) };
    };
    const accepted = await elicit();
    session.questions.elicitations()[0]?.accept({ colour: 'red' });
    expect(await accepted.answer).toEqual({ action: 'accept', content: { colour: 'red' } });
    const declined = await elicit();
    session.questions.elicitations()[0]?.decline();
    expect(await declined.answer).toEqual({ action: 'decline' });
    const cancelled = await elicit();
    session.questions.elicitations()[0]?.cancel();
    expect(await cancelled.answer).toEqual({ action: 'cancel' });
  });

  test('without a session, such as in a login, is a question of the agent', async () => {
    using scene = await stand();
    const answer = scene.hub.connection?.request('elicitation/create', form({ requestId: 7 }));
    await settled();
    scene.store.questions.elicitations()[0]?.accept({ colour: 'blue' });
    expect(await answer).toEqual({ action: 'accept', content: { colour: 'blue' } });
  });
});
