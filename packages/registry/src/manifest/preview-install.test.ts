import { expect, test } from 'vitest';

import { previewInstall, type ListedAgent } from '@acp-stack/registry';

const agent = (fields: Partial<ListedAgent> = {}): ListedAgent => ({
  manifest: {
    id: 'florist',
    name: 'Florist',
    version: '1.2.3',
    description: 'Sells roses.',
    distribution: {
      npx: { package: 'florist@latest', args: ['--acp'], env: { COLOUR: 'red' } },
      binary: {
        'linux-x86_64': { archive: 'https://shop.example/florist.tar.gz', cmd: './bin/florist', args: ['acp'] },
        'darwin-x86_64': { archive: 'https://shop.example/florist.zip', cmd: '../florist' },
      },
    },
  },
  source: { name: 'shop', location: '/shop' },
  distributions: ['binary', 'npx'],
  target: 'linux-x86_64',
  ...fields,
});

test('shows the command of a package with its version pinned', () => {
  expect(previewInstall(agent(), 'npx')).toEqual({
    distribution: 'npx',
    start: { command: 'npx', args: ['--yes', 'florist@1.2.3', '--acp'], env: { COLOUR: 'red' } },
    notes: [expect.stringMatching(/^npx is started with --prefix /u)],
  });
});

test('prefers the first distribution, and shows the download and the program of a binary', () => {
  expect(previewInstall(agent())).toEqual({
    distribution: 'binary',
    start: { command: './bin/florist', args: ['acp'], env: {} },
    archive: 'https://shop.example/florist.tar.gz',
    notes: [],
  });
});

test.each([
  [agent(), 'uvx', 'florist cannot be installed as uvx on this system; it can be installed as binary, npx.'],
  [agent({ target: 'darwin-x86_64' }), 'binary', 'florist cannot be installed as binary'],
  [
    agent({ distributions: [], notes: ['There is no build for sunos-x64.'] }),
    undefined,
    'This system can use no distribution of florist. There is no build for sunos-x64.',
  ],
] as const)('says why a distribution cannot be used', (listed, kind, words) => {
  expect(() => previewInstall(listed, kind)).toThrow(words);
});
