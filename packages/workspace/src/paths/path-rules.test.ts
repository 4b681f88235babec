import { describe, expect, test } from 'vitest';

import { isAbsolutePath, readPath } from './path-rules.ts';

describe('a path', () => {
  test.each([
    ['a/../b', '/root/b'],
    ['.', '/root'],
    ['../x', '/x'],
    ['/a//b/./c/', '/a/b/c'],
    ['/a/con', '/a/con'],
    ['/a/b:c', '/a/b:c'],
    ['/a/b. ', '/a/b. '],
    [String.raw`/a\b`, String.raw`/a\b`],
  ])('%j is read as %s on Linux', (path, expected) => {
    expect(readPath(path, '/root', 'linux')).toBe(expected);
  });

  test.each([
    ['', /is empty/u],
    ['/root/a\0.txt', /NUL byte/u],
    ['/root/\uD800', /lone surrogate/u],
  ])('%j is refused everywhere', (path, reason) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(() => readPath(path, '/root', platform)).toThrow(reason);
    }
  });

  test.each([
    String.raw`C:\root\con`,
    String.raw`C:\root\NUL.txt`,
    String.raw`C:\root\com1`,
    String.raw`C:\root\lpt¹.log`,
    String.raw`C:\root\aux \x`,
    String.raw`C:\root\CONIN$`,
    String.raw`C:\root\a.txt:stream`,
    String.raw`C:\root\a.txt::$DATA`,
    String.raw`C:\root\a.`,
    String.raw`C:\root\a `,
    String.raw`C:\root\b. \c`,
    String.raw`C:relative`,
    String.raw`\\?\C:\root\a`,
    String.raw`\\.\PhysicalDrive0`,
    '//./COM1',
  ])('%s is refused on Windows', (path) => {
    expect(() => readPath(path, String.raw`C:\root`, 'win32')).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  test.each([
    [String.raw`C:\root\..\a`, String.raw`C:\a`],
    ['sub/x.txt', String.raw`C:\root\sub\x.txt`],
    [String.raw`console\nullable.txt`, String.raw`C:\root\console\nullable.txt`],
  ])('%s is read as %s on Windows', (path, expected) => {
    expect(readPath(path, String.raw`C:\root`, 'win32')).toBe(expected);
  });

  test('is refused when it is longer than any path can be, without repeating all of it', () => {
    const long = 'a/'.repeat(20_000);
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(() => readPath(long, '/root', platform)).toThrow(
        /^The path "[a/]{199}…" has 40000 characters; the limit is/u,
      );
    }
  });

  test('is refused on macOS when it names a fork', () => {
    expect(() => readPath('/root/a/..namedfork/rsrc', '/root', 'darwin')).toThrow(/fork/u);
  });

  test.each([
    ['/a', 'linux', true],
    ['a', 'linux', false],
    ['C:\\a', 'win32', true],
    ['C:a', 'win32', false],
    ['\\a', 'win32', false],
    ['\\\\server\\share', 'win32', true],
  ] as const)('%s on %s says where it starts: %s', (path, platform, expected) => {
    expect(isAbsolutePath(path, platform)).toBe(expected);
  });
});
