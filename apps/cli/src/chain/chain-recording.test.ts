import { expect, test } from 'vitest';

import { recordOf } from './chain-recording.ts';

test('the record of a message says whether a bridge stands on its hop', () => {
  const event = { kind: 'message', from: 'client', to: 'guard', message: { method: 'x' } } as const;
  const record = { type: 'frame', connection: 'Client · guard', from: 'Client', to: 'guard', frame: '{"method":"x"}' };
  expect(recordOf(event)).toEqual(record);
  expect(recordOf({ ...event, isBridged: true })).toEqual({ ...record, bridged: true });
});
