import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isBlank, readJson } from './read-json.ts';

const read = (...parts: readonly (string | number[])[]): ReturnType<typeof readJson> =>
  readJson(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

describe('readJson', () => {
  test('reads JSON', () => {
    expect(read('{"a":1}')).toEqual({ value: { a: 1 }, problems: [] });
  });

  test('reports a byte order mark and reads on', () => {
    expect(read([0xef, 0xbb, 0xbf], '{}')).toMatchObject({
      value: {},
      problems: [{ path: '', expected: 'JSON without a byte order mark' }],
    });
  });

  test.each([
    ['the first bad byte', ['"', [0xff], '"'], 'the byte FF at position 2'],
    ['a bad byte after a real replacement character', ['\uFFFDx', [0xc0]], 'the byte C0 at position 5'],
    ['a character that is cut off', ['"é', [0xe2, 0x82]], 'the byte E2 at position 4'],
  ])('names %s', (_, parts, found) => {
    expect(read(...parts).problems).toEqual([{ path: '', expected: 'UTF-8', found }]);
  });

  test.each([
    ['{"a":', 'the end instead of a value at character 6'],
    ['nope', '"n" instead of a value at character 1'],
  ])('says where %j stops being JSON', (text, found) => {
    expect(read(text).problems).toEqual([{ path: '', expected: 'JSON', found }]);
  });

  test('does not repeat the text, which may hold a secret', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const [problem] = read(`${before}SECRET${after}`).problems;
        expect(problem?.found ?? '').not.toContain('SECRET');
      }),
    );
  });

  test('refuses more values than fit into memory', () => {
    expect(read(`[${'[],'.repeat(3_000_000)}[]]`).problems).toEqual([
      { path: '', expected: 'a message of at most 4000000 values', found: 'more' },
    ]);
  });

  test('does not count what stands in strings', () => {
    const value = `\\"${'[,{'.repeat(2_000_000)}`;
    expect(read(JSON.stringify({ value })).problems).toEqual([]);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { value, problems } = readJson(bytes);
        expect(value !== undefined || problems.length > 0).toBe(true);
      }),
    );
  });
});

describe('isBlank', () => {
  test('takes spaces, tabs and carriage returns for nothing', () => {
    expect(isBlank(Buffer.from(' \t\r'))).toBe(true);
    expect(isBlank(Buffer.from(' x'))).toBe(false);
  });
});
