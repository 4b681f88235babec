import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { classify, otherFormOf } from './message.ts';

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
    [{ method: 'm' }],
    [{ id: true, method: 'm' }],
    [{ ...base, id: 'x', method: 5 }],
    [{ ...base, id: Infinity, method: 'm' }],
    [{ ...base, id: true, method: 'm' }],
    [{ ...base, id: 1.5, method: 'm' }],
    [{ ...base, id: null, method: 'm' }],
    [{ ...base, id: 2 ** 60, method: 'm' }],
    ['text'],
    [null],
  ])('refuses %j without an id, whether one can be read or not', (message) => {
    expect(classify(message, 'string-or-integer')).toMatchObject({ kind: 'invalid', id: null, isResponse: false });
  });

  test.each([
    [{ id: 7, method: 'm' }, 7],
    [{ jsonrpc: '1.0', id: 'x', method: 'm' }, 'x'],
    [{ jsonrpc: 2, id: 0, method: 'm' }, 0],
  ])('refuses the request %j, whose version is wrong, with its id', (message, id) => {
    expect(classify(message, 'string-or-integer')).toMatchObject({ kind: 'invalid', id, isResponse: false });
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
    for (const id of [Infinity, -Infinity, 1e21])
      expect(classify({ ...base, id, method: 'm' }, 'or-null')).toMatchObject({ kind: 'invalid', id: null });
  });

  test('has a response to anything', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(['request', 'notification', 'response', 'invalid']).toContain(classify(value, 'or-null').kind);
      }),
    );
  });
});

test.each([
  [0, '0'],
  ['0', 0],
  ['12', 12],
  [-3, '-3'],
  ['01', undefined],
  ['1.5', undefined],
  ['', undefined],
  [' 1', undefined],
  ['1e3', undefined],
  ['9007199254740993', undefined],
  ['request-1', undefined],
  [null, undefined],
])('the other form of the id %j is %j', (id, other) => {
  expect(otherFormOf(id)).toBe(other);
});
