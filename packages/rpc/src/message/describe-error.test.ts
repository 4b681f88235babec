import { describe, expect, test } from 'vitest';

import { describeError } from './describe-error.ts';
import { RpcError } from './errors.ts';

const internal = (data: unknown): RpcError => new RpcError(-32_603, 'Internal error', { data });

describe('describeError', () => {
  test.each<[string, unknown, string]>([
    ['data.details', { details: 'the disk is full' }, 'Internal error: the disk is full'],
    ['data.message', { message: 'the disk is full', code: 28 }, 'Internal error: the disk is full'],
    ['a string', 'the disk is full\n', 'Internal error: the disk is full'],
    ['other JSON', { codexErrorInfo: 'quota', retry: [1] }, 'Internal error: {"codexErrorInfo":"quota","retry":[1]}'],
    ['details that are not text', { details: { at: 3 } }, 'Internal error: {"details":{"at":3}}'],
    ['nothing', undefined, 'Internal error'],
    ['null', null, 'Internal error'],
    ['an empty object', {}, 'Internal error'],
    ['blank text', '  ', 'Internal error'],
    ['a number', 7, 'Internal error: 7'],
  ])('adds %s to the message', (_, data, text) => {
    expect(describeError(internal(data))).toBe(text);
    expect(describeError({ code: -32_603, message: 'Internal error', data })).toBe(text);
  });

  test('does not repeat what the message says', () => {
    const error = new RpcError(-32_602, 'The file /a is missing.', { data: { path: '/a' } });
    expect(describeError(error)).toBe('The file /a is missing.');
    expect(describeError(new RpcError(1, 'No network.', { data: 'No network' }))).toBe('No network.');
    expect(describeError(new RpcError(1, 'No network.', { data: 'Try later.' }))).toBe('No network: Try later.');
  });

  test('bounds what it adds, and does not cut a character in two', () => {
    expect(describeError(internal('x'.repeat(10_000))).length).toBeLessThan(2100);
    expect(describeError(internal({ a: '😀'.repeat(1000) }))).toMatch(/^Internal error: \{"a":"😀+…$/u);
  });

  test('takes any value, and adds data only of errors that cross the wire', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(describeError(internal(circular))).toBe('Internal error');
    expect(describeError(Object.assign(new TypeError('wrong'), { data: 'secret' }))).toBe('wrong');
    expect(describeError('thrown')).toBe('thrown');
    expect(describeError(undefined)).toBe('undefined');
    expect(describeError({ reason: 'odd' })).toBe('{"reason":"odd"}');
    expect(describeError(new RpcError(1, '', { data: 'only here' }))).toBe('only here');
  });
});
