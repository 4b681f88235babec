import { describe, expect, test } from 'vitest';

import { bearerOf, PageAccess, pageAddress } from './page-access.ts';

describe('the secret of an address', () => {
  test('is exchanged for the token once', () => {
    const access = new PageAccess();
    const secret = access.createSecret();
    expect(access.exchange(secret)).toBe(access.token);
    expect(access.exchange(secret)).toBeUndefined();
  });

  test('is not the token, and the token is no secret', () => {
    const access = new PageAccess();
    const secret = access.createSecret();
    expect(access.accepts(secret)).toBe(false);
    expect(access.exchange(access.token)).toBeUndefined();
    expect(access.accepts(access.token)).toBe(true);
    expect(access.accepts('')).toBe(false);
  });

  test('of an earlier start is refused', () => {
    const secret = new PageAccess().createSecret();
    expect(new PageAccess().exchange(secret)).toBeUndefined();
  });

  test('cannot be guessed for ever: after many failures a new address is needed', () => {
    const access = new PageAccess();
    const secret = access.createSecret();
    for (let guess = 0; guess < 1000; guess += 1) access.exchange(`guess ${guess}`);
    expect(access.exchange(secret)).toBeUndefined();
    expect(access.exchange(access.createSecret())).toBe(access.token);
  });

  test('of the oldest address is forgotten when many were made', () => {
    const access = new PageAccess();
    const first = access.createSecret();
    const others = Array.from({ length: 16 }, () => access.createSecret());
    expect(access.exchange(first)).toBeUndefined();
    for (const secret of others) expect(access.exchange(secret)).toBe(access.token);
  });

  test('stands in the fragment, which is sent to no server', () => {
    const access = new PageAccess();
    const address = new URL(pageAddress('http://127.0.0.1:8422/acp', access));
    expect([address.pathname, address.search]).toEqual(['/', '']);
    expect(access.exchange(new URLSearchParams(address.hash.slice(1)).get('token') ?? '')).toBe(access.token);
  });
});

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  [undefined, undefined],
])('the token of the header %j is %j', (header, token) => {
  expect(bearerOf(header)).toBe(token);
});
