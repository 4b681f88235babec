import { expect, test } from 'vitest';

import type { TraceRecord } from '../format/trace-format.ts';
import { schemas } from '../load-schema.test-support.ts';
import { exchangesOf } from './exchanges.ts';
import { mergedRows } from './merged-chunks.ts';

const update = (sessionId: string, fields: object): TraceRecord => ({
  type: 'frame',
  ts: 0,
  connection: '1',
  from: 'Agent',
  to: 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: fields } }),
});
const said = (sessionId: string, text: string, sessionUpdate = 'agent_message_chunk'): TraceRecord =>
  update(sessionId, { sessionUpdate, content: { type: 'text', text } });
const textsOf = (records: readonly TraceRecord[]): readonly (string | number)[] =>
  mergedRows(exchangesOf(records, schemas)).map(({ rows, text }) => text ?? rows.length);

test('the chunks of one message are one item, with all rows to expand', () => {
  const [item] = mergedRows(exchangesOf([said('s', 'Good '), said('s', 'morning')], schemas));
  expect(item?.text).toBe('Good morning');
  expect(item?.rows.map(({ index }) => index)).toEqual([0, 1]);
});

test('messages of two sessions at the same time stay apart', () => {
  expect(textsOf([said('a', 'one'), said('b', 'two'), said('a', '!'), said('b', '?')])).toEqual(['one!', 'two?']);
});

test('lines that the agent prints do not separate chunks, another update of the session does', () => {
  const line: TraceRecord = { type: 'stderr', ts: 0, connection: '1', text: 'log' };
  const call = update('s', { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Look' });
  expect(textsOf([said('s', 'a'), line, said('s', 'b'), call, said('s', 'c')])).toEqual(['ab', 1, 1, 'c']);
});

test('a thought and a message are two items', () => {
  expect(textsOf([said('s', 'hm', 'agent_thought_chunk'), said('s', 'yes')])).toEqual(['hm', 'yes']);
});
