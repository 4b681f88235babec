import { expect, test } from 'vitest';

import { isReviewable } from './is-reviewable.ts';

test.each([
  ['linux', '/garden/rose.ts', true],
  ['linux', 'garden/rose.ts', false],
  ['linux', 'C:\\garden\\rose.ts', false],
  ['darwin', '/Users/ada/rose.ts', true],
  ['win32', 'C:\\garden\\rose.ts', true],
  ['win32', 'c:/garden/rose.ts', true],
  ['win32', 'C:rose.ts', false],
  ['win32', '\\garden\\rose.ts', false],
  ['win32', '\\\\shed\\garden\\rose.ts', true],
  ['win32', '//SHED/garden/rose.ts', true],
  ['win32', '\\\\other\\garden\\rose.ts', false],
  ['win32', '//other/garden/rose.ts', false],
  ['win32', '\\\\.\\pipe\\rose', false],
  ['win32', '\\\\?\\C:\\garden\\rose.ts', false],
] as const)('on %s, %s is read for a review: %s', (platform, path, isRead) => {
  expect(isReviewable(path, ['\\\\shed\\garden'], platform)).toBe(isRead);
});
