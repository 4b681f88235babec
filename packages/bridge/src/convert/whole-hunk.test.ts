import { describe, expect, test } from 'vitest';

import { wholeHunk } from './whole-hunk.ts';

const enough = 10_000;
const none = -1;

describe('wholeHunk', () => {
  test('shows every line of the file once', () => {
    expect(wholeHunk('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n', enough)).toEqual({
      oldStart: 1,
      oldLines: 4,
      newStart: 1,
      newLines: 5,
      lines: [' a', '-b', '+B', ' c', ' d', '+e'],
    });
  });

  test('keeps what both texts begin and end with when there is no time to compare the rest', () => {
    expect(wholeHunk('a\nb\nc\nd\n', 'a\nB\nc\nD\nd\n', none).lines).toEqual([
      ' a',
      '-b',
      '-c',
      '+B',
      '+c',
      '+D',
      ' d',
    ]);
  });

  test('does not count a line twice that ends one text and begins the other', () => {
    expect(wholeHunk('a\na\n', 'a\n', enough).lines).toEqual([' a', '-a']);
    expect(wholeHunk('a\n', 'a\nb\na\n', enough).lines).toEqual([' a', '+b', '+a']);
  });

  test('tells a last line without an end from one with it', () => {
    const unended = '\n\\ No newline at end of file';
    expect(wholeHunk('a\nb', 'a\nb\n', enough).lines).toEqual([' a', `-b${unended}`, '+b']);
    expect(wholeHunk('a\nb', 'c\nb', enough).lines).toEqual(['-a', '+c', ` b${unended}`]);
  });

  test('of an empty file has no lines on that side', () => {
    expect(wholeHunk('', 'a\n', enough)).toMatchObject({ oldLines: 0, newLines: 1, lines: ['+a'] });
    expect(wholeHunk('a\n', '', enough)).toMatchObject({ oldLines: 1, newLines: 0, lines: ['-a'] });
  });
});
