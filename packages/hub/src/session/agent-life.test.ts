/** The agent of a session: lost, opened again, asleep, and unable to start. */
import { memoryJournal } from '@acp-stack/journal';
import { ConnectionError } from '@acp-stack/rpc';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { CannotResumeError } from '../agents/agent-session.ts';
import type { LogRecord } from '../store/records.ts';
import { conversation, text, TestNode } from './scripted-agents.test-support.ts';

const agentStates = (records: readonly LogRecord[]): readonly string[] =>
  records.flatMap((record) => (record.kind === 'agent' ? [record.state] : []));

test('a lost agent ends its work in the log: prompt, question, tool call, terminal and turn', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  await settled();
  const agent = node.agents.last;
  agent.calls[0]?.respond({ messageId: 'm' });
  await settled();
  agent.begin();
  void agent.say({ sessionUpdate: 'tool_call_update', toolCallId: 'open', title: 'Open' });
  void agent.say({ sessionUpdate: 'tool_call_update', toolCallId: 'done', title: 'Done', status: 'completed' });
  void agent.say({ sessionUpdate: 'terminal_update', terminalId: 'shell', command: 'make' });
  const asked = agent.ask({ method: 'session/request_permission', params: { title: 'May I?', options: [] } });
  const config = await node.submit(session, 'session/set_config_option', { configId: 'x' });
  await settled();
  agent.die('The agent was killed.');
  expect(await asked).toEqual({ outcome: { outcome: 'cancelled' } });
  expect(await node.result(sessionId, config)).toMatchObject({ error: { data: { reason: 'interrupted' } } });
  const log = await node.log(sessionId);
  const ended = log.slice(log.findIndex((record) => record.kind === 'agent' && record.state === 'lost'));
  expect(ended).toMatchObject([
    { kind: 'agent', state: 'lost', reason: 'The agent was killed.' },
    { kind: 'result', item: config },
    { kind: 'question_closed', reason: 'interrupted' },
    { kind: 'update', update: { toolCallId: 'open', status: 'failed' } },
    { kind: 'update', update: { terminalId: 'shell', exitStatus: {} } },
    { kind: 'update', update: { state: 'idle', stopReason: 'error' } },
  ]);
  expect(session.isBusy).toBe(false);
});

test('an agent that is lost after it has taken a message and before it reports any work: the turn ends', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'one');
  await settled();
  node.agents.last.calls[0]?.respond({ messageId: 'm' });
  await settled();
  node.agents.last.die();
  await settled();
  expect(await node.result(sessionId, item)).toHaveProperty('result');
  expect(conversation(await node.log(sessionId))).toEqual(['user one', 'idle error']);
  // An agent whose turn has ended leaves nothing to end, also if its response came after the end.
  await node.prompt(session, 'two');
  await settled();
  const agent = node.agents.last;
  agent.begin();
  agent.idle();
  agent.calls[0]?.respond({ messageId: 'n' });
  await settled();
  agent.die();
  await settled();
  const shown = ['user one', 'idle error', 'running', 'idle end_turn', 'user two'];
  expect(conversation(await node.log(sessionId))).toEqual(shown);
});

test('a lost agent is opened again with resume when a message waits; nothing is given to it twice', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const first = await node.prompt(session, 'one');
  await node.prompt(session, 'two');
  await settled();
  node.agents.last.die();
  await settled();
  expect(await node.result(sessionId, first)).toMatchObject({ error: { data: { reason: 'interrupted' } } });
  expect(node.agents.started).toHaveLength(2);
  expect(node.agents.last).toMatchObject({ id: node.agents.started[0]?.id, isResumed: true });
  expect(node.agents.last.prompts).toEqual(['two']);
  expect(node.counters.agentRestarts.total).toBe(1);
  await node.agents.last.answer('2');
  const shown = ['user one', 'idle error', 'user two', 'running', 'agent 2', 'idle end_turn'];
  expect(conversation(await node.log(sessionId))).toEqual(shown);
});

