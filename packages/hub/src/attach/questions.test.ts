/** Questions of the agent, asked of many clients: the first answer wins, and the others are told. */
import { describe, expect, test } from 'vitest';

import { settled } from '@acp-stack/testing';

import { answerMethod, type LogRecord, type QuestionRecord } from '../store/records.ts';
import {
  cwd,
  scriptedHub,
  type RawClient,
  type ScriptedHub,
  type ScriptedSession,
} from './scripted-hub.test-support.ts';

const permission: QuestionRecord = {
  kind: 'question',
  question: 'q1',
  method: 'session/request_permission',
  params: {
    title: 'Run the tests?',
    subject: { type: 'tool_call', toolCall: { toolCallId: 't1', title: 'npm test' } },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  },
};

const form: QuestionRecord = {
  kind: 'question',
  question: 'q2',
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Which branch?', requestedSchema: { type: 'object', properties: {} } },
};

const closed = (question: string): LogRecord => ({ kind: 'question_closed', question, reason: 'answered' });
/** As above, with what was chosen. */
const closedWith = (question: string, answer: string): LogRecord => ({
  kind: 'question_closed',
  question,
  reason: 'answered',
  principal: 'bob',
  answer,
});
const chosen = (optionId: string): { outcome: { outcome: 'selected'; optionId: string } } => ({
  outcome: { outcome: 'selected', optionId },
});

interface Asked {
  readonly raw: RawClient;
  /** The params of the questions that the client was asked. */
  readonly questions: Readonly<Record<string, unknown>>[];
  /** How many of them were cancelled. */
  readonly cancelled: { count: number };
  /** Answers the oldest question that is open. */
  readonly answer: (result: unknown) => void;
}

/** A client that is attached and keeps the questions that it is asked. */
async function asked(
  hub: ScriptedHub,
  session: ScriptedSession,
  options: Parameters<ScriptedHub['raw']>[0] = {},
): Promise<Asked> {
  const raw = await hub.raw(options);
  const questions: Readonly<Record<string, unknown>>[] = [];
  const cancelled = { count: 0 };
  const open: ((result: unknown) => void)[] = [];
  for (const method of ['session/request_permission', 'elicitation/create'] as const) {
    raw.connection.onRawRequest(method, (params, { signal }) => {
      questions.push(params as Readonly<Record<string, unknown>>);
      return new Promise((resolve, reject) => {
        open.push(resolve);
        signal.addEventListener('abort', () => {
          cancelled.count += 1;
          reject(signal.reason as Error);
        });
      });
    });
  }
  await raw.connection.request('session/resume', { sessionId: session.sessionId, cwd });
  return { raw, questions, cancelled, answer: (result) => open.shift()?.(result) };
}

const notices = ({ notifications }: RawClient): readonly unknown[] =>
  notifications.flatMap(({ params }) => {
    const { sessionUpdate, title } = Object(params['update']) as Readonly<Record<string, unknown>>;
    return sessionUpdate === 'notice' ? [title] : [];
  });

/** The owner of the session: the first answer closes the question. */
function answeredByFirst(session: ScriptedSession): void {
  const answered = new Set<unknown>();
  session.onItem = async ({ item, request }) => {
    if (request.method !== answerMethod) return;
    const { question } = request.params as { readonly question: string };
    const isFirst = !answered.has(question);
    answered.add(question);
    const result = { kind: 'result', item, key: request.key } as const;
    if (isFirst) await session.append(closed(question), { ...result, result: {} });
    else await session.append({ ...result, error: { code: -32_602, message: 'The question is closed.' } });
  };
}

const members = { ada: 'owner', bob: 'controller', eve: 'observer' } as const;

