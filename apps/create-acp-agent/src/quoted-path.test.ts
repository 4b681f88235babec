import { expect, test } from 'vitest';

import { quotedPath } from './quoted-path.ts';

test.each([
  ['win32', 'my-agent', 'my-agent'],
  ['win32', 'C:\\garden\\my-agent', 'C:\\garden\\my-agent'],
  ['win32', '..\\my projects\\agent', '"..\\my projects\\agent"'],
  ['linux', '../my-agent', '../my-agent'],
  ['linux', 'my projects/agent', '"my projects/agent"'],
  ['darwin', 'the $1 "shop"/a\\b', '"the \\$1 \\"shop\\"/a\\\\b"'],
] as const)('on %s, %s is written as %s', (platform, path, word) => {
  expect(quotedPath(path, platform)).toBe(word);
});