test('a prompt that waited and was given to the agent that is lost is shown with the error', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'one');
  const second = await node.prompt(session, 'two');
  await settled();
  await node.agents.last.answer('1');
  await settled();
  node.agents.last.die();
  expect(await node.result(sessionId, second)).toMatchObject({ error: { data: { reason: 'interrupted' } } });
  await settled();
  const shown = ['user one', 'running', 'agent 1', 'idle end_turn', 'user two', 'idle error'];
  expect(conversation(await node.log(sessionId))).toEqual(shown);
});

test('an injected message that the lost agent had counts as delivered', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.inject(session, 'one');
  await settled();
  node.agents.last.die();
  await settled();
  expect(node.agents.started).toHaveLength(1);
  expect(conversation(await node.log(sessionId))).toEqual(['user one', 'idle error']);
});

test('a request that fails because the connection has ended means that the agent is lost', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.prompt(session, 'one');
  await node.prompt(session, 'two');
  await settled();
  node.agents.last.calls[0]?.refuse(new ConnectionError('closed', 'The connection was closed.'));
  expect(await node.result(sessionId, item)).toMatchObject({ error: { data: { reason: 'interrupted' } } });
  await settled();
  node.agents.started[0]?.die();
  await settled();
  expect(node.agents.started).toHaveLength(2);
  expect(node.agents.last.prompts).toEqual(['two']);
  expect(agentStates(await node.log(sessionId))).toEqual(['open', 'lost', 'open']);
});

test('what a lost agent still says is ignored', async () => {
  await using node = new TestNode();
  const { sessionId } = await node.create();
  const agent = node.agents.last;
  agent.die();
  agent.begin();
  expect(await agent.ask({ method: 'elicitation/create', params: {} })).toBeDefined();
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual([]);
});

test('an agent that cannot be started is tried three times; then prompts are refused and the session says so', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.die();
  node.agents.failures = [1, 2, 3].map((time) => new Error(`It cannot be started (${time}).`));
  const prompt = await node.prompt(session, 'one');
  const inject = await node.inject(session, 'two');
  await node.clock.advance(500);
  await node.clock.advance(2000);
  expect(await node.result(sessionId, prompt)).toMatchObject({
    error: { message: 'It cannot be started (3).', data: { reason: 'agent_unavailable' } },
  });
  expect(await node.result(sessionId, inject)).toHaveProperty('result');
  const log = await node.log(sessionId);
  expect(agentStates(log)).toEqual(['open', 'lost', 'failed']);
  expect(log).toContainEqual(
    expect.objectContaining({ update: expect.objectContaining({ sessionUpdate: 'notice', severity: 'error' }) }),
  );
  // The injected message waits, and is delivered with the next item that opens the agent.
  await node.prompt(session, 'three');
  await settled();
  expect(node.agents.last.prompts).toEqual(['two']);
});

test('an agent that does not know the session is not tried again', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.die();
  node.agents.failures = [new CannotResumeError('The agent cannot resume sessions.')];
  const config = await node.submit(session, 'session/set_config_option', { configId: 'x' });
  expect(await node.result(sessionId, config)).toMatchObject({
    error: { message: 'The agent cannot resume sessions.', data: { reason: 'agent_unavailable' } },
  });
  expect(agentStates(await node.log(sessionId))).toEqual(['open', 'lost', 'failed']);
});

test('updates that come before the agent has answered are stored after the record of its opening', async () => {
  await using node = new TestNode();
  node.agents.onStart = (agent) => {
    void agent.say({ sessionUpdate: 'available_commands_update', availableCommands: [] });
  };
  const { sessionId } = await node.create();
  await settled();
  const kinds = (await node.log(sessionId)).map(({ kind }) => kind);
  expect(kinds).toEqual(['owner', 'agent', 'update']);
});

