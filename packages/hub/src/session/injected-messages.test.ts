/** Injected messages: accepted, waiting, delivered, revoked and replaced. */
import { RpcError } from '@acp-stack/rpc';
import { InjectError } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { ResultRecord } from '../store/records.ts';
import { conversation, ScriptedAgents, text, TestNode } from './scripted-agents.test-support.ts';

const messageIdOf = ({ result }: ResultRecord): string => (result as { messageId: string }).messageId;

/** An agent that can be steered. */
function steerable(replace = true): ScriptedAgents {
  const agents = new ScriptedAgents();
  const inject = { modes: ['queue', 'steer'] as const, steerInStream: ['finish'] as const, pending: { replace } };
  agents.capabilities = { session: { inject } };
  return agents;
}

test('a queued message is answered when it is stored, and delivered under its id when the agent is idle', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const item = await node.inject(session, 'two');
  const messageId = messageIdOf(await node.result(sessionId, item));
  await settled();
  expect(node.agents.last.prompts).toEqual(['one']);
  await node.agents.last.answer('1');
  expect(node.agents.last.prompts).toEqual(['one', 'two']);
  await node.agents.last.answer('2');
  const log = await node.log(sessionId);
  expect(conversation(log).filter((line) => line.startsWith('user'))).toEqual(['user one', 'user two']);
  const shown = log.findIndex(
    (each) => each.kind === 'update' && 'messageId' in each.update && each.update.messageId === messageId,
  );
  const delivered = log.findIndex((each) => each.kind === 'pending' && each.change === 'delivered');
  expect(delivered).toBe(shown + 1);
});

test('a message that is queued in an idle session starts a turn', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.inject(session, 'hello');
  await settled();
  await node.agents.last.answer('hi');
  expect(conversation(await node.log(sessionId))).toEqual(['user hello', 'running', 'agent hi', 'idle end_turn']);
});

test('queued messages survive a cancellation', async () => {
  await using node = new TestNode();
  const { session } = await node.create();
  await node.prompt(session, 'one');
  await node.inject(session, 'two');
  await node.submit(session, 'session/cancel');
  await settled();
  await node.agents.last.answer('stopped');
  expect(node.agents.last.prompts).toEqual(['one', 'two']);
});

test('a message that the agent refuses is shown with the error, because it was accepted', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.inject(session, 'hello');
  await settled();
  node.agents.last.calls[0]?.refuse(new RpcError(-32_602, 'No.'));
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual(['user hello', 'idle error']);
});

test('a revoked message is never delivered, and revoking it again succeeds', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const messageId = messageIdOf(await node.result(sessionId, await node.inject(session, 'two')));
  for (let time = 0; time < 2; time += 1) {
    const revoke = await node.submit(session, 'session/revoke_inject', { messageId });
    expect(await node.result(sessionId, revoke)).toMatchObject({ result: {} });
  }
  await node.agents.last.answer('1');
  expect(node.agents.last.prompts).toEqual(['one']);
  expect(session.isBusy).toBe(false);
});

test('a replaced message is delivered in its place with the last content', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const messageId = messageIdOf(await node.result(sessionId, await node.inject(session, 'two')));
  await node.inject(session, 'three');
  const replace = await node.submit(session, 'session/replace_inject', { messageId, content: text('deux') });
  expect(await node.result(sessionId, replace)).toMatchObject({ result: {} });
  await node.agents.last.answer('1');
  await node.agents.last.answer('2');
  expect(node.agents.last.prompts).toEqual(['one', 'deux', 'three']);
});

test('a message cannot be changed once the agent has it', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const messageId = messageIdOf(await node.result(sessionId, await node.inject(session, 'one')));
  await settled();
  const early = await node.submit(session, 'session/revoke_inject', { messageId });
  await node.result(sessionId, early);
  await node.agents.last.answer('1');
  const late = await node.submit(session, 'session/replace_inject', { messageId, content: text('uno') });
  for (const item of [early, late])
    expect(await node.result(sessionId, item)).toMatchObject({
      error: { code: -32_010, data: { reason: 'already_delivered', messageId } },
    });
});

