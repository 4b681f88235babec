import { expect, test } from 'vitest';

import { typedPath } from './typed-path.ts';

test.each([
  ['linux', 'talk.md', 'talk.md'],
  ['linux', '~', '/home/ada'],
  ['linux', '~/talk.md', '/home/ada/talk.md'],
  ['linux', '~ada/talk.md', '~ada/talk.md'],
  ['linux', '~\\talk.md', '~\\talk.md'],
  ['linux', '"~/my talk.md"', '~/my talk.md'],
  ['win32', '~\\talk.md', 'C:\\Users\\ada\\talk.md'],
  ['win32', '~/talk.md', 'C:\\Users\\ada/talk.md'],
  ['win32', '"C:\\my garden\\talk.md"', 'C:\\my garden\\talk.md'],
  ['win32', '~1\\talk.md', '~1\\talk.md'],
] as const)('on %s, %s is %s', (platform, input, path) => {
  const home = platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada';
  expect(typedPath(input, { home, platform })).toBe(path);
});
