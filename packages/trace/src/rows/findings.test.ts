import { describe, expect, test } from 'vitest';

import type { TraceRecord } from '../format/trace-format.ts';
import { schemas } from '../load-schema.test-support.ts';
import { exchangesOf } from './exchanges.ts';
import type { Finding } from '../findings/finding.ts';

const frame = (from: 'Client' | 'Agent', message: object): TraceRecord => ({
  type: 'frame',
  ts: 0,
  connection: '1',
  from,
  to: from === 'Client' ? 'Agent' : 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const opened = (version: 1 | 2): readonly TraceRecord[] => [
  frame('Client', {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: version, info: { name: 'c', version: '1' } },
  }),
  frame('Agent', { id: 0, result: { protocolVersion: version, info: { name: 'a', version: '1' } } }),
  frame('Client', { id: 1, method: 'session/new', params: { cwd: '/x', mcpServers: [] } }),
  frame('Agent', { id: 1, result: { sessionId: 's' } }),
  frame('Client', {
    id: 2,
    method: 'session/prompt',
    params: { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] },
  }),
];
const update = (fields: object, sessionId = 's'): TraceRecord =>
  frame('Agent', { method: 'session/update', params: { sessionId, update: fields } });
const text = { type: 'text', text: 'x' };

/** The worst finding of the last record. */
function worst(version: 1 | 2, ...records: readonly TraceRecord[]): Finding | undefined {
  return exchangesOf([...opened(version), ...records], schemas).at(-1)?.findings?.[0];
}

describe.each([1, 2] as const)('in version %s', (version) => {
  test('a malformed chunk has the path, the expected value, what is there, and the rule', () => {
    const found = worst(version, update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: 'hello' }));
    expect(found).toMatchObject({
      severity: 'error',
      path: '/params/update/content',
      found: '"hello"',
      rule: { definition: 'ContentChunk', field: 'content', text: 'The block to add at the end.' },
    });
    expect(found?.expected).toMatch(/object/u);
  });

  test('an update of an unknown session has its rule', () => {
    const found = worst(
      version,
      update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text }, 'other'),
    );
    expect(found).toMatchObject({ severity: 'error', path: '/params/sessionId', found: '"other"' });
    expect(found?.rule?.page).toBe('protocol/v1/session-setup');
  });

  test('a question for an unknown session is found', () => {
    const params = { sessionId: 'other', toolCall: { toolCallId: 't' }, title: 'Cut?', options: [] };
    const asked = frame('Agent', { id: 9, method: 'session/request_permission', params });
    const paths = exchangesOf([...opened(version), asked], schemas)
      .at(-1)
      ?.findings?.map(({ path }) => path);
    expect(paths).toContain('/params/sessionId');
  });

  test('an update that does not exist is found', () => {
    expect(worst(version, update({ sessionUpdate: 'agent_mesage_chunk', content: text }))?.text).toMatch(/mesage/u);
  });

  test('a method that does not exist is found', () => {
    expect(worst(version, frame('Agent', { id: 9, method: 'fs/read_txt_file', params: {} }))).toMatchObject({
      severity: 'error',
      path: '/method',
    });
  });

  test('a line on stdout that is no message is found', () => {
    expect(worst(version, { type: 'stdout', ts: 0, connection: '1', text: 'hello' })).toMatchObject({
      severity: 'error',
      rule: { page: 'protocol/v1/transports' },
    });
  });

  test('an update after the end of the session is found', () => {
    const close = frame('Client', { id: 3, method: 'session/close', params: { sessionId: 's' } });
    const late = update({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content: text });
    expect(worst(version, close, frame('Agent', { id: 3, result: {} }), late)).toMatchObject({
      severity: 'warning',
      text: 'agent_message_chunk came after the end of the session',
    });
  });
});

test('a chunk after the response that ends the turn is found in version 1', () => {
  const late = update({ sessionUpdate: 'agent_message_chunk', content: text });
  expect(worst(1, frame('Agent', { id: 2, result: { stopReason: 'end_turn' } }), late)).toMatchObject({
    severity: 'warning',
    text: 'agent_message_chunk came after the end of the turn',
    rule: { page: 'protocol/v1/prompt-turn' },
  });
});

test('a response names the row of its request', () => {
  const rows = exchangesOf(opened(1), schemas);
  expect(rows[3]).toMatchObject({ kind: 'answer', request: 2 });
});