test('a message id that is not known is refused', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  for (const method of ['session/revoke_inject', 'session/replace_inject']) {
    const item = await node.submit(session, method, { messageId: 'other', content: text('x') });
    expect(await node.result(sessionId, item)).toMatchObject({
      error: { code: -32_002, data: { reason: 'unknown_message_id', messageId: 'other' } },
    });
  }
});

test('the owner may change the messages of all, a controller only those of its principal', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  for (const principal of ['bob', 'eve']) await node.submit(session, 'hub/members', { principal, role: 'controller' });
  await node.prompt(session, 'one');
  const messageId = messageIdOf(await node.result(sessionId, await node.inject(session, 'two', { principal: 'bob' })));
  const change = async (method: string, principal: string): Promise<ResultRecord> => {
    const item = await node.submit(session, method, { messageId, content: text('new') }, { principal });
    return node.result(sessionId, item);
  };
  for (const method of ['session/revoke_inject', 'session/replace_inject'])
    expect(await change(method, 'eve')).toMatchObject({ error: { code: -32_010, data: { reason: 'not_owner' } } });
  expect(await change('session/replace_inject', 'bob')).toMatchObject({ result: { messageId } });
  expect(await change('session/replace_inject', 'ada')).toMatchObject({ result: { messageId } });
  expect(await change('session/revoke_inject', 'ada')).toMatchObject({ result: {} });
});

test('a prompt that waits may be revoked: its request ends as cancelled', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const prompt = await node.prompt(session, 'two');
  const { record } = await node.found(sessionId, ({ kind }) => kind === 'pending');
  const { messageId } = (record as { message: { messageId: string } }).message;
  const revoke = await node.submit(session, 'session/revoke_inject', { messageId });
  expect(await node.result(sessionId, revoke)).toMatchObject({ result: {} });
  expect(await node.result(sessionId, prompt)).toMatchObject({ error: { code: -32_800 } });
});

test('messages that steer are refused if the agent does not offer it, or nothing works', async () => {
  await using plain = new TestNode();
  const { session, sessionId } = await plain.create();
  for (const mode of ['steer', 'other']) {
    const item = await plain.inject(session, 'go left', {}, mode);
    expect(await plain.result(sessionId, item)).toMatchObject({
      error: { code: -32_602, data: { reason: 'unsupported_mode', mode, modes: ['queue'] } },
    });
  }
  await using node = new TestNode(undefined, 'a', steerable());
  const { session: steered, sessionId: id } = await node.create();
  const item = await node.inject(steered, 'go left', {}, 'steer');
  expect(await node.result(id, item)).toMatchObject({ error: { code: -32_010, data: { reason: 'no_running_turn' } } });
});

test('a message that steers is passed to the agent, and shown under the id of its result when the agent takes it', async () => {
  await using node = new TestNode(undefined, 'a', steerable());
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  const agent = node.agents.last;
  agent.calls[0]?.respond({ messageId: 'm1' });
  await settled();
  agent.begin();
  const item = await node.inject(session, 'left', {}, 'steer');
  await settled();
  expect(agent.calls[1]).toMatchObject({ method: 'session/inject', params: { mode: 'steer', content: text('left') } });
  agent.calls[1]?.respond({ messageId: 'm2' });
  const messageId = messageIdOf(await node.result(sessionId, item));
  void agent.say({ sessionUpdate: 'user_message', messageId: 'm2', content: text('left') });
  agent.idle();
  await settled();
  const log = await node.log(sessionId);
  expect(conversation(log)).toEqual(['user one', 'running', 'user left', 'idle end_turn']);
  expect(
    log.filter((each) => each.kind === 'pending').map(({ change, message }) => [change, message.messageId]),
  ).toEqual([
    ['added', messageId],
    ['delivered', messageId],
  ]);
});