test('an agent that ends as soon as it is open is tried again', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.die();
  node.agents.onStart = (agent) => {
    agent.die('It exited at once.');
  };
  const item = await node.submit(session, 'session/set_config_option', { configId: 'x' });
  await settled();
  await node.clock.advance(500);
  await node.clock.advance(2000);
  expect(await node.result(sessionId, item)).toMatchObject({ error: { message: 'It exited at once.' } });
  expect(node.agents.started).toHaveLength(4);
  expect(agentStates(await node.log(sessionId))).toEqual(['open', 'lost', 'failed']);
});

test('an agent that ends as soon as it is started, again and again, is given up', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.die();
  node.agents.onStart = (agent) => {
    setImmediate(() => {
      agent.die();
    });
  };
  const inject = await node.inject(session, 'one');
  const prompt = await node.prompt(session, 'two');
  expect(await node.result(sessionId, inject)).toHaveProperty('result');
  expect(await node.result(sessionId, prompt)).toHaveProperty('error');
  await settled();
  expect(node.agents.started.length).toBeLessThanOrEqual(4);
  expect(session.isBusy).toBe(false);
});

test('an item for the agent is answered if the agent is lost just before it is given the item', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  const item = await node.store.submit(sessionId, {
    key: 'k',
    principal: 'ada',
    client: 'c',
    method: 'session/set_config_option',
    params: {},
  });
  session.wake();
  // In the middle of the microtasks in which the item is started.
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  node.agents.last.die();
  await settled();
  for (const call of node.agents.last.calls) call.respond({});
  expect(await node.result(sessionId, item)).toBeDefined();
});

test('a session whose agent cannot open it is not created', async () => {
  await using node = new TestNode();
  node.agents.failures = [new Error('There is no such program.')];
  await expect(node.create()).rejects.toThrow('There is no such program.');
  expect((await node.store.list({})).sessions).toEqual([]);
});

test('without work and clients the agent is closed after a while, and any node may take the session', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create({ sleepAfter: 1000 });
  await node.prompt(session, 'one');
  await settled();
  await node.clock.advance(5000);
  expect(node.agents.last.isClosed).toBe(false);
  await node.agents.last.answer('1');
  const reader = node.feeds.open(sessionId);
  await node.clock.advance(5000);
  expect(node.agents.last.isClosed).toBe(false);
  reader[Symbol.dispose]();
  await node.clock.advance(2000);
  expect(node.agents.last.isClosed).toBe(true);
  expect(node.ended).toEqual([[sessionId, false]]);
  expect(await node.store.get(sessionId)).toMatchObject({ node: null });
  expect(agentStates(await node.log(sessionId))).toEqual(['open', 'asleep']);
  const again = await node.take(sessionId);
  await node.prompt(again, 'two');
  await settled();
  expect(node.agents.last).toMatchObject({ isResumed: true, prompts: ['two'] });
  expect(await node.store.get(sessionId)).toMatchObject({ node: 'a' });
});

test('an item that comes while the session falls asleep is not forgotten', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create({ sleepAfter: 1000 });
  const append = node.journal.append.bind(node.journal);
  node.journal.append = async (stream, events, options) => {
    // Another node stores an item while this one leaves.
    if (options?.patch?.['node'] === null)
      await node.store.submit(sessionId, {
        key: 'k',
        principal: 'ada',
        client: 'c',
        method: 'session/archive',
        params: {},
      });
    return append(stream, events, options);
  };
  await node.clock.advance(1000);
  await settled();
  expect(node.ended).toEqual([[sessionId, true]]);
  session.wake();
});

test('an update that is too large is left out with a notice', async () => {
  await using node = new TestNode();
  const { sessionId } = await node.create({ limits: { recordBytes: 10_000 } });
  const huge = 'x'.repeat(20_000);
  void node.agents.last.say({
    sessionUpdate: 'agent_message',
    messageId: 'm',
    content: [{ type: 'text', text: huge }],
  });
  await settled();
  expect(conversation(await node.log(sessionId))).toEqual(['notice']);
});

