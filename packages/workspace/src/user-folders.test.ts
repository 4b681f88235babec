import { homedir } from 'node:os';

import { expect, test } from 'vitest';

import { configFolder, dataFolder, homeFolder } from './user-folders.ts';

const HOME = '/home/mira';

test('the home folder is HOME, unless that is not an absolute path', () => {
  expect(homeFolder({ HOME })).toBe(HOME);
  expect(homeFolder({ HOME: 'relative' })).toBe(homedir());
  expect(homeFolder({})).toBe(homedir());
});

test.each([
  ['linux', {}, '/home/mira/.config/acp-stack'],
  ['linux', { XDG_CONFIG_HOME: '/settings' }, '/settings/acp-stack'],
  ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/mira/.config/acp-stack'],
  ['darwin', {}, '/home/mira/Library/Application Support/acp-stack'],
  ['win32', { APPDATA: '/roaming' }, '/roaming/acp-stack'],
  ['win32', {}, '/home/mira/AppData/Roaming/acp-stack'],
] as const)('settings of %s with %o are in %s', (platform, env, folder) => {
  expect(configFolder({ HOME, ...env }, platform)).toBe(folder);
});

test.each([
  ['linux', {}, '/home/mira/.local/share/acp-stack'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/acp-stack'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/mira/.local/share/acp-stack'],
  ['darwin', {}, '/home/mira/Library/Application Support/acp-stack'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/acp-stack'],
  ['win32', {}, '/home/mira/AppData/Local/acp-stack'],
] as const)('data of %s with %o are in %s', (platform, env, folder) => {
  expect(dataFolder({ HOME, ...env }, platform)).toBe(folder);
});
