import { describe, expect, test } from 'vitest';

import { collectLosses, strict } from './losses.test-support.ts';
import { absolutePath } from './paths.ts';

describe('paths', () => {
  test.each([
    ['/a/b', '/work', '/a/b'],
    ['a/b', '/work', '/work/a/b'],
    ['./a//b/', '/work/', '/work/a/b'],
    ['../a', '/work/x', '/work/a'],
    ['../../../a', '/work', '/a'],
    ['..', '/work', '/'],
    ['a', '/', '/a'],
    ['.', '/work', '/work'],
    [String.raw`C:\a`, '/work', String.raw`C:\a`],
    ['C:/a', undefined, 'C:/a'],
    [String.raw`\\server\a`, undefined, String.raw`\\server\a`],
    ['src/a', String.raw`C:\work`, String.raw`C:\work\src\a`],
    [String.raw`..\a`, String.raw`C:\work`, String.raw`C:\a`],
    ['..', String.raw`C:\work`, 'C:\\'],
    ['file:///etc/a%20b', '/work', '/etc/a b'],
    ['FILE://localhost/etc/a', '/work', '/etc/a'],
    ['file:///etc/%zz', undefined, '/etc/%zz'],
    ['file:///C:/a', String.raw`C:\work`, 'C:/a'],
    ['file://[', '/work', 'file://['],
  ])('toV2: %s in %s is %s', (path, cwd, absolute) => {
    expect(absolutePath(path, cwd, strict)).toBe(absolute);
  });

  test('toV2: a relative path is kept if its base is unknown', () => {
    const losses = collectLosses();
    expect(absolutePath('a/b', undefined, losses)).toBe('a/b');
    expect(absolutePath('a/b', 'also/relative', losses)).toBe('a/b');
    expect(losses.rows).toEqual(['paths', 'paths']);
    expect(() => absolutePath('a/b', undefined, strict)).toThrow('relative');
  });
});
