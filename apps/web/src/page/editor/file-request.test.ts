import { expect, test } from 'vitest';

import { absolutePath } from './file-request.ts';

test.each([
  ['src/rose.ts', '/garden/src/rose.ts'],
  ['./rose.ts', '/garden/rose.ts'],
  ['../shed/./tools.ts', '/shed/tools.ts'],
  ['/shed//tools.ts', '/shed/tools.ts'],
  ['../../../x', '/x'],
])('%s is %s', (path, absolute) => {
  expect(absolutePath(path, '/garden')).toBe(absolute);
});
