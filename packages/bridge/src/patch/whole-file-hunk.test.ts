import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { wholeHunk } from './whole-file-hunk.ts';

const enough = 10_000;
const none = -1;
/** The lines of a hunk behind its head. */
const linesOf = (hunk: string): string[] => hunk.split('\n').slice(1, -1);

describe('wholeHunk', () => {
  test('shows every line of the file once', () => {
    expect(wholeHunk('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n', enough)).toBe(
      '@@ -1,4 +1,5 @@ whole file\n a\n-b\n+B\n c\n d\n+e\n',
    );
  });

  test('keeps what both texts begin and end with when there is no time to compare the rest', () => {
    expect(linesOf(wholeHunk('a\nb\nc\nd\n', 'a\nB\nc\nD\nd\n', none))).toEqual([
      ' a',
      '-b',
      '-c',
      '+B',
      '+c',
      '+D',
      ' d',
    ]);
  });

  test('shows lines that were changed in their places there, also when there is no time', () => {
    expect(linesOf(wholeHunk('a\nb\nc\nd\ne\nf\n', 'a\nB\nc\nD\nE\nf\n', none))).toEqual([
      ' a',
      '-b',
      '+B',
      ' c',
      '-d',
      '-e',
      '+D',
      '+E',
      ' f',
    ]);
  });

  test('takes lines that have moved for moved, though as many come as go', () => {
    expect(linesOf(wholeHunk('x\na\nb\nc\n', 'a\nb\nc\ny\n', enough))).toEqual(['-x', ' a', ' b', ' c', '+y']);
    expect(linesOf(wholeHunk('x\na\n\nb\n', 'a\ny\n\nB\n', enough))).toEqual(['-x', ' a', '+y', ' ', '-b', '+B']);
  });

  test('does not count a line twice that ends one text and begins the other', () => {
    expect(linesOf(wholeHunk('a\na\n', 'a\n', enough))).toEqual([' a', '-a']);
    expect(linesOf(wholeHunk('a\n', 'a\nb\na\n', enough))).toEqual([' a', '+b', '+a']);
  });

  test('tells a last line without an end from one with it', () => {
    const unended = '\\ No newline at end of file';
    expect(linesOf(wholeHunk('a\nb', 'a\nb\n', enough))).toEqual([' a', '-b', unended, '+b']);
    expect(linesOf(wholeHunk('a\nb', 'c\nb', enough))).toEqual(['-a', '+c', ' b', unended]);
  });

  test('of an empty file has no lines on that side', () => {
    expect(wholeHunk('', 'a\n', enough)).toBe('@@ -0,0 +1,1 @@ whole file\n+a\n');
    expect(wholeHunk('a\n', '', enough)).toBe('@@ -1,1 +0,0 @@ whole file\n-a\n');
  });

  test('holds the lines of both texts in their order, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', ' '), { maxLength: 12 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, fc.constantFrom(enough, none), (before, after, timeout) => {
        const lines = linesOf(wholeHunk(before, after, timeout));
        const side = (sign: string): string =>
          lines
            .filter((line) => line.startsWith(sign) || line.startsWith(' '))
            .map((line) => `${line.slice(1)}\n`)
            .join('');
        expect([side('-'), side('+')]).toEqual([before, after]);
      }),
    );
  });
});
