import { expect, test } from 'vitest';

import { fittedSize } from './shrink-image.ts';

test.each([
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 2000, height: 2000 },
    { width: 2000, height: 2000 },
  ],
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 300, height: 6000 },
    { width: 100, height: 2000 },
  ],
  [
    { width: 1, height: 100_000 },
    { width: 1, height: 2000 },
  ],
])('a picture of %j is sent as %j', (size, fitted) => {
  expect(fittedSize(size, 2000)).toEqual(fitted);
});
