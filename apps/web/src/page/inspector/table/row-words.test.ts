import type { WireRow } from '@acp-stack/trace/inspect';
import { expect, test } from 'vitest';

import { hasReceiver, nameOf, shortFinding, shownLatency, shownSize, summaryOf } from './row-words.ts';

test('times and sizes are short', () => {
  expect([undefined, 0.000_05, 0.25, 12.3456].map(shownLatency)).toEqual(['', '50 µs', '250 ms', '12.35 s']);
  expect([999, 1500, 2_500_000].map(shownSize)).toEqual(['999', '1.5 k', '2.5 M']);
});

test('a row is named by its method, and answers say what they are', () => {
  expect(nameOf({ method: 'session/new', kind: 'request' })).toBe('session/new');
  expect(nameOf({ method: 'session/new', kind: 'error' })).toBe('session/new error');
  expect(nameOf({ method: 'stdout', kind: 'stdout' })).toBe('stdout');
  expect(nameOf({ method: '', kind: 'problem' })).toBe('not a message');
  expect([hasReceiver({ from: 'Agent', to: 'Agent' }), hasReceiver({ from: 'Agent', to: 'Client' })]).toEqual([
    false,
    true,
  ]);
});

test('a finding in a list names the last part of its path only', () => {
  const path = '/params/update/content';
  expect(shortFinding({ path, text: `${path} must be an object` })).toBe('content must be an object');
  expect(shortFinding({ path, text: `${path}: unknown` })).toBe('content unknown');
  expect(shortFinding({ path: '', text: 'only messages belong on stdout' })).toBe('only messages belong on stdout');
});

test('merged chunks say what they are', () => {
  const row = { preview: 'agent_message_chunk Hel' } as WireRow;
  expect(summaryOf({ row, text: 'Hello\n\nworld' })).toBe('agent_message_chunk Hello world');
  expect(summaryOf({ row, text: undefined })).toBe('agent_message_chunk Hel');
});
