import { expect, test } from 'vitest';

import { programFrom } from './program-from.ts';

test.each([
  ['linux', '/garden', 'node', 'node'],
  ['linux', '/garden', './client', '/garden/client'],
  ['linux', '/garden', '/usr/bin/client', '/usr/bin/client'],
  ['linux', '/garden', '{agent}/x', '{agent}/x'],
  ['linux', '/garden', '.\\client', '.\\client'],
  ['win32', 'C:\\garden', 'node', 'node'],
  ['win32', 'C:\\garden', '.\\client.exe', 'C:\\garden\\client.exe'],
  ['win32', 'C:\\garden', 'bin/client.exe', 'C:\\garden\\bin\\client.exe'],
  ['win32', 'C:\\garden', 'D:\\client.exe', 'D:\\client.exe'],
  ['win32', 'C:\\garden', '{agent}\\x', '{agent}\\x'],
] as const)('on %s, in %s: %s is %s', (platform, folder, program, found) => {
  expect(programFrom(folder, program, platform)).toBe(found);
});
