import { describe, expect, test } from 'vitest';

import { nameGlob, pathGlob, segmentsGlob } from './glob.ts';

describe('a pattern', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**', 'src', false],
    ['**/test/**/*.ts', 'test/a.ts', true],
    ['**/test/**/*.ts', 'x/test/y/z/a.ts', true],
    ['**/test/**/*.ts', 'x/tests/a.ts', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{src,test}/{a,b}.ts', 'test/b.ts', true],
    ['{src,test}/{a,b}.ts', 'test/c.ts', false],
    ['./src/a.ts', 'src/a.ts', true],
    ['?.ts', '🌷.ts', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]]', ']', true],
    ['[ab', '[ab', true],
    [String.raw`\*.ts`, '*.ts', true],
    [String.raw`\*.ts`, 'a.ts', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-b-b', false],
  ])('%s fits %s: %s', (pattern, path, expected) => {
    expect(pathGlob(pattern)(path)).toBe(expected);
  });

  test('that was made to take for ever ends', () => {
    expect(nameGlob(`${'*a'.repeat(200)}b`)('a'.repeat(5000))).toBe(false);
    expect(segmentsGlob(`${'**/a/'.repeat(200)}b`)('a/'.repeat(2000))).toBe(false);
    expect(() => pathGlob('{a,b}'.repeat(20))).toThrow(/too many alternatives/u);
  });
});
