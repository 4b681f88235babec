import { expect, test } from 'vitest';

import { costText } from './cost-text.ts';

test.each([
  [0.000_140_000_000_000_000_01, '0.00014 EUR'],
  [0.1 + 0.2, '0.3 EUR'],
  [0, '0 EUR'],
  [1e-7, '0.0000001 EUR'],
  [1_234_567.5, '1234570 EUR'],
  [12.5, '12.5 EUR'],
])('a cost of %d is written as people write it', (amount, text) => {
  expect(costText({ amount, currency: 'EUR' })).toBe(text);
});
