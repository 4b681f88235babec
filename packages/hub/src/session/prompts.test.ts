/** Prompts on their way from the inbox to the agent, and what becomes of them in the log. */
import { RpcError } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { conversation, TestNode } from './scripted-agents.test-support.ts';

test('a prompt is given to the agent, and shown with the id of its result when the agent has accepted it', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'hello');
  await node.found(sessionId, ({ kind }) => kind === 'handed');
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual([]);
  await node.agents.last.answer('hi');
  const { result } = await node.result(sessionId, item);
  await settled();
  const log = await node.log(sessionId);
  expect(conversation(log)).toEqual(['user hello', 'running', 'agent hi', 'idle end_turn']);
  const shown = log.find((record) => record.kind === 'update');
  expect(shown).toMatchObject({ update: { messageId: (result as { messageId: string }).messageId } });
  expect(session.isBusy).toBe(false);
});

test('prompts that come while the agent works wait, and are given to it in the order of the inbox', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob', 'eve']);
  await node.prompt(session, 'one');
  await node.prompt(session, 'two', { principal: 'bob' });
  await node.prompt(session, 'three', { principal: 'eve' });
  await settled();
  expect(node.agents.last.prompts).toEqual(['one']);
  for (const words of ['1', '2', '3']) {
    await node.agents.last.answer(words);
  }
  expect(node.agents.last.prompts).toEqual(['one', 'two', 'three']);
  expect(conversation(await node.log(sessionId)).filter((line) => line.startsWith('user'))).toEqual([
    'user one',
    'user two',
    'user three',
  ]);
});

test('a report of the message before the response is the acceptance, and is not shown twice', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'hello');
  await settled();
  const agent = node.agents.last;
  void agent.say({ sessionUpdate: 'user_message', messageId: 'm1', content: [{ type: 'text', text: 'hello' }] });
  expect(await node.result(sessionId, item)).toHaveProperty('result');
  agent.begin();
  agent.calls[0]?.respond({ messageId: 'm1' });
  agent.idle();
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual(['user hello', 'running', 'idle end_turn']);
});

test('a report of the message after the response is not shown twice', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'hello');
  await settled();
  const agent = node.agents.last;
  agent.calls[0]?.respond({ messageId: 'm1' });
  await settled();
  void agent.say({ sessionUpdate: 'user_message', messageId: 'm1', content: [{ type: 'text', text: 'hello' }] });
  agent.begin();
  agent.idle();
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual(['user hello', 'running', 'idle end_turn']);
});

test('a prompt that the agent refuses gets its error and is not shown; the next one follows', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'bad');
  await node.prompt(session, 'good');
  await settled();
  node.agents.last.calls[0]?.refuse(new RpcError(-32_602, 'No.'));
  expect(await node.result(sessionId, item)).toMatchObject({ error: { code: -32_602, message: 'No.' } });
  await settled();
  expect(node.agents.last.prompts).toEqual(['bad', 'good']);
  expect(conversation(await node.log(sessionId))).toEqual([]);
});

test('an item with a key that was seen before gets the result of the first, without effect', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const first = await node.prompt(session, 'hello', { key: 'same' });
  const second = await node.prompt(session, 'hello', { key: 'same' });
  await settled();
  await node.agents.last.answer('hi');
  const { result } = await node.result(sessionId, first);
  expect((await node.result(sessionId, second)).result).toEqual(result);
  const third = await node.prompt(session, 'hello', { key: 'same' });
  expect((await node.result(sessionId, third)).result).toEqual(result);
  expect(node.agents.last.prompts).toEqual(['hello']);
});

test('cancelling stops the work and refuses the prompts that wait', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const waiting = await node.prompt(session, 'two');
  await settled();
  const cancel = await node.submit(session, 'session/cancel');
  expect(await node.result(sessionId, cancel)).toMatchObject({ result: {} });
  expect(await node.result(sessionId, waiting)).toMatchObject({ error: { code: -32_800 } });
  await settled();
  expect(node.agents.last.cancels).toEqual([1]);
  await node.agents.last.answer('stopped');
  expect(node.agents.last.prompts).toEqual(['one']);
});

test('params of a prompt for one turn only reach the agent and are not in the log', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await node.submit(session, 'session/prompt', {
    prompt: [{ type: 'text', text: 'two' }],
    runtimeContext: [{ type: 'text', text: 'secret' }],
  });
  await settled();
  await node.agents.last.answer('1');
  expect(node.agents.last.calls[1]?.params).toHaveProperty('runtimeContext');
  expect(JSON.stringify(await node.log(sessionId))).not.toContain('secret');
});

test('a prompt that is too large to be stored is refused before the agent gets it', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create({ limits: { recordBytes: 10_000 } });
  const item = await node.prompt(session, 'x'.repeat(8000));
  expect(await node.result(sessionId, item)).toMatchObject({ error: { code: -32_602 } });
  expect(node.agents.last.prompts).toEqual([]);
});
