/** Items that are neither messages nor answers. */
import { memoryJournal } from '@acp-stack/journal';
import { RpcError } from '@acp-stack/rpc';
import { CapabilityError } from '@acp-stack/sdk';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import type { LogRecord } from '../store/records.ts';
import { deferred } from './deferred.ts';
import { TestNode } from './scripted-agents.test-support.ts';

test('a setting is changed by the agent, and all clients are told', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.submit(session, 'session/set_config_option', { configId: 'model', type: 'id', value: 'b' });
  await settled();
  const configOptions = [{ id: 'model', currentValue: 'b' }];
  node.agents.last.calls[0]?.respond({ configOptions });
  expect(await node.result(sessionId, item)).toMatchObject({ result: { configOptions } });
  expect(await node.log(sessionId)).toContainEqual({
    kind: 'update',
    update: { sessionUpdate: 'config_option_update', configOptions },
  });
});

test.each(['tool_call/cancel', 'terminal/cancel', 'session/set_config_option'])(
  '%s is passed to the agent, whose errors are passed back',
  async (method) => {
    await using node = new TestNode();
    const { session, sessionId } = await node.create();
    const item = await node.submit(session, method, { id: 'x' });
    await settled();
    expect(node.agents.last.calls[0]).toMatchObject({ method, params: { id: 'x' } });
    node.agents.last.calls[0]?.refuse(new RpcError(-32_002, 'Not found', { data: { id: 'x' } }));
    expect(await node.result(sessionId, item)).toMatchObject({ error: { code: -32_002, data: { id: 'x' } } });
    const lacking = await node.submit(session, method, {});
    await settled();
    node.agents.last.calls[1]?.refuse(new CapabilityError(method, 'session.thing', 'agent'));
    expect(await node.result(sessionId, lacking)).toMatchObject({
      error: { code: -32_601, data: { capability: 'session.thing' } },
    });
  },
);

test('an agent that does not open the session holds up only the items that need it', async () => {
  const journal = memoryJournal();
  await using first = new TestNode(journal, 'a');
  const { session: created, sessionId } = await first.create();
  await first.join(created, ['bob']);
  await using node = new TestNode(journal, 'b');
  const opening = deferred<void>();
  const resume = node.agents.resume.bind(node.agents);
  node.agents.resume = async (...params) => {
    await opening.promise;
    return resume(...params);
  };
  const session = await node.take(sessionId);
  const option = { configId: 'model', value: 'b' };
  const setting = await node.submit(session, 'session/set_config_option', option, { key: 'own' });
  const other = await node.submit(session, 'session/set_config_option', { configId: 'mode', value: 'c' });
  await node.join(session, ['bob'], null);
  expect((await node.store.get(sessionId))?.members).toEqual({ ada: 'owner' });
  const title = await node.submit(session, 'session/set_title', { title: 'Plans' });
  expect(await node.result(sessionId, title)).toMatchObject({ result: {} });
  opening.resolve(undefined);
  await settled();
  expect(node.agents.last.calls.map(({ params }) => params['configId'])).toEqual(['model', 'mode']);
  for (const call of node.agents.last.calls) call.respond({});
  for (const item of [setting, other]) expect(await node.result(sessionId, item)).toMatchObject({ result: {} });
});

test('slow answers of the agent do not hold up other items', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const slow = await node.submit(session, 'terminal/cancel', { terminalId: 't' });
  const quick = await node.submit(session, 'session/set_title', { title: 'Quick' });
  expect(await node.result(sessionId, quick)).toMatchObject({ result: {} });
  node.agents.last.calls[0]?.respond({});
  expect(await node.result(sessionId, slow)).toMatchObject({ result: {} });
});

test('the hub keeps titles itself for an agent without them', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.submit(session, 'session/set_title', { title: '  Plans ' });
  await node.result(sessionId, item);
  expect(await node.store.get(sessionId)).toMatchObject({ title: 'Plans' });
  const empty = await node.submit(session, 'session/set_title', { title: ' ' });
  expect(await node.result(sessionId, empty)).toMatchObject({ error: { code: -32_602 } });
});

test('an agent with titles is told, and reports the title', async () => {
  await using node = new TestNode();
  node.agents.capabilities = { session: { title: {} } };
  const { session, sessionId } = await node.create();
  const item = await node.submit(session, 'session/set_title', { title: 'Plans' });
  await settled();
  void node.agents.last.say({ sessionUpdate: 'session_info_update', title: 'Plans' });
  node.agents.last.calls[0]?.respond({});
  await node.result(sessionId, item);
  expect(await node.store.get(sessionId)).toMatchObject({ title: 'Plans' });
});

test('a session is archived and comes back', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  for (const [method, archived] of [
    ['session/archive', true],
    ['session/unarchive', false],
  ] as const) {
    await node.result(sessionId, await node.submit(session, method));
    expect(await node.store.get(sessionId)).toMatchObject({ archived });
    expect((await node.store.list({ principal: 'ada', archived: true })).sessions).toHaveLength(archived ? 1 : 0);
  }
});

