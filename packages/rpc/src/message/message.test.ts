import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { classify } from './message.ts';

const base = { jsonrpc: '2.0' };

describe('classify', () => {
  test.each([
    [{ ...base, id: 1, method: 'm' }, 'request'],
    [{ ...base, id: 'a', method: 'm', params: {} }, 'request'],
    [{ ...base, method: 'm' }, 'notification'],
    [{ ...base, id: 1, result: null }, 'response'],
    [{ ...base, id: null, error: { code: -32_700, message: 'x' } }, 'response'],
  ])('tells what %j is', (message, kind) => {
    expect(classify(message, 'string-or-integer').kind).toBe(kind);
  });

  test.each([
    [{ id: 7, method: 'm' }],
    [{ ...base, id: 'x', method: 5 }],
    [{ ...base, id: true, method: 'm' }],
    [{ ...base, id: 1.5, method: 'm' }],
    [{ ...base, id: null, method: 'm' }],
    [{ ...base, id: 2 ** 60, method: 'm' }],
    ['text'],
    [null],
  ])('refuses %j without an id, whether one can be read or not', (message) => {
    expect(classify(message, 'string-or-integer')).toMatchObject({ kind: 'invalid', id: null, isResponse: false });
  });

  test('never asks for a response to something that is a response itself', () => {
    for (const broken of [
      { id: 1, result: 1 },
      { ...base, id: 1, result: 1, error: {} },
      { ...base, id: 1, error: 'no' },
    ]) {
      expect(classify(broken, 'string-or-integer')).toMatchObject({ kind: 'invalid', isResponse: true });
    }
  });

  test('takes null and fractions as ids only where the protocol does', () => {
    expect(classify({ ...base, id: null, method: 'm' }, 'or-null').kind).toBe('request');
    expect(classify({ ...base, id: 1.5, method: 'm' }, 'or-null').kind).toBe('request');
  });

  test('has a response to anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(['request', 'notification', 'response', 'invalid']).toContain(classify(value, 'or-null').kind);
      }),
    );
  });
});
