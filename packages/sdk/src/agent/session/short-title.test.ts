import { expect, test } from 'vitest';

import { shortTitle } from './short-title.ts';

test('a title of 500 characters stays, a longer one is shortened to as many', () => {
  expect(shortTitle('a'.repeat(500))).toBe('a'.repeat(500));
  expect(shortTitle('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`);
});

test('a character is never cut in two', () => {
  expect(shortTitle(`${'a'.repeat(498)}${'🌱'.repeat(10)}`)).toBe(`${'a'.repeat(498)}…`);
});
