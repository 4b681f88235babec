import { expect, test } from 'vitest';

import { isInFolder } from './is-in-folder.ts';

test.each([
  ['linux', '/garden', 'file:///garden/rose.ts', true],
  ['linux', '/garden', 'file:///garden/..rose/a.ts', true],
  ['linux', '/my garden (old)', 'file:///my%20garden%20%28old%29/rose.ts', true],
  ['linux', '/garden', 'file:///gardening/rose.ts', false],
  ['linux', '/garden', 'file:///garden/../seeds/rose.ts', false],
  ['linux', '/garden', 'file:///garden', false],
  ['linux', '/garden', 'https://garden/rose.ts', false],
  ['linux', '/garden', 'file:///garden/a%2Frose.ts', false],
  ['linux', '/Garden', 'file:///garden/rose.ts', false],
  ['win32', 'c:\\garden', 'file:///c%3A/garden/rose.ts', true],
  ['win32', 'c:\\Garden', 'file:///C:/garden/rose.ts', true],
  ['win32', 'c:\\', 'file:///c%3A/rose.ts', true],
  ['win32', '\\\\shed\\garden', 'file://shed/garden/rose.ts', true],
  ['win32', 'c:\\garden', 'file:///d%3A/garden/rose.ts', false],
  ['win32', 'c:\\garden', 'file://shed/garden/rose.ts', false],
] as const)('on %s, a file in %s: %s, %s', (platform, folder, uri, isInside) => {
  expect(isInFolder(uri, folder, platform)).toBe(isInside);
});
