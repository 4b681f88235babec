/**
 * The sabotages about runtime context change the messages of their rules and no others.
 *
 * A row lists the messages of one conversation that change.
 */
import { expect, test } from 'vitest';

import { runtimeContextSabotages } from './runtime-context.ts';
import { agent, client, cross, expected, update, type Line } from './conversation.ts';

const said = { messageId: 'm', content: [{ type: 'text', text: 'hello' }] };
const piece = { messageId: 'n', content: { type: 'text', text: 'hello' } };

const conversation: readonly Line[] = [
  client('initialize', { id: 1, method: 'initialize', params: { protocolVersion: 2, capabilities: {} } }),
  agent('initialize response', { id: 1, result: { protocolVersion: 2, capabilities: { session: {} } } }),
  client('list', { id: 2, method: 'session/list', params: {} }),
  agent('list answered', { id: 2, result: { sessions: [{ sessionId: 's', cwd: '/w' }] } }),
  client('plain prompt', { id: 3, method: 'session/prompt', params: { sessionId: 's', prompt: said.content } }),
  update('plain echo', 'user_message', said),
  client('prompt', {
    id: 4,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: said.content, runtimeContext: [{ title: 'cwd', text: '/elsewhere' }] },
  }),
  update('echo', 'user_message', said),
  update('piece', 'user_message_chunk', piece),
  update('answer', 'agent_message_chunk', piece),
  client('list again', { id: 5, method: 'session/list', params: {} }),
  agent('list again answered', { id: 5, result: { sessions: [{ sessionId: 's', cwd: '/w' }] } }),
];

const rows: Readonly<Record<string, readonly [side: Line['from'], names: string]>> = {
  'RCTX-01': ['client', 'initialize response'],
  'RCTX-03': ['agent', 'echo|piece'],
  'RCTX-04': ['agent', 'prompt'],
  'RCTX-05': ['agent', 'list again answered'],
};

test('the sabotages about runtime context are proved here, rule by rule', () => {
  expect(Object.keys(rows)).toEqual(Object.keys(runtimeContextSabotages));
});

test.each(Object.entries(rows))('%s shows where it belongs and nowhere else', async (id, [side, names]) => {
  const whole = expected(conversation, {});
  const crossings = await cross(conversation, side, [id]);
  const affected = [...crossings].flatMap(([name, crossing]) =>
    JSON.stringify(crossing) === JSON.stringify(whole.get(name)) ? [] : [name],
  );
  expect(affected).toEqual(names.split('|'));
});