test('a message that steers is taken back from the agent when its sender may not work in the session any more', async () => {
  await using node = new TestNode(undefined, 'a', steerable());
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob']);
  await node.prompt(session, 'one');
  await settled();
  const agent = node.agents.last;
  const steer = await node.inject(session, 'left', { principal: 'bob' }, 'steer');
  await settled();
  agent.calls[1]?.respond({ messageId: 'm2' });
  const messageId = messageIdOf(await node.result(sessionId, steer));
  await node.join(session, ['bob'], 'observer');
  await settled();
  expect(agent.calls[2]).toMatchObject({ method: 'session/revoke_inject', params: { messageId: 'm2' } });
  agent.calls[2]?.respond({});
  const { record } = await node.found(sessionId, (each) => each.kind === 'pending' && each.change === 'revoked');
  expect(record).toMatchObject({ message: { messageId } });
});

test('the agent decides whether a message that steers can still be revoked or replaced', async () => {
  await using node = new TestNode(undefined, 'a', steerable());
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  const agent = node.agents.last;
  const steer = await node.inject(session, 'left', {}, 'steer');
  await settled();
  agent.calls[1]?.respond({ messageId: 'm2' });
  const messageId = messageIdOf(await node.result(sessionId, steer));
  const replace = await node.submit(session, 'session/replace_inject', { messageId, content: text('right') });
  await settled();
  expect(agent.calls[2]).toMatchObject({ method: 'session/replace_inject', params: { messageId: 'm2' } });
  agent.calls[2]?.respond({});
  expect(await node.result(sessionId, replace)).toMatchObject({ result: {} });
  const refused = await node.submit(session, 'session/revoke_inject', { messageId });
  await settled();
  agent.calls[3]?.refuse(InjectError.precondition({ reason: 'already_delivered', messageId: 'm2' }));
  expect(await node.result(sessionId, refused)).toMatchObject({
    error: { code: -32_010, data: { reason: 'already_delivered', messageId } },
  });
  const revoke = await node.submit(session, 'session/revoke_inject', { messageId });
  await settled();
  agent.calls[4]?.respond({});
  expect(await node.result(sessionId, revoke)).toMatchObject({ result: {} });
});

test('an agent that cannot replace says so', async () => {
  await using node = new TestNode(undefined, 'a', steerable(false));
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  const steer = await node.inject(session, 'left', {}, 'steer');
  await settled();
  node.agents.last.calls[1]?.respond({ messageId: 'm2' });
  const messageId = messageIdOf(await node.result(sessionId, steer));
  const replace = await node.submit(session, 'session/replace_inject', { messageId, content: text('right') });
  expect(await node.result(sessionId, replace)).toMatchObject({
    error: { code: -32_010, data: { reason: 'replace_not_supported' } },
  });
});

test('content that the agent does not accept is refused before it waits', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  for (const content of [[], [{ type: 'image', data: '', mimeType: 'image/png' }], 'words']) {
    const item = await node.submit(session, 'session/inject', { mode: 'queue', content });
    expect(await node.result(sessionId, item)).toMatchObject({ error: { code: -32_602 } });
  }
});

test('only so many messages of one client wait', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.join(session, ['bob']);
  await node.prompt(session, 'one');
  let last = 0;
  for (let count = 0; count < 17; count += 1) last = await node.inject(session, `more ${count}`);
  expect(await node.result(sessionId, last)).toMatchObject({
    error: { data: { reason: 'too_many_pending', limit: 16 } },
  });
  const other = await node.inject(session, 'mine', { principal: 'bob' });
  expect(await node.result(sessionId, other)).toHaveProperty('result');
});

test('only so many bytes of messages wait', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const large = 'x'.repeat(12 * 1024 * 1024);
  const items = [await node.inject(session, large), await node.inject(session, large)];
  for (const item of items) expect(await node.result(sessionId, item)).toHaveProperty('result');
  const last = await node.inject(session, large);
  expect(await node.result(sessionId, last)).toMatchObject({ error: { data: { reason: 'too_many_pending' } } });
});

test('the content of a message is not stored again when it is delivered or revoked', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await node.inject(session, 'only twice');
  const messageId = messageIdOf(await node.result(sessionId, await node.inject(session, 'only once')));
  await node.submit(session, 'session/revoke_inject', { messageId });
  await settled();
  await node.agents.last.answer('1');
  await node.agents.last.answer('2');
  const stored = JSON.stringify(await node.log(sessionId));
  expect([stored.split('only twice').length - 1, stored.split('only once').length - 1]).toEqual([2, 1]);
});
