import { expect, test } from 'vitest';

import { followsAfter } from './scroll-end.ts';

const before = { top: 500, height: 1000 };

test('the end is followed while the reader is there, and not after the reader has gone up', () => {
  expect(followsAfter({ top: 500, height: 1000, clientHeight: 500 }, before, true)).toBe(true);
  expect(followsAfter({ top: 300, height: 1000, clientHeight: 500 }, before, true)).toBe(false);
  expect(followsAfter({ top: 480, height: 1000, clientHeight: 500 }, before, false)).toBe(true);
});

test('content that has grown meanwhile, and rows above that shrink, do not end it', () => {
  expect(followsAfter({ top: 500, height: 1400, clientHeight: 500 }, before, true)).toBe(true);
  expect(followsAfter({ top: 380, height: 950, clientHeight: 500 }, before, true)).toBe(true);
});

test('it does not begin again by itself', () => {
  expect(followsAfter({ top: 500, height: 1400, clientHeight: 500 }, before, false)).toBe(false);
});
