import { expect, test } from 'vitest';

import { hubKey } from './hub-meta.ts';
import { requestKey } from './request-key.ts';

const request = (key: string): Parameters<typeof requestKey>[0] => ({
  id: 1,
  method: 'session/prompt',
  params: { _meta: { [hubKey]: { key } } },
});

test('a key that a client chooses is its own, whatever the names of others are', () => {
  const client = 'c';
  const keys = [
    requestKey(request('b:c'), { client, principal: 'a' }),
    requestKey(request('c'), { client, principal: 'a:b' }),
    requestKey(request('c'), { client, principal: 'a","' }),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(requestKey(request('c'), { client: 'other', principal: 'a:b' })).toBe(keys[1]);
});
