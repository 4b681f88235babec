import { expect, test } from 'vitest';

import { wayInFolder } from './way-in-folder.ts';

test.each([
  ['linux', '/garden', '/garden/beds/rose', 'beds/rose'],
  ['linux', '/', '/rose', 'rose'],
  ['linux', '/garden', '/garden/..rose', '..rose'],
  ['linux', '/garden', '/gardening/rose', undefined],
  ['linux', '/garden', '/garden', undefined],
  ['linux', '/Garden', '/garden/rose', undefined],
  ['win32', 'c:\\Garden', 'C:\\garden\\beds\\rose', 'beds\\rose'],
  ['win32', 'C:\\', 'C:\\rose', 'rose'],
  ['win32', '\\\\shed\\garden\\', '\\\\shed\\garden\\rose', 'rose'],
  ['win32', 'C:\\garden', 'D:\\garden\\rose', undefined],
  ['win32', 'C:\\garden', '\\\\shed\\garden\\rose', undefined],
] as const)('on %s, from %s to %s: %s', (platform, folder, path, way) => {
  expect(wayInFolder(path, folder, platform)).toBe(way);
});
