import { expect, test } from 'vitest';

import { closeColumn, closeSession, formatRoute, parseRoute, replaceColumn, showBeside, showOnly } from './route.ts';

test('a fragment names the sessions side by side', () => {
  expect(parseRoute('#/s/one/two')).toEqual({ columns: [{ sessionId: 'one' }, { sessionId: 'two' }] });
  expect(parseRoute('#/s/one/+')).toEqual({ columns: [{ sessionId: 'one' }, 'new'] });
});

test('every id survives the fragment', () => {
  for (const id of ['a/b', '+', 'a b', '%', 'é', '#', '?x=1', 'new']) {
    expect(parseRoute(formatRoute(showOnly(id)))).toEqual({ columns: [{ sessionId: id }] });
  }
});

test('a fragment that is not understood is a new session', () => {
  for (const text of ['', '#', '#/', '#/s', '#/s/', '#/x/y', '#token=abc']) {
    expect(parseRoute(text)).toEqual({ columns: ['new'] });
  }
  expect(parseRoute('#/s/%E0%A4%A')).toEqual({ columns: [{ sessionId: '%E0%A4%A' }] });
});

test('a session is shown once, and at most four are side by side', () => {
  expect(parseRoute('#/s/a/a')).toEqual({ columns: [{ sessionId: 'a' }] });
  const five = showBeside(parseRoute('#/s/a/b/c/d'), { sessionId: 'e' });
  expect(formatRoute(five)).toBe('#/s/a/b/c/e');
  expect(formatRoute(showBeside(parseRoute('#/s/a/b'), { sessionId: 'a' }))).toBe('#/s/b/a');
});

test('closing the last column starts a new session', () => {
  expect(formatRoute(closeColumn(parseRoute('#/s/a/b'), 0))).toBe('#/s/b');
  expect(formatRoute(closeColumn(parseRoute('#/s/a'), 0))).toBe('#/new');
  expect(formatRoute(closeSession(parseRoute('#/s/a/b'), 'b'))).toBe('#/s/a');
  expect(formatRoute(replaceColumn(parseRoute('#/s/a/+'), 1, { sessionId: 'b' }))).toBe('#/s/a/b');
});
