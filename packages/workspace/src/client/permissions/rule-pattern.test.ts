/** Rules for paths by the rules of Windows and macOS, on whatever system runs the tests; no file is looked at. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { pathOfAddress } from './named-places.ts';
import { anywhere, isAllowedPath, isAtPlace, isPlaceWithin, readRulePattern } from './rule-pattern.ts';

/** Whether a rule that denies is about a path, both absolute. */
function denies(pattern: string, path: string, platform: NodeJS.Platform): boolean {
  const read = readRulePattern(pattern, platform);
  if (!read.isAbsolute) return isAtPlace(path, anywhere(read), platform);
  const folder = platform === 'win32' ? (read.start ?? '').replaceAll('/', '\\') : read.start;
  return isAtPlace(path, { folder, rest: read.rest }, platform);
}

describe('a rule that denies, on Windows,', () => {
  test.each([
    [String.raw`C:\secrets\**`, String.raw`C:\secrets\key`],
    ['C:/secrets/**', String.raw`C:\secrets\key`],
    ['c:/SECRETS', String.raw`C:\Secrets\Deep\KEY`],
    ['C:/sec*/key', String.raw`C:\secrets\key`],
    [String.raw`C:\*\key`, String.raw`C:\garden\key\inside`],
    ['C:/**/*.pem', String.raw`C:\a\b\Rose.PEM`],
    ['C:/', String.raw`C:\anything`],
    ['//server/share/secrets', String.raw`\\server\share\secrets\key`],
    [String.raw`\\server\share\secrets`, String.raw`\\SERVER\share\secrets`],
    ['secrets/', String.raw`D:\garden\secrets\key`],
    [String.raw`.\secrets\*`, String.raw`\\server\share\secrets\key`],
    ['C:/Ro\u{308}se', 'C:\\R\u{F6}se\\a'],
  ])('%s is about %s', (pattern, path) => {
    expect(denies(pattern, path, 'win32')).toBe(true);
  });

  test.each([
    ['C:/secrets', String.raw`C:\secrets2\key`],
    ['C:/secrets', String.raw`D:\secrets\key`],
    ['C:/sec*/key', String.raw`C:\garden\key`],
    ['secrets/', String.raw`C:\garden\secret\key`],
  ])('%s is not about %s', (pattern, path) => {
    expect(denies(pattern, path, 'win32')).toBe(false);
  });

  test('means the same with every separator and in every case', () => {
    const name = fc.constantFrom('garden', 'Rose', 'a b', '.git', 'x*', '**', 'é');
    const folder = fc.constantFrom('garden', 'ROSE', 'a b', '.GIT', 'xyz', 'É');
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(folder, { maxLength: 5 }),
        (names, folders) => {
          const path = ['C:', ...folders].join('\\');
          const answers = ['/', '\\'].flatMap((separator) => {
            const pattern = ['C:', ...names].join(separator);
            return [pattern, pattern.toUpperCase(), pattern.toLowerCase()].map((each) => denies(each, path, 'win32'));
          });
          expect(new Set(answers).size).toBe(1);
        },
      ),
    );
  });

  test('is also about a folder around what it names, when that is moved or deleted', () => {
    const place = { folder: String.raw`C:\garden\secrets`, rest: '' };
    expect(isPlaceWithin(place, String.raw`c:\Garden`, 'win32')).toBe(true);
    expect(isPlaceWithin(place, String.raw`C:\garden2`, 'win32')).toBe(false);
    expect(isPlaceWithin({ folder: undefined, rest: 'secrets' }, 'C:\\', 'win32')).toBe(true);
  });
});

describe('a rule that denies, on macOS,', () => {
  test('is about a name in any case and in both forms of letters with marks', () => {
    expect(denies('/Users/mira/Secrets', '/users/MIRA/secrets/key', 'darwin')).toBe(true);
    expect(denies('/caf\u{E9}', '/cafe\u{301}/key', 'darwin')).toBe(true);
  });

  test('is not about a name with a backslash, which is a letter there', () => {
    expect(denies('/garden/secrets', String.raw`/garden\secrets`, 'darwin')).toBe(false);
    expect(readRulePattern(String.raw`\a/b`, 'darwin')).toMatchObject({ isAbsolute: false, start: '' });
  });
});

describe('a rule that allows', () => {
  test('is about paths of Windows with either separator, and in their own case only', () => {
    for (const pattern of ['C:/garden/**', String.raw`C:\garden\**`]) {
      expect(isAllowedPath(String.raw`C:\garden\a\b.ts`, pattern, 'win32')).toBe(true);
      expect(isAllowedPath(String.raw`C:\Garden\a\b.ts`, pattern, 'win32')).toBe(false);
      expect(isAllowedPath(String.raw`C:\garden2\b.ts`, pattern, 'win32')).toBe(false);
    }
    expect(isAllowedPath(String.raw`src\a.ts`, './src/*.ts', 'win32')).toBe(true);
  });

  test('takes a backslash elsewhere as what keeps the next character from being special', () => {
    expect(isAllowedPath('/garden/*', String.raw`/garden/\*`, 'darwin')).toBe(true);
    expect(isAllowedPath('/garden/a', String.raw`/garden/\*`, 'darwin')).toBe(false);
  });
});

describe('the address of a file on Windows', () => {
  test.each([
    ['file:///C:/garden/a%20b', 'C:/garden/a b'],
    ['file:///c%3A/garden', 'c:/garden'],
    ['file:///C|/garden', 'C:/garden'],
    ['file://server/share/key', String.raw`\\server\share\key`],
    ['file://localhost/C:/garden', 'C:/garden'],
  ])('%s is %s', (address, path) => {
    expect(pathOfAddress(address, 'win32')).toBe(path);
  });

  test('has a path of this machine on other systems', () => {
    expect(pathOfAddress('file://server/share/key', 'darwin')).toBe('/share/key');
  });
});
