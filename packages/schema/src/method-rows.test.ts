import { expect, test } from 'vitest';

import { createMethods } from './method-rows.ts';
import { validators } from './v2/index.ts';

const methodOf = (row: string): unknown => Object.values(createMethods(validators, [row]))[0];

test('a row says what every method has', () => {
  expect(methodOf('session/cancel client>agent notification TextContent - 12 stable')).toEqual({
    name: 'session/cancel',
    direction: 'client>agent',
    kind: 'notification',
    params: validators.TextContent,
    result: undefined,
    gate: undefined,
    versions: [1, 2],
    stability: 'stable',
    also: [],
    errors: [],
  });
});

test('a row ends with what only some methods have', () => {
  expect(methodOf('a/b both request TextContent Annotations 2 draft also:_a/b,_ab errors:-32002,-32602')).toMatchObject(
    {
      result: validators.Annotations,
      also: ['_a/b', '_ab'],
      errors: [-32_002, -32_602],
    },
  );
});

test.each([
  ['agent:session.fork,fork', { kind: 'capability', side: 'agent', paths: ['session.fork', 'fork'] }],
  ['client:fs', { kind: 'capability', side: 'client', paths: ['fs'] }],
  ['list:authMethods', { kind: 'list', field: 'authMethods' }],
  ['session:modes', { kind: 'session', field: 'modes' }],
  ['entity:cancel', { kind: 'entity', field: 'cancel' }],
])('%s is a gate', (text, gate) => {
  expect(methodOf(`a/b both request TextContent TextContent 2 draft ${text}`)).toMatchObject({ gate });
});
