import { expect, test } from 'vitest';

import { addressVersion } from './address-version.ts';

test.each([
  ['https://github.com/a/b/releases/download/v1.20.6/b-linux.zip', '1.20.6'],
  ['https://github.com/a/b/releases/download/1.20/b-linux.zip', '1.20.0'],
  ['https://github.com/a/b/releases/download/v1.20-rc.1/b.zip', '1.20.0-rc.1'],
  ['https://github.com/a/b/releases/download/cli%2Fv1.2.3-beta.4/b.zip', '1.2.3-beta.4'],
  ['https://downloads.example/factory/releases/0.56.3/droid', '0.56.3'],
  ['https://registry.example/@a/b/-/b-1.2.3.tgz', '1.2.3'],
  ['https://registry.example/b/-/b-c-1.2.3-rc.1.tgz', '1.2.3-rc.1'],
  ['https://downloads.example/download/9/b.zip', '9.0.0'],
  ['https://downloads.example/download/v1.2.3.4/b.zip', '1.2.3'],
  ['https://downloads.example/b-1.2.3.zip', undefined],
  ['https://github.com/a/b/releases/download/nightly/b-macos-11.0.zip', undefined],
  ['https://github.com/a/b/releases/download/%/b.zip', undefined],
])('finds the version of %s', (address, version) => {
  expect(addressVersion(address)).toBe(version);
});
