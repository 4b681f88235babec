import { describe, expect, test } from 'vitest';

import { didYouMean } from './did-you-mean.ts';

describe('didYouMean', () => {
  test('lists guesses as the end of a sentence', () => {
    expect(didYouMean('sessio', ['session', 'sessions'])).toBe('; did you mean session or sessions?');
  });

  test('is empty without a guess', () => {
    expect(didYouMean('', ['session'])).toBe('');
  });
});
