import type { TraceRecord } from '@acp-stack/trace';
import { expect, test } from 'vitest';

import { schemaOf } from '../../protocol-schema/load-schema.ts';
import { WireStore } from './wire-store.ts';

const line = (text: string): TraceRecord => ({ type: 'stderr', ts: 0, connection: '1', text });
const frame = (from: 'Client' | 'Agent', message: object): TraceRecord => ({
  type: 'frame',
  ts: 0,
  connection: '1',
  from,
  to: from === 'Client' ? 'Agent' : 'Client',
  frame: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

test('rows of two runs have numbers of their own, and responses find their requests', () => {
  const store = new WireStore(schemaOf);
  store.add(1, frame('Client', { id: 1, method: 'session/list', params: {} }));
  store.add(2, frame('Client', { id: 1, method: 'session/list', params: {} }));
  const answer = store.add(2, frame('Agent', { id: 1, result: { sessions: [] } }));
  expect(answer).toMatchObject({ index: 2, run: 2, request: 1 });
  expect(store.responseTo(1)).toBe(2);
  expect(store.responseTo(0)).toBeUndefined();
});

test('the oldest rows are dropped and counted, and numbers stay', () => {
  const store = new WireStore(schemaOf, { rows: 100, characters: 1e9 });
  for (let index = 0; index < 250; index += 1) store.add(1, line(`line ${index}`));
  expect(store.end).toBe(250);
  expect(store.end - store.first).toBeLessThanOrEqual(100);
  expect(store.get(249)?.record).toMatchObject({ text: 'line 249' });
  expect(store.get(0)).toBeUndefined();
  const { held, dropped } = store.counts(1);
  expect(held + dropped).toBe(250);
  expect(store.slice(0, 1)[0]?.row.index).toBe(store.first);
});

test('large messages have a limit of characters', () => {
  const store = new WireStore(schemaOf, { rows: 100_000, characters: 1_000_000 });
  for (let index = 0; index < 30; index += 1) store.add(1, line('x'.repeat(100_000)));
  expect(store.end - store.first).toBeLessThan(10);
  expect(store.end).toBe(30);
});

test('a reader waits for the next row, until it stops waiting', async () => {
  const store = new WireStore(schemaOf);
  const found = store.find(0, ({ row }) => row.preview === 'b');
  const reached = store.reached(1);
  store.add(1, line('a'));
  store.add(1, line('b'));
  expect((await found)?.row.index).toBe(1);
  await reached;
  const stop = new AbortController();
  const never = store.find(0, () => false, stop.signal);
  const notReached = store.reached(100, stop.signal);
  stop.abort();
  expect(await never).toBeUndefined();
  await notReached;
});

test('holds 100,000 messages, and the work for each does not grow with their number', () => {
  const store = new WireStore(schemaOf);
  for (let index = 0; index < 100_500; index += 1) store.add(1, line('x'));
  expect(store.end - store.first).toBeGreaterThanOrEqual(99_000);
  expect(store.end - store.first).toBeLessThanOrEqual(100_000);
});
