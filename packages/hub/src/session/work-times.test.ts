/** How long tool calls and thoughts took, in the log. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { settled } from '@acp-stack/testing';
import { expect, test } from 'vitest';

import { MergedUpdates } from '../history/merged-updates.ts';
import { TestNode, text } from './scripted-agents.test-support.ts';
import { WorkTimes } from './work-times.ts';

const call = (status: 'in_progress' | 'completed', more: object = {}): SessionUpdate => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  status,
  ...more,
});
const thought = (words: string, messageId = 't'): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId,
  content: { type: 'text', text: words },
});
const answer: SessionUpdate = { sessionUpdate: 'agent_message', messageId: 'm', content: [...text('Done.')] };
const usage: SessionUpdate = { sessionUpdate: 'usage_update', used: 1, size: 2 };
const idle: SessionUpdate = { sessionUpdate: 'state_update', state: 'idle' };
const took = (milliseconds: number): object => ({ 'acp-stack.dev/hub': { took: milliseconds } });

test('a tool call and a thought have their time in the log, and in the history that is merged from it', async () => {
  await using node = new TestNode();
  const { session, sessionId } = await node.create();
  await node.prompt(session, 'hello');
  await settled();
  const agent = node.agents.last;
  agent.calls[0]?.respond({ messageId: 'm1' });
  await settled();
  agent.begin();
  for (const update of [thought('Hm, '), thought('well.'), call('in_progress', { title: 'Test' })]) {
    void agent.say(update);
    await node.clock.advance(1500);
  }
  void agent.say(call('completed'));
  agent.idle();
  await settled();
  const updates = (await node.log(sessionId)).flatMap((record) => (record.kind === 'update' ? [record.update] : []));
  const merged = new MergedUpdates();
  for (const update of updates) merged.add(update);
  expect(merged.updates).toMatchObject([
    { sessionUpdate: 'user_message' },
    { sessionUpdate: 'state_update', state: 'idle' },
    { sessionUpdate: 'agent_thought_chunk', content: { text: 'Hm, well.' } },
    { sessionUpdate: 'agent_thought', messageId: 't', _meta: took(3000) },
    { sessionUpdate: 'tool_call_update', title: 'Test', status: 'completed', _meta: took(1500) },
  ]);
});

test('a thought goes on until the next piece of the conversation, or until the agent is idle', () => {
  const times = new WorkTimes();
  times.timed(thought('Hm'), 0);
  expect(times.timed(usage, 1000)).toEqual([usage]);
  expect(times.timed(thought('Again', 'u'), 2000)).toEqual([
    { sessionUpdate: 'agent_thought', messageId: 't', _meta: took(2000) },
    thought('Again', 'u'),
  ]);
  expect(times.timed(idle, 4000)).toEqual([
    { sessionUpdate: 'agent_thought', messageId: 'u', _meta: took(2000) },
    idle,
  ]);
  expect(times.timed(answer, 9000)).toEqual([answer]);
});

test('what is shorter than a second, was not seen from its start, or belongs to an agent that is gone has no time', () => {
  const times = new WorkTimes();
  const seen = [
    ...times.timed(call('completed'), 0),
    ...times.timed(call('completed', { title: 'late' }), 5000),
    ...times.timed(idle, 6000),
    ...times.timed(call('in_progress'), 6000),
    ...times.timed(thought('Hm'), 6000),
    ...times.timed(call('completed'), 6999),
  ];
  expect(seen.filter((update) => '_meta' in update)).toEqual([]);
  times.timed(call('in_progress', { toolCallId: 'd' }), 7000);
  times.timed(thought('Hm'), 7000);
  times.clear();
  expect(times.timed(answer, 9000)).toEqual([answer]);
  expect(times.timed(call('completed', { toolCallId: 'd' }), 9000)).toEqual([call('completed', { toolCallId: 'd' })]);
});

test('metadata of the agent are kept, and cleared if it says so', () => {
  const times = new WorkTimes();
  times.timed(call('in_progress'), 0);
  expect(times.timed(call('completed', { _meta: { own: 1 } }), 2000)).toEqual([
    call('completed', { _meta: { own: 1, ...took(2000) } }),
  ]);
  times.timed(call('in_progress', { toolCallId: 'd' }), 2000);
  const cleared = call('completed', { toolCallId: 'd', _meta: null });
  expect(times.timed(cleared, 5000)).toEqual([cleared]);
});
