import { expect, test } from 'vitest';

import { exceedsBytes } from './exceeds-bytes.ts';

test.each([
  ['ascii', 5],
  ['grün', 5],
  ['日本', 6],
  ['😀', 4],
  ['\u{D83D}', 3],
  ['', 0],
])('counts %j as %i bytes', (text, bytes) => {
  expect(exceedsBytes(text, bytes)).toBe(false);
  expect(exceedsBytes(text, bytes - 1)).toBe(true);
  expect(exceedsBytes(text, bytes * 100 + 1)).toBe(false);
});
