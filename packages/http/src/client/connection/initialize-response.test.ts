import { describe, expect, test } from 'vitest';

import type { WholeResponse } from '../request/fetch.ts';
import { readInitializeResponse } from './initialize-response.ts';

const answerOf = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): WholeResponse => ({
  status,
  text,
  headers: { get: (name) => headers[name] ?? null },
});
const result = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', id: 0, result: fields });

describe('the response to initialize over HTTP', () => {
  test('agrees on the name of the connection, the version and whether it can be resumed', () => {
    const headers = { 'acp-connection-id': 'c', 'acp-resume': '1' };
    expect(readInitializeResponse(0, answerOf(200, result({ protocolVersion: 2 }), headers))).toMatchObject({
      kind: 'agreed',
      agreement: { headers: { 'acp-connection-id': 'c', 'acp-protocol-version': '2' }, isNumbered: true },
    });
  });

  test.each([[{ connectionId: 'c' }], [{ _meta: { connectionId: 'c' } }]])(
    'names the connection in %j where a header is missing [X-28]',
    (fields) => {
      expect(readInitializeResponse(0, answerOf(200, result(fields)))).toMatchObject({
        agreement: { headers: { 'acp-connection-id': 'c' } },
      });
    },
  );

  test.each([undefined, '0', '2', 'yes'])('is not numbered when the server says %j about resuming', (value) => {
    const headers = { 'acp-connection-id': 'c', ...(value === undefined ? {} : { 'acp-resume': value }) };
    expect(readInitializeResponse(0, answerOf(200, result({}), headers))).toMatchObject({
      agreement: { isNumbered: false },
    });
  });

  test('of a proxy only names the connection, and what it says comes on the stream', () => {
    const outcome = readInitializeResponse(0, {
      ...answerOf(202, ''),
      headers: { get: (name: string) => (name === 'acp-connection-id' ? 'c' : null) },
    });
    expect(outcome).toMatchObject({
      kind: 'agreed',
      text: undefined,
      agreement: { headers: { 'acp-connection-id': 'c' } },
    });
    expect(() => readInitializeResponse(0, answerOf(202, ''))).toThrow(/without a connection id/u);
  });

  test('may be tried again when the agent refuses, and when the server does', () => {
    const text = '{"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"no"}}';
    expect(readInitializeResponse(0, answerOf(200, text))).toEqual({ kind: 'refused', text });
    const busy = readInitializeResponse(7, answerOf(503, ''));
    expect(JSON.parse(busy.text ?? '')).toMatchObject({ id: 7, error: { data: { status: 503 } } });
  });

  test.each([
    [401, '', 'unauthorized'],
    [403, '', 'unauthorized'],
    [404, '', 'refused'],
    [410, '', 'refused'],
    [301, '', 'refused'],
    [0, '', 'refused'],
    [200, '<html>', 'refused'],
    [200, 'not JSON', 'refused'],
    [200, result({}), 'refused'],
    [200, 'null', 'refused'],
  ])('ends with %i and %j', (status, text, code) => {
    expect(() => readInitializeResponse(0, answerOf(status, text))).toThrow(expect.objectContaining({ code }));
  });
});
