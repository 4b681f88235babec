import { expect, test } from 'vitest';

import { withConnectionId } from './connection-id-in-result.ts';

test('the id is added to the metadata of a result, and what is there stays', () => {
  const given = { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1, _meta: { a: 1 } } };
  expect(JSON.parse(withConnectionId(JSON.stringify(given), 'c'))).toEqual({
    ...given,
    result: { protocolVersion: 1, _meta: { a: 1, connectionId: 'c' } },
  });
});

test.each([
  '{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"No."}}',
  '{"jsonrpc":"2.0","id":0,"result":null}',
])('%s stays as it is', (text) => {
  expect(withConnectionId(text, 'c')).toBe(text);
});
