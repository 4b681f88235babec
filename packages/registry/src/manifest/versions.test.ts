import { expect, test } from 'vitest';

import { isExactVersion, isNewerVersion } from './versions.ts';

// The order of semver.org, paragraph 11, and what registries have besides.
const ascending = [
  '0.9.10',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.0.1.1',
  '1.2',
  '1.10.0',
  'v2.0.0',
  '2025.1.3',
  '99999999999999999999.0.0',
];

test('versions have the order of semantic versioning', () => {
  for (const [left, older] of ascending.entries()) {
    for (const [right, newer] of ascending.entries()) {
      expect([older, newer, isNewerVersion(newer, older)]).toEqual([older, newer, right > left]);
    }
  }
});

test.each([
  ['1.2.3+build.2', '1.2.3+build.1'],
  ['1.2.0', '1.2'],
  ['1.2.3', '1.2.3'],
  ['tulip', 'tulip'],
])('%s is not newer than %s', (next, current) => {
  expect(isNewerVersion(next, current)).toBe(false);
});

test('versions without an order are newer if they differ', () => {
  expect(isNewerVersion('tulip', 'rose')).toBe(true);
});

test.each([
  ['1.2.3', true],
  ['1.2.3-beta.1', true],
  ['1.9', true],
  ['v1.2.3', true],
  ['latest', false],
  ['^1.2.3', false],
  ['1', false],
  ['1.x', false],
  ['>=1.2.3', false],
  ['', false],
])('whether %j is one version: %j', (text, expected) => {
  expect(isExactVersion(text)).toBe(expected);
});
