import { expect, test } from 'vitest';

import { progressWords } from './install-progress.ts';
import { shownAge, shownSize } from './shown-size.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [123_456_789, '123 MB'],
  [5e15, '5000 TB'],
])('shows %d bytes', (bytes, words) => {
  expect(shownSize(bytes)).toBe(words);
});

test.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [7_100_000, '118 minutes ago'],
  [7_200_000, '2 hours ago'],
  [200_000_000, '2 days ago'],
])('shows an age of %d milliseconds', (age, words) => {
  expect(shownAge(age)).toBe(words);
});

test('shows how far a download is, with what is known of it', () => {
  expect(progressWords({ step: 'download', bytes: 1_500_000, totalBytes: 3_000_000, bytesPerSecond: 1_200_000 })).toBe(
    'downloading 1.5 MB of 3.0 MB (50 %), 1.2 MB/s',
  );
  expect(progressWords({ step: 'download', bytes: 10 })).toBe('downloading 10 bytes');
  expect(progressWords({ step: 'unpack', bytes: 10, totalBytes: 0 })).toBe('unpacking 10 bytes');
});
