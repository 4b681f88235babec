import { expect, test } from 'vitest';

import { configFolder } from './config-folder.ts';

test.each([
  ['linux', {}, '/home/mira/.config/acp-stack'],
  ['linux', { XDG_CONFIG_HOME: '/settings' }, '/settings/acp-stack'],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/mira/.config/acp-stack'],
  ['darwin', {}, '/home/mira/Library/Application Support/acp-stack'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/acp-stack'],
  ['win32', {}, '/home/mira/AppData/Roaming/acp-stack'],
] as const)('settings of %s with %o are in %s', (platform, env, folder) => {
  expect(configFolder(env, platform, '/home/mira')).toBe(folder);
});