describe('a permission', () => {
  test('that another client has answered is told to clients that know of the hub, before it is withdrawn', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const aware = await asked(hub, session, { principal: 'ada', capabilities: { _meta: { 'acp-stack.dev/hub': {} } } });
    const plain = await asked(hub, session, { principal: 'bob' });
    await session.append(permission);
    await expect.poll(() => [aware.questions, plain.questions].map(({ length }) => length)).toEqual([1, 1]);
    expect(aware.questions[0]).toMatchObject({ _meta: { 'acp-stack.dev/hub': { question: 'q1' } } });
    expect(plain.questions[0]).not.toHaveProperty('_meta');
    await session.append(closedWith('q1', 'yes'));
    await expect.poll(() => [aware, plain].map(({ cancelled }) => cancelled.count)).toEqual([1, 1]);
    const told = ({ raw }: Asked): readonly unknown[] =>
      raw.notifications.filter(({ method }) => method.endsWith('question_closed')).map(({ params }) => params);
    expect(told(aware)).toEqual([
      { sessionId: session.sessionId, question: 'q1', reason: 'answered', principal: 'bob', answer: 'yes' },
    ]);
    expect(told(plain)).toEqual([]);
  });

  test('is asked of owners and controllers, and never of observers', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const [ada, bob, eve] = [
      await asked(hub, session, { principal: 'ada' }),
      await asked(hub, session, { principal: 'bob' }),
      await asked(hub, session, { principal: 'eve' }),
    ];
    await session.append(permission);
    await session.say('later');
    await expect.poll(() => eve.raw.texts).toEqual(['later']);
    await expect.poll(() => [ada.questions.length, bob.questions.length]).toEqual([1, 1]);
    expect(ada.questions[0]).toEqual({ sessionId: session.sessionId, ...permission.params });
    expect(eve.questions).toEqual([]);
  });

  test('is answered once: the first answer is stored as an item, and the requests to the others are cancelled', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    answeredByFirst(session);
    const [ada, bob] = [
      await asked(hub, session, { principal: 'ada' }),
      await asked(hub, session, { principal: 'bob' }),
    ];
    await session.append(permission);
    await expect.poll(() => [ada.questions.length, bob.questions.length]).toEqual([1, 1]);
    ada.answer(chosen('yes'));
    await expect.poll(() => bob.cancelled.count).toBe(1);
    expect((await session.items()).map(({ request }) => [request.principal, request.params])).toEqual([
      ['ada', { question: 'q1', result: chosen('yes') }],
    ]);
    expect(ada.cancelled.count).toBe(0);
  });

  test('that two clients answer at once has one winner, and the late answer does no harm', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    answeredByFirst(session);
    const [ada, bob] = [
      await asked(hub, session, { principal: 'ada' }),
      await asked(hub, session, { principal: 'bob' }),
    ];
    await session.append(permission);
    await expect.poll(() => [ada.questions.length, bob.questions.length]).toEqual([1, 1]);
    ada.answer(chosen('yes'));
    bob.answer(chosen('no'));
    await session.say('after');
    await expect.poll(() => [ada.raw.texts, bob.raw.texts]).toEqual([['after'], ['after']]);
    await settled();
    const stored: LogRecord[] = [];
    for await (const { record } of hub.store.read(session.sessionId, 0)) stored.push(record);
    expect(stored.filter(({ kind }) => kind === 'question_closed')).toHaveLength(1);
  });

  test('that is open is asked of a client that attaches later, and of one that comes back', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    answeredByFirst(session);
    await session.append(permission);
    const first = await asked(hub, session);
    await expect.poll(() => first.questions.length).toBe(1);
    first.raw.connection.destroy();
    await expect.poll(() => hub.app.clients).toBe(0);
    const second = await asked(hub, session);
    await expect.poll(() => second.questions.length).toBe(1);
    second.answer(chosen('no'));
    await expect.poll(async () => (await session.items()).length).toBe(1);
    const third = await asked(hub, session);
    await session.say('after');
    await expect.poll(() => third.raw.texts).toEqual(['after']);
    expect(third.questions).toEqual([]);
  });

  test('that was closed before a slow client got to it is not asked', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const { raw, questions } = await asked(hub, session);
    raw.channel.pause();
    for (let index = 0; index < 2000; index += 1) await session.say(String(index));
    await session.append(permission);
    await session.append(closed('q1'));
    await session.say('end');
    await settled();
    raw.channel.resume();
    await expect.poll(() => raw.texts.at(-1)).toBe('end');
    expect(questions).toEqual([]);
  });

  test('stays open if a client answers with an error that says it cannot ask, or leaves', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const raw = await hub.raw();
    await raw.connection.request('session/resume', { sessionId: session.sessionId, cwd });
    await session.append(permission);
    await session.say('after');
    await expect.poll(() => raw.texts).toEqual(['after']);
    await settled();
    expect(await session.items()).toEqual([]);
  });

  test('is asked again of a client whose answer was refused, a few times, and the client is told why', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    session.onItem = async ({ item, request }) => {
      const { result } = request.params as { readonly result: ReturnType<typeof chosen> };
      const record = { kind: 'result', item, key: request.key } as const;
      if (result.outcome.optionId === 'no') await session.append(closed('q1'), { ...record, result: {} });
      else await session.append({ ...record, error: { code: -32_602, message: 'Not offered.' } });
    };
    const [ada, bob] = [await asked(hub, session), await asked(hub, session, { principal: 'bob' })];
    await session.append(permission);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => ada.questions.length).toBe(count);
      ada.answer(chosen('evil'));
    }
    await expect.poll(() => notices(ada.raw)).toEqual(['Not offered.', 'Not offered.', 'Not offered.']);
    bob.answer({ ...chosen('no'), extra: 1, _meta: { evil: 1 } });
    await session.say('after');
    await expect.poll(() => ada.raw.texts).toEqual(['after']);
    expect([ada.questions.length, bob.questions.length]).toEqual([3, 1]);
    // Fields that the protocol does not define are not passed on.
    expect((await session.items()).at(-1)?.request.params['result']).toEqual({ ...chosen('no'), _meta: {} });
  });
});

describe('an elicitation', () => {
  test('is asked of clients that show forms only', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const without = await asked(hub, session);
    const url = await asked(hub, session, { capabilities: { elicitation: { url: {} } } });
    const forms = await asked(hub, session, { capabilities: { elicitation: { form: {} } } });
    await session.append(form);
    await session.say('after');
    for (const { raw } of [without, url, forms]) await expect.poll(() => raw.texts).toEqual(['after']);
    expect([without, url, forms].map(({ questions }) => questions.length)).toEqual([0, 0, 1]);
  });
});

describe('a client whose role changes', () => {
  test('is asked what is open when it may answer, and its questions are withdrawn when it may not any more', async () => {
    await using hub = await scriptedHub();
    const session = await hub.session(members);
    const eve = await asked(hub, session, { principal: 'eve' });
    await session.append(permission);
    await session.append({ kind: 'members', members: { ...members, eve: 'controller' } });
    await expect.poll(() => eve.questions.length).toBe(1);
    await session.append({ kind: 'members', members });
    await expect.poll(() => eve.cancelled.count).toBe(1);
    await session.say('still watching');
    await expect.poll(() => eve.raw.texts).toEqual(['still watching']);
  });
});
