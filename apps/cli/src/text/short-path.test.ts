import { expect, test } from 'vitest';

import { shortPath } from './short-path.ts';

test.each([
  ['/garden/rose.md', 'rose.md'],
  ['/garden', '.'],
  ['/etc/passwd', '/etc/passwd'],
  ['/garden/../etc/passwd', '/garden/../etc/passwd'],
  ['/garden/..rose', '..rose'],
  ['/garden/~/.bashrc', './~/.bashrc'],
])('%s is %s', (path, short) => {
  expect(shortPath(path, '/garden')).toBe(short);
});
