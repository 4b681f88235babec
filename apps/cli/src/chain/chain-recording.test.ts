import { expect, test } from 'vitest';

import { recordOf } from './chain-recording.ts';

test('the record of a message says whether a bridge stands on its hop', () => {
  const event = { kind: 'message', from: 'client', to: 'guard', message: { method: 'x' } } as const;
  const record = { type: 'frame', connection: 'Client · guard', from: 'Client', to: 'guard', frame: '{"method":"x"}' };
  expect(recordOf(event)).toEqual(record);
  expect(recordOf({ ...event, isBridged: true })).toEqual({ ...record, bridged: true });
});

test('a line on stdout that is no message is told from one on stderr', () => {
  const event = { kind: 'output', component: 'guard', line: 'x' } as const;
  const record = { connection: 'guard', component: 'guard', text: 'x' };
  expect(recordOf(event)).toEqual({ type: 'stderr', ...record });
  expect(recordOf({ ...event, isNoise: true })).toEqual({ type: 'stdout', ...record });
});
