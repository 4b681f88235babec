import { describe, expect, test } from 'vitest';

import * as v1 from './v1/index.ts';
import * as v1Unstable from './v1/unstable/index.ts';
import * as v2 from './v2/index.ts';
import * as v2Unstable from './v2/unstable/index.ts';

const surfaces = { v1, 'v1/unstable': v1Unstable, v2, 'v2/unstable': v2Unstable };

/** Names that every ordinary object has. */
const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

describe.each(Object.entries(surfaces))('%s', (_, { isMethodName, methods, validators }) => {
  test('knows its methods by name', () => {
    expect(Object.keys(methods).every(isMethodName)).toBe(true);
    expect(isMethodName('session/invent')).toBe(false);
    expect(isMethodName('')).toBe(false);
  });

  test.each(inherited)('has no method and no definition that is called %s', (name) => {
    expect(isMethodName(name)).toBe(false);
    expect((methods as Readonly<Record<string, unknown>>)[name]).toBe(undefined);
    expect((validators as unknown as Readonly<Record<string, unknown>>)[name]).toBe(undefined);
  });
});

test('a method is found only in the versions that have it', () => {
  expect([v1.isMethodName('session/load'), v2.isMethodName('session/load')]).toEqual([true, false]);
  expect([v2.isMethodName('session/inject'), v2Unstable.isMethodName('session/inject')]).toEqual([false, true]);
});

test('another name under which a method is accepted is not its name', () => {
  expect(v1Unstable.methods['proxy/initialize'].also).toContain('_proxy/initialize');
  expect(v1Unstable.isMethodName('_proxy/initialize')).toBe(false);
});
