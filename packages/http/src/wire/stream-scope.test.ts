import { describe, expect, test } from 'vitest';

import {
  ResponseScopes,
  connectionScope,
  isInitialize,
  needsSession,
  scopeOfResponse,
  scopeOfRequest,
} from './stream-scope.ts';

const session = { kind: 'session', sessionId: 's1' };
const about = (method: string): object => ({ jsonrpc: '2.0', id: 1, method, params: { sessionId: 's1' } });

describe('where a message belongs', () => {
  test.each(['session/prompt', 'session/load', 'session/update', '_custom/thing'])(
    '%s belongs to the session that its params name',
    (method) => {
      expect(scopeOfRequest(about(method))).toEqual(session);
    },
  );

  test.each([
    ['no params', { jsonrpc: '2.0', id: 1, method: 'session/list' }],
    ['a session id that is none', { jsonrpc: '2.0', method: '_a', params: { sessionId: 5 } }],
    ['params in a list', { jsonrpc: '2.0', method: '_a', params: ['s1'] }],
    ['no message at all', 'hello'],
  ])('%s belongs to the connection', (_what, message) => {
    expect(scopeOfRequest(message)).toEqual(connectionScope);
  });

  test.each([
    ['session/new', connectionScope],
    ['session/load', connectionScope],
    ['session/fork', connectionScope],
    ['session/resume', session],
    ['session/prompt', session],
    ['session/close', session],
  ])('the answer to %s goes to its own stream', (method, scope) => {
    expect(scopeOfResponse(about(method))).toEqual(scope);
  });

  test('a session method needs a session even when its params name none', () => {
    expect(needsSession({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: {} })).toBe(true);
    expect(needsSession(about('_custom/thing'))).toBe(true);
    expect(needsSession({ jsonrpc: '2.0', id: 1, method: 'session/new', params: {} })).toBe(false);
  });

  test('initialize is a request with an id', () => {
    expect(isInitialize({ jsonrpc: '2.0', id: 0, method: 'initialize' })).toBe(true);
    expect(isInitialize({ jsonrpc: '2.0', method: 'initialize' })).toBe(false);
    expect(isInitialize({ jsonrpc: '2.0', id: null, method: 'initialize' })).toBe(false);
    expect(isInitialize([{ id: 0, method: 'initialize' }])).toBe(false);
  });

  test('an answer is remembered until it was given, and ids of different types are different', () => {
    const scopes = new ResponseScopes();
    scopes.asked(1, { kind: 'session', sessionId: 'number' });
    scopes.asked('1', { kind: 'session', sessionId: 'text' });
    expect(scopes.size).toBe(2);
    expect(scopes.answered('1')).toMatchObject({ sessionId: 'text' });
    expect(scopes.answered('1')).toBeUndefined();
    expect(scopes.of(1)).toMatchObject({ sessionId: 'number' });
  });
});