test('an agent that does not close its session does not hold up the end of the session here', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.close = () => new Promise(() => undefined);
  const stopped = session.stop('hand-over');
  await node.clock.advance(5000);
  await stopped;
  expect(node.ended).toEqual([[sessionId, false]]);
});

test('an agent that is faster than the store has to wait', async () => {
  await using node = new TestNode();
  const { sessionId } = await node.create({ limits: { waitingBytes: 1000 } });
  const append = node.journal.append.bind(node.journal);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  node.journal.append = async (...given) => {
    await held;
    return append(...given);
  };
  const say = (): void | Promise<void> =>
    node.agents.last.say({ sessionUpdate: 'agent_message', messageId: 'm', content: text('x'.repeat(300)) });
  expect([say(), say()]).toEqual([undefined, undefined]);
  let hasRoom = false;
  const waiting = Promise.resolve(say()).then(() => (hasRoom = true));
  await settled();
  expect(hasRoom).toBe(false);
  release();
  await waiting;
  expect(conversation(await node.log(sessionId))).toHaveLength(3);
});

test('the end of a turn is the last activity of the session', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.store.patch(sessionId, { updatedAt: 1 });
  await node.prompt(session, 'one');
  await settled();
  expect(await node.store.get(sessionId)).toMatchObject({ updatedAt: 1 });
  await node.agents.last.answer('1');
  expect((await node.store.get(sessionId))?.updatedAt).toBeGreaterThan(1);
});

test('a session sleeps and drains although messages wait for an agent that cannot be started', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create({ sleepAfter: 1000 });
  node.agents.last.die();
  node.agents.failures = [new CannotResumeError('It is not known here.')];
  await node.inject(session, 'one');
  await settled();
  session.wake();
  await settled();
  expect(node.agents.started).toHaveLength(1);
  expect(session.isBusy).toBe(false);
  await node.clock.advance(1000);
  expect(node.ended).toEqual([[sessionId, false]]);
  expect(await node.store.get(sessionId)).toMatchObject({ node: null });
  await node.take(sessionId);
  await settled();
  expect(node.agents.last.prompts).toEqual(['one']);
});

test('the title of a session is cut off after 1000 characters', async () => {
  await using node = new TestNode();
  const { sessionId } = await node.create();
  void node.agents.last.say({ sessionUpdate: 'session_info_update', title: 'x'.repeat(100_000) });
  await settled();
  expect((await node.store.get(sessionId))?.title).toHaveLength(1000);
});

test('a summary that is too large is left as it is, and the session goes on', async () => {
  await using node = new TestNode(memoryJournal({ limits: { metadataBytes: 500 } }));
  const { session, sessionId } = await node.create();
  const principal = 'b'.repeat(150);
  const item = await node.submit(session, 'hub/members', { principal, role: 'observer' });
  expect(await node.result(sessionId, item)).toHaveProperty('result');
  expect(node.lines).toHaveLength(1);
  const next = await node.submit(session, 'session/archive');
  await node.result(sessionId, next);
  expect(await node.store.get(sessionId)).toMatchObject({ archived: true, members: { ada: 'owner' } });
});

test('a message that waits for an agent that cannot go on can be taken back', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  node.agents.last.die();
  node.agents.failures = [new CannotResumeError('It is not known here.')];
  const item = await node.inject(session, 'one');
  await settled();
  const { result } = (await node.result(sessionId, item)) as { readonly result: { readonly messageId: string } };
  const revoked = await node.submit(session, 'session/revoke_inject', { messageId: result.messageId });
  expect(await node.result(sessionId, revoked)).not.toHaveProperty('error');
  const log = await node.log(sessionId);
  expect(log.at(-1)).toMatchObject({ kind: 'result', item: revoked });
  expect(log).toContainEqual(expect.objectContaining({ kind: 'pending', change: 'revoked' }));
});
