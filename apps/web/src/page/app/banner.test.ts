import { expect, test } from 'vitest';

import { bannerText } from './banner.tsx';

const now = 1_000_000;

test('nothing is said while the connection is open, or opened for the first time', () => {
  expect(bannerText({ status: 'open', retryAt: undefined }, now)).toBeUndefined();
  expect(bannerText({ status: 'connecting', retryAt: undefined }, now)).toBeUndefined();
});

test('a lost connection says when the next try is', () => {
  expect(bannerText({ status: 'reconnecting', retryAt: now + 3200 }, now)).toMatch(/^Disconnected\..* in 4 s\.$/u);
  expect(bannerText({ status: 'reconnecting', retryAt: now - 5 }, now)).toMatch(/Next try now\.$/u);
  expect(bannerText({ status: 'reconnecting', retryAt: undefined }, now)).toMatch(/Trying now…$/u);
});

test('a connection that was never there, or has failed for good, is not called lost', () => {
  expect(bannerText({ status: 'connecting', retryAt: now + 1000 }, now)).toBe('Cannot connect. Next try in 1 s.');
  expect(bannerText({ status: 'failed', retryAt: undefined }, now)).toBe('The connection has failed.');
});
