import { describe, expect, test } from 'vitest';

import { loadSchema } from '../load-schema.test-support.ts';
import { withMisspelledKey } from './misspelled-key.ts';

const document = loadSchema(1, true);
const found = (message: unknown, path: string): string =>
  withMisspelledKey({ path, expected: 'a string', found: 'nothing' }, message, document).found;

describe('withMisspelledKey', () => {
  test.each([
    ['other capitals', { params: { sessionID: 's' } }, '/params/sessionId', 'nothing, but there is "sessionID"'],
    ['an underscore', { params: { session_id: 's' } }, '/params/sessionId', 'nothing, but there is "session_id"'],
    ['a missing letter', { param: {} }, '/params', 'nothing, but there is "param"'],
    ['a short name', { ID: 1 }, '/id', 'nothing, but there is "ID"'],
    ['an entry of a list', [{ nmae: 'n' }], '/0/name', 'nothing, but there is "nmae"'],
  ])('names a key with %s', (_, message, path, text) => {
    expect(found(message, path)).toBe(text);
  });

  test.each([
    ['keys that are fields of their own', { path: '/a', data: 'd' }, '/patch'],
    ['keys that are not alike', { something: 1 }, '/sessionId'],
    ['short names that are not alike', { xy: 1 }, '/id'],
    ['very long keys', { ['sessionID'.repeat(1_000)]: 1 }, '/sessionId'],
    ['what is not there', {}, '/params/sessionId'],
    ['what is no object', { params: 7 }, '/params/sessionId'],
  ])('says nothing about %s', (_, message, path) => {
    expect(found(message, path)).toBe('nothing');
  });

  test('leaves other problems as they are', () => {
    const problem = { path: '/params/sessionId', expected: 'a string', found: '7' };
    expect(withMisspelledKey(problem, { params: { sessionID: 7 } }, document)).toBe(problem);
  });
});
