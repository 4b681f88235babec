import { expect, test } from 'vitest';

import { optionByLetter } from './permission-letters.ts';

const option = (optionId: string, kind: string): Parameters<typeof optionByLetter>[0][number] => ({
  optionId,
  name: optionId,
  kind: kind as 'allow_once',
});

test('a letter chooses the first option of its kind, also if there are several', () => {
  const options = [option('a', 'allow_once'), option('b', 'allow_once'), option('n', 'reject_once')];
  expect(optionByLetter(options, 'y')).toBe(0);
  expect(optionByLetter(options, 'n')).toBe(2);
  expect(optionByLetter(options, 'a')).toBeUndefined();
});

test('a word that is a member of every object chooses nothing', () => {
  const options = [option('a', 'constructor'), option('b', 'undefined')];
  for (const word of ['constructor', '__proto__', 'toString', 'x'])
    expect(optionByLetter(options, word)).toBeUndefined();
});
