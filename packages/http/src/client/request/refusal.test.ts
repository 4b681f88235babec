import { describe, expect, test } from 'vitest';

import {
  bodyError,
  errorObject,
  forgottenError,
  refusalError,
  refusalOf,
  refusalWords,
  type Refusal,
} from './refusal.ts';

const refusalWith = (status: number, text = '', headers: Readonly<Record<string, string>> = {}): Refusal =>
  refusalOf({ status, text, headers: { get: (name) => headers[name] ?? null } });

describe('a refusal', () => {
  test.each([400, 401, 403, 404, 405, 406, 407, 408, 409, 410, 413, 415, 418, 426, 429, 431, 500, 501, 502, 503, 504])(
    'with %i is one sentence that says what to do',
    (status) => {
      expect(refusalWords(refusalWith(status))).toMatch(
        new RegExp(`^The server responded with ${status}: [a-z][^.;]+; [a-z][^;]*[^.]\\.$`, 'u'),
      );
    },
  );

  test('uses the words of the server where they fit, as text or as an error', () => {
    expect(refusalWords(refusalWith(429, 'Too many streams are open.\n'))).toMatch(
      /^The server responded with 429: Too many streams are open; /,
    );
    const body = '{"error":{"code":1,"message":"The queue is full."}}';
    expect(refusalWords(refusalWith(503, body))).toBe(
      'The server responded with 503: The queue is full; try again later.',
    );
  });

  test.each(['x'.repeat(300), '{"some":"thing else"}', 'two\nlines of words', 'word', '<b>not a page</b> but markup'])(
    'does not repeat %j',
    (text) => {
      expect(refusalWords(refusalWith(500, text))).toBe(
        'The server responded with 500: it failed; check the log of the server.',
      );
    },
  );

  test('knows a web page by its type and by its beginning', () => {
    expect(refusalWith(502, 'Sorry', { 'content-type': 'text/html; charset=utf-8' }).isPage).toBe(true);
    expect(refusalWith(502, '\n<!DOCTYPE html>').isPage).toBe(true);
    expect(refusalWith(502, 'Sorry', { 'content-type': 'text/plain' }).isPage).toBe(false);
    expect(refusalWords(refusalWith(502, '<html>'))).toMatch(
      /according to a web page, perhaps of a proxy; try again later\.$/,
    );
  });

  test('says where it leads, and how long to wait', () => {
    expect(refusalWords(refusalWith(302, '', { location: '/login' }))).toMatch(/redirect to \/login; connect to/);
    expect(refusalWords(refusalWith(0))).toMatch(/redirect to another address/);
    expect(refusalWords(refusalWith(429, '', { 'retry-after': '5' }))).toMatch(/\(after 5 s\)\.$/);
  });

  test('is answered with the error of the server, or with one that has the status and the body', () => {
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No batches."}}';
    expect(errorObject(refusalWith(501, body))).toEqual({
      code: -32_600,
      message: 'No batches.',
      data: { status: 501 },
    });
    expect(errorObject(refusalWith(500, 'x'.repeat(20_000)))).toMatchObject({
      code: -32_603,
      data: { status: 500, body: 'x'.repeat(8192) },
    });
  });

  test('of a message says whether the connection is gone', () => {
    expect(forgottenError(refusalWith(404))).toMatchObject({ code: 'history-lost', status: 404 });
    expect(forgottenError(refusalWith(401))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(refusalError(refusalWith(413))).toMatchObject({ code: 'refused', status: 413 });
  });

  test('may be a body that is something else', () => {
    expect(bodyError('initialize', 'JSON', refusalWith(200, '<html>')).message).toMatch(
      /with a web page, not JSON; check/,
    );
    expect(bodyError('initialize', 'JSON', refusalWith(200, 'ok')).message).toMatch(
      /with something that is not JSON; check/,
    );
  });
});
