import { expect, test } from 'vitest';

import { httpMetrics, metricsText } from './metrics-text.ts';

test('metrics have a help line, a type line and their samples', () => {
  const text = metricsText([
    { name: 'a', type: 'gauge', help: 'How many.', samples: [{ value: 1 }] },
    {
      name: 'b_seconds',
      type: 'histogram',
      help: 'How long.',
      samples: [
        { suffix: '_bucket', labels: { le: '+Inf' }, value: 2 },
        { suffix: '_sum', value: 0.5 },
      ],
    },
  ]);
  expect(text).toBe(
    [
      '# HELP acp_a How many.',
      '# TYPE acp_a gauge',
      'acp_a 1',
      '# HELP acp_b_seconds How long.',
      '# TYPE acp_b_seconds histogram',
      'acp_b_seconds_bucket{le="+Inf"} 2',
      'acp_b_seconds_sum 0.5',
      '',
    ].join('\n'),
  );
});

test('labels are escaped, so that a value is always one line', () => {
  const samples = [{ labels: { why: 'a "b"\\\nc' }, value: 1 }];
  expect(metricsText([{ name: 'x', type: 'counter', help: 'X.', samples }])).toContain(
    String.raw`acp_x{why="a \"b\"\\\nc"} 1`,
  );
});

test('every counter of a server is a metric', () => {
  const counters = {
    connections: 1,
    streams: 2,
    webSockets: 3,
    connectionsOpened: 4,
    messagesReceived: 5,
    messagesSent: 6,
    resumed: 7,
    historyLost: 8,
    cut: 9,
    socketsRefused: 10,
    refused: { 401: 11 },
  };
  const values = httpMetrics(counters).flatMap(({ samples }) => samples.map(({ value }) => value));
  expect(values.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
