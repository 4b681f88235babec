import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ConnectionError } from '../message/errors.ts';
import { serializeMessage } from './serialize-message.ts';

describe('serializeMessage', () => {
  test('writes what JSON.stringify writes', () => {
    const message = fc.record(
      {
        jsonrpc: fc.constant('2.0'),
        method: fc.string(),
        params: fc.jsonValue(),
        extra: fc.jsonValue(),
        id: fc.integer(),
      },
      { requiredKeys: ['jsonrpc'] },
    );
    fc.assert(
      fc.property(message, (value) => {
        expect(JSON.parse(serializeMessage(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test.each([[{ jsonrpc: '2.0', method: 'm', params: { n: 1n } }], [{ result: 1n }], [undefined], [() => 1]])(
    'refuses what has no JSON: %o',
    (value) => {
      expect(() => serializeMessage(value)).toThrow(ConnectionError);
    },
  );

  test('refuses a cycle', () => {
    const params: Record<string, unknown> = {};
    params['self'] = params;
    expect(() => serializeMessage({ jsonrpc: '2.0', method: 'm', params })).toThrow('cannot be written as JSON');
  });
});