test('archiving ends the work of a session, and takes back what waits [ARCH-01]', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  const agent = node.agents.last;
  agent.calls[0]?.respond({ messageId: 'm' });
  agent.begin();
  const waiting = await node.prompt(session, 'two');
  await node.inject(session, 'three');
  const archived = await node.submit(session, 'session/archive');
  expect(await node.result(sessionId, archived)).toMatchObject({ result: {} });
  expect(await node.result(sessionId, waiting)).toMatchObject({ error: { code: -32_800 } });
  await settled();
  expect(agent.cancels).toHaveLength(1);
  agent.idle();
  await settled();
  expect(agent.prompts).toEqual(['one']);
  expect(session.isBusy).toBe(false);
  expect(await node.store.get(sessionId)).toMatchObject({ archived: true, isBusy: false });
});

test('members are added, changed and removed, but the last owner stays', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const change = async (principal: string, role: string | null): Promise<unknown> =>
    node.result(sessionId, await node.submit(session, 'hub/members', { principal, role }, { principal: 'hub' }));
  expect(await change('bob', 'observer')).toMatchObject({ result: {} });
  expect((await node.store.list({ principal: 'bob' })).sessions).toHaveLength(1);
  expect(await change('bob', 'owner')).toMatchObject({ result: {} });
  expect(await change('ada', null)).toMatchObject({ result: {} });
  expect((await node.store.get(sessionId))?.members).toEqual({ bob: 'owner' });
  expect((await node.store.list({ principal: 'ada' })).sessions).toEqual([]);
  for (const [principal, role] of [
    ['bob', null],
    ['bob', 'observer'],
    ['eve', 'king'],
    ['', 'owner'],
    ['x'.repeat(300), 'owner'],
  ] as const)
    expect(await change(principal, role)).toMatchObject({ error: { code: -32_602 } });
});

test.each([
  ['removed', null, 'Session not found.'],
  ['made an observer', 'observer', 'This needs the role controller'],
] as const)('nothing of a member that is %s reaches the agent any more', async (_, role, refusal) => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const bob = { principal: 'bob' };
  await node.join(session, ['bob']);
  await node.prompt(session, 'one');
  await node.inject(session, 'injected', bob);
  const waiting = await node.prompt(session, 'waiting', bob);
  await node.join(session, ['bob'], role);
  expect(await node.result(sessionId, waiting)).toMatchObject({ error: { code: -32_800 } });
  // A node that has not heard of the change may still store items.
  const late = await node.prompt(session, 'late', bob);
  expect(await node.result(sessionId, late)).toMatchObject({ error: { message: expect.stringContaining(refusal) } });
  await node.prompt(session, 'two');
  await settled();
  await node.agents.last.answer('1');
  await settled();
  expect(node.agents.last.prompts).toEqual(['one', 'two']);
});

test('a session has at most 60 members', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  let last = 0;
  for (let count = 0; count < 60; count += 1)
    last = await node.submit(session, 'hub/members', { principal: `guest-${count}`, role: 'observer' });
  expect(await node.result(sessionId, last)).toMatchObject({ error: { code: -32_602 } });
});

test('an item that is not known, or makes no sense, gets an error and holds up nothing', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  for (const [method, params] of [
    ['session/other', {}],
    ['toString', {}],
    ['session/prompt', {}],
    ['session/prompt', { prompt: 'words' }],
    ['hub/answer', {}],
    ['session/revoke_inject', { messageId: 7 }],
  ] as const)
    expect(await node.result(sessionId, await node.submit(session, method, params))).toHaveProperty('error.code');
});

test('the inbox is trimmed once its items were worked off', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  let last = 0;
  for (let count = 0; count < 70; count += 1) last = await node.submit(session, 'session/archive');
  await node.result(sessionId, last);
  node.agents.last.idle();
  await settled();
  expect(await node.journal.get(`inbox/${sessionId}`)).toMatchObject({ first: last + 1, last });
});

test('a prompt that is repeated after more than 1,024 others is not given to the agent again', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await session.stop('hand-over');
  const { token } = await node.store.fence(sessionId);
  const results = Array.from({ length: 1100 }, (_, index): LogRecord => {
    return { kind: 'result', item: index + 1, key: `k${index}`, result: { messageId: `m${index}` } };
  });
  await node.store.append(sessionId, results, { token });
  for (let item = 0; item < 1100; item += 1)
    await node.store.submit(sessionId, { key: `k${item}`, principal: 'ada', client: 'ada', method: 'x', params: {} });
  const taken = await node.take(sessionId);
  const late = await node.prompt(taken, 'again', { key: 'k3' });
  expect(await node.result(sessionId, late)).toMatchObject({ error: { data: { reason: 'already_handled' } } });
  const recent = await node.prompt(taken, 'again', { key: 'k1099' });
  expect(await node.result(sessionId, recent)).toMatchObject({ result: { messageId: 'm1099' } });
  expect(node.agents.started.flatMap((each) => each.prompts)).toEqual([]);
});
