/** Questions of the agent: shown to all, answered once, never in favour of the agent by themselves. */
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { AgentQuestion } from '../agents/agent-session.ts';
import type { LogRecord, QuestionRecord } from '../store/records.ts';
import { TestNode } from './scripted-agents.test-support.ts';

const permission: AgentQuestion = {
  method: 'session/request_permission',
  params: { title: 'Run it?', options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] },
};
const elicitation: AgentQuestion = { method: 'elicitation/create', params: { mode: 'form', message: 'Name?' } };
const yes = { outcome: { outcome: 'selected', optionId: 'yes' } };

const questionOf = async (node: TestNode, sessionId: string): Promise<string> => {
  const { record } = await node.found(sessionId, ({ kind }) => kind === 'question');
  return (record as QuestionRecord).question;
};
const closings = (records: readonly LogRecord[]): readonly unknown[] =>
  records.filter(({ kind }) => kind === 'question_closed');

test('the first valid answer in the order of the inbox wins; later ones are refused', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob', 'eve']);
  const asked = node.agents.last.ask(permission);
  const question = await questionOf(node, sessionId);
  const [first, second] = await Promise.all(
    ['bob', 'eve'].map((principal) => node.submit(session, 'hub/answer', { question, result: yes }, { principal })),
  );
  expect(await asked).toEqual(yes);
  expect(await node.result(sessionId, first ?? 0)).toMatchObject({ result: {} });
  expect(await node.result(sessionId, second ?? 0)).toMatchObject({ error: { data: { reason: 'question_closed' } } });
  expect(closings(await node.log(sessionId))).toEqual([
    { kind: 'question_closed', question, reason: 'answered', principal: 'bob', answer: 'yes' },
  ]);
});

test.each([
  ['an option that was not offered', permission, { result: { outcome: { outcome: 'selected', optionId: 'root' } } }],
  ['no option', permission, { result: { outcome: { outcome: 'selected' } } }],
  ['no object', permission, { result: 'yes' }],
  ['an error', permission, { error: { code: -32_601, message: 'Not here.' } }],
  ['an unknown action', elicitation, { result: { action: 'perhaps' } }],
  ['content that is not an object', elicitation, { result: { action: 'accept', content: [] } }],
])('an answer with %s is refused, and the question stays open', async (_, asked, answer) => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  void node.agents.last.ask(asked);
  const question = await questionOf(node, sessionId);
  const item = await node.submit(session, 'hub/answer', { question, ...answer });
  expect(await node.result(sessionId, item)).toMatchObject({ error: { code: -32_602 } });
  expect(closings(await node.log(sessionId))).toEqual([]);
  expect(session.isBusy).toBe(true);
});

test('an elicitation is answered with what the user has entered', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const asked = node.agents.last.ask(elicitation);
  const question = await questionOf(node, sessionId);
  await node.submit(session, 'hub/answer', { question, result: { action: 'accept', content: { name: 'Ada' } } });
  expect(await asked).toEqual({ action: 'accept', content: { name: 'Ada' } });
});

test('a question that the agent withdraws while the session is handed over is closed once', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const withdrawn = new AbortController();
  const asked = node.agents.last.ask(permission, withdrawn.signal);
  const question = await questionOf(node, sessionId);
  const stopped = session.stop('hand-over');
  withdrawn.abort();
  await stopped;
  expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
  expect(closings(await node.log(sessionId))).toEqual([{ kind: 'question_closed', question, reason: 'interrupted' }]);
});

test('a question that the agent withdraws is closed for all', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const withdrawn = new AbortController();
  const asked = node.agents.last.ask(permission, withdrawn.signal);
  const question = await questionOf(node, sessionId);
  withdrawn.abort();
  expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
  await node.found(sessionId, ({ kind }) => kind === 'question_closed');
  const late = await node.submit(session, 'hub/answer', { question, result: yes });
  expect(await node.result(sessionId, late)).toHaveProperty('error');
});

test('cancelling the session cancels its questions', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const asked = [node.agents.last.ask(permission), node.agents.last.ask(elicitation)];
  await settled();
  await node.submit(session, 'session/cancel');
  expect(await Promise.all(asked)).toEqual([{ outcome: { outcome: 'cancelled' } }, { action: 'cancel' }]);
  expect(closings(await node.log(sessionId))).toHaveLength(2);
});

test('the agent gets an answer only when it is stored', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const asked = node.agents.last.ask(permission);
  const question = await questionOf(node, sessionId);
  // Another node takes the session: the answer cannot be stored any more.
  await node.store.fence(sessionId);
  await node.submit(session, 'hub/answer', { question, result: yes });
  expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
});

test('an agent that asks more than a hundred questions at once is refused', async () => {
  await using node = new TestNode();
  const { sessionId } = await node.create();
  for (let count = 0; count < 100; count += 1) void node.agents.last.ask(permission);
  await expect(node.agents.last.ask(permission)).rejects.toMatchObject({ data: { name: 'openQuestions' } });
  await settled();
  expect((await node.log(sessionId)).filter(({ kind }) => kind === 'question')).toHaveLength(100);
});

test.each([
  ['a permission', permission, { outcome: { outcome: 'cancelled' } }],
  ['an elicitation', elicitation, { action: 'cancel' }],
])('a user who closes the question about %s closes it for all, and all are told who did', async (_, asked, result) => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob']);
  const answer = node.agents.last.ask(asked);
  const question = await questionOf(node, sessionId);
  await node.submit(session, 'hub/answer', { question, result }, { principal: 'bob' });
  expect(await answer).toEqual(result);
  expect(notices(await node.log(sessionId))).toEqual(['The question was cancelled by bob.']);
});

test('all are told which user has cancelled the work, if there was work', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob']);
  await node.submit(session, 'session/cancel', {}, { principal: 'bob' });
  await settled();
  expect(notices(await node.log(sessionId))).toEqual([]);
  await node.agents.last.say({ sessionUpdate: 'state_update', state: 'running' });
  await node.submit(session, 'session/cancel', {}, { principal: 'bob' });
  await settled();
  expect(notices(await node.log(sessionId))).toEqual(['The work was cancelled by bob.']);
});

test('a user who is alone in the session is not told who has cancelled', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.agents.last.say({ sessionUpdate: 'state_update', state: 'running' });
  await node.submit(session, 'session/cancel');
  await settled();
  expect(node.agents.last.cancels).toHaveLength(1);
  expect(notices(await node.log(sessionId))).toEqual([]);
});

const notices = (records: readonly LogRecord[]): readonly string[] =>
  records.flatMap((record) =>
    record.kind === 'update' && record.update.sessionUpdate === 'notice' ? [record.update.title] : [],
  );
