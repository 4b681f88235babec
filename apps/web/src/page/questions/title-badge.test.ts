// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { badgedTitle, TitleBadge } from './title-badge.ts';

test.each([
  ['Roses · acp', 2, '(2) Roses · acp'],
  ['(2) Roses · acp', 3, '(3) Roses · acp'],
  ['(3) Roses · acp', 0, 'Roses · acp'],
])('%j with %d is %j', (title, count, badged) => {
  expect(badgedTitle(title, count)).toBe(badged);
});

test('what happens while the page is hidden is counted before any title, until the page is visible', async () => {
  let visibility: DocumentVisibilityState = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  document.title = 'Roses · acp';
  const badge = new TitleBadge(document);
  const end = badge.watch();
  badge.add(1);
  expect(document.title).toBe('Roses · acp');
  visibility = 'hidden';
  badge.add(1);
  badge.add(1);
  expect(document.title).toBe('(2) Roses · acp');
  document.title = 'Tulips · acp';
  await expect.poll(() => document.title).toBe('(2) Tulips · acp');
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(document.title).toBe('Tulips · acp');
  end();
});
