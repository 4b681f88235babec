import { exchangesOf, type TraceRecord } from '@acp-stack/trace';
import { expect, test } from 'vitest';

import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { replayOf } from './replay.ts';

const frame = (from: 'Client' | 'Agent', message: object): TraceRecord => ({
  type: 'frame',
  ts: 0,
  connection: '1',
  from,
  to: from === 'Client' ? 'Agent' : 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const update = (fields: object): TraceRecord =>
  frame('Agent', { method: 'session/update', params: { sessionId: 's', update: fields } });

test('what a client did becomes steps that wait for what came before them', () => {
  const records = [
    frame('Client', { id: 1, method: 'session/prompt', params: { sessionId: 's' } }),
    update({ sessionUpdate: 'agent_message_chunk' }),
    frame('Agent', { id: 9, method: 'session/request_permission', params: {} }),
    frame('Client', { id: 9, result: { outcome: { outcome: 'cancelled' } } }),
    update({ sessionUpdate: 'agent_message_chunk' }),
    update({ sessionUpdate: 'agent_message_chunk' }),
    frame('Client', { method: 'session/cancel', params: { sessionId: 's' } }),
    frame('Agent', { id: 1, result: { messageId: 'm' } }),
    update({ sessionUpdate: 'state_update', state: 'idle' }),
  ];
  const { steps, answers } = replayOf(exchangesOf(records, schemaOf), 'Client');
  expect(steps).toEqual([
    { kind: 'request', id: '1', method: 'session/prompt', params: { sessionId: 's' } },
    { kind: 'notification', method: 'session/cancel', params: { sessionId: 's' }, after: 2 },
    { kind: 'response', id: '1', result: { messageId: 'm' } },
    { kind: 'idle' },
  ]);
  expect([...answers]).toEqual([['session/request_permission', [{ result: { outcome: { outcome: 'cancelled' } } }]]]);
});

test('other hops of a chain, noise and what is no message are left out', () => {
  const records: readonly TraceRecord[] = [
    { type: 'stderr', ts: 0, connection: '1', text: 'x' },
    { ...frame('Client', { id: 1, method: 'a/b' }), from: 'proxy', to: 'Agent' } as TraceRecord,
    { ...frame('Client', {}), frame: 'broken' } as TraceRecord,
  ];
  expect(replayOf(exchangesOf(records, schemaOf), 'Client').steps).toEqual([]);
});
