import { expect, test } from 'vitest';

import { parseQuery, togglePair } from './query.ts';

test.each([
  ['', {}],
  ['roses are red', { text: 'roses are red' }],
  ['method:session/update from:Agent', { method: 'session/update', from: 'Agent' }],
  ['kind:error kind:request', { kinds: ['error', 'request'] }],
  ['run:2 is:problem session:"a b"', { runs: [2], onlyErrors: true, session: 'a b' }],
  ['"two words" http://x', { text: 'two words http://x' }],
  ['constructor:x', { text: 'constructor:x' }],
])('%j means %j', (text, filter) => {
  expect(parseQuery(text)).toEqual({ filter, problems: [] });
});

test('what cannot be is said in a sentence', () => {
  expect(parseQuery('kind:foo run:x is:y').problems).toEqual([
    'kind:foo is not known; use request, answer, error, notification, stdout, stderr, component, end or problem.',
    'run: needs a number, not x.',
    'is:y is not known; use is:problem.',
  ]);
});

test('a pair is added, and taken away again', () => {
  const added = togglePair('roses', 'session', 's 1');
  expect(added).toBe('roses session:"s 1"');
  expect(togglePair(added, 'session', 's 1')).toBe('roses');
});
