import type { WireRow } from '@acp-stack/trace/inspect';
import { expect, test } from 'vitest';

import { drawnSpans, spanGroups } from './spans.ts';

const row = (fields: Partial<WireRow> & Pick<WireRow, 'index' | 'ts' | 'kind'>): WireRow => ({
  run: 1,
  from: 'Client',
  to: 'Agent',
  method: 'm',
  preview: '',
  size: 1,
  ...fields,
});

test('a request lasts until its answer, or until the end of the recording', () => {
  const rows = [
    row({ index: 0, ts: 0, kind: 'request' }),
    row({ index: 1, ts: 1, kind: 'request', session: 's' }),
    row({ index: 2, ts: 2, kind: 'answer', request: 0 }),
    row({ index: 3, ts: 3, kind: 'error', request: 1 }),
    row({ index: 4, ts: 4, kind: 'request', session: 's' }),
    row({ index: 5, ts: 9, kind: 'stderr' }),
  ];
  expect(spanGroups(rows)).toMatchObject([
    { session: undefined, lines: 1, spans: [{ index: 0, start: 0, end: 2, state: 'answered' }] },
    {
      session: 's',
      lines: 1,
      spans: [
        { index: 1, start: 1, end: 3, state: 'failed' },
        { index: 4, start: 4, end: 9, state: 'open' },
      ],
    },
  ]);
});

test('a turn lasts from the state that begins it to the one that ends it', () => {
  const state = (index: number, words: string, session = 's'): WireRow =>
    row({ index, ts: index, kind: 'notification', session, preview: `state_update ${words}` });
  const rows = [
    state(0, 'running'),
    state(1, 'requires_action'),
    state(2, 'running'),
    state(3, 'running', 'other'),
    state(4, 'idle end_turn'),
    state(5, 'idle error', 'other'),
    state(6, 'running'),
    row({ index: 7, ts: 7, kind: 'stderr' }),
  ];
  expect(spanGroups(rows)).toMatchObject([
    {
      session: 's',
      spans: [
        { index: 0, method: 'turn', start: 0, end: 4, state: 'answered' },
        { index: 6, start: 6, end: 7, state: 'open' },
      ],
    },
    { session: 'other', spans: [{ index: 3, start: 3, end: 5, state: 'failed' }] },
  ]);
});

test('requests at the same time have lines of their own', () => {
  const rows = [
    row({ index: 0, ts: 0, kind: 'request' }),
    row({ index: 1, ts: 1, kind: 'request' }),
    row({ index: 2, ts: 2, kind: 'answer', request: 0 }),
    row({ index: 3, ts: 3, kind: 'request' }),
  ];
  expect(spanGroups(rows)[0]).toMatchObject({ lines: 2, spans: [{ line: 0 }, { line: 1 }, { line: 0 }] });
});

test('of requests that would cover each other one is drawn, and each that failed; those out of sight are not', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => [
    row({ index: index * 2, ts: index, kind: 'request' }),
    row({ index: index * 2 + 1, ts: index + 0.5, kind: index === 105 ? 'error' : 'answer', request: index * 2 }),
  ]).flat();
  const [group] = spanGroups(rows);
  const spans = group?.spans ?? [];
  const drawn = drawnSpans(spans, { from: 100, to: 200, gap: 10 });
  expect(drawn.map(({ start }) => start)).toEqual([100, 105, 115, 125, 135, 145, 155, 165, 175, 185, 195]);
  expect(drawnSpans(spans, { from: 100, to: 103, gap: 0.1 }).map(({ start }) => start)).toEqual([100, 101, 102, 103]);
});
