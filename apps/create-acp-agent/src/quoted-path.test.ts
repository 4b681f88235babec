import { expect, test } from 'vitest';

import { changeFolder, quotedPath } from './quoted-path.ts';

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

test.each([
  ['win32', 'my-agent', 'cd my-agent'],
  ['win32', '..\\my agent', 'cd "..\\my agent"'],
  ['win32', 'D:\\my agent', 'pushd "D:\\my agent"'],
  ['win32', '\\\\shed\\agents\\mine', 'pushd \\\\shed\\agents\\mine'],
  ['linux', '/srv/agent', 'cd /srv/agent'],
] as const)('on %s, one goes to %s by %s', (platform, path, command) => {
  expect(changeFolder(path, platform)).toBe(command);
});
