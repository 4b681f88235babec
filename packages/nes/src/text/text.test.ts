import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { chosenSpan, numbers, texts } from './arbitraries.test-support.ts';
import { comparePositions, endOf, shiftPosition, splitLines, type TextPosition } from './text-position.ts';
import { Text } from './text.ts';

/** Where a place is in the text as a string. */
const offsetOf = (text: Text, { line, column }: TextPosition): number => text.lines(0, line).join('').length + column;

describe('a text', () => {
  test('has lines with all three ends, and a last one without', () => {
    const text = Text.from('a\nb\r\nc\rd');
    expect(text.lines()).toEqual(['a\n', 'b\r\n', 'c\r', 'd']);
    expect([0, 1, 2, 3, 4].map((line) => text.line(line))).toEqual(['a', 'b', 'c', 'd', '']);
  });

  test('that ends with a line end has an empty last line', () => {
    expect(Text.from('a\n').lineCount).toBe(2);
    expect(Text.from('').lineCount).toBe(1);
    expect(Text.from('a\n').end).toEqual({ line: 1, column: 0 });
  });

  test('is what was put together', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(String(Text.from(text))).toBe(text);
        expect(splitLines(text).join('')).toBe(text);
      }),
    );
  });

  test('changes as the string does, whatever is replaced', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(numbers, texts), { maxLength: 8 }), (initial, changes) => {
        let text = Text.from(initial);
        let plain = initial;
        for (const [where, inserted] of changes) {
          const span = chosenSpan(text, where);
          const [start, end] = [offsetOf(text, span.start), offsetOf(text, span.end)];
          expect(text.slice(span)).toBe(plain.slice(start, end));
          text = text.replace(span, inserted);
          plain = plain.slice(0, start) + inserted + plain.slice(end);
          expect(String(text)).toBe(plain);
          expect(text.lines()).toEqual(splitLines(plain));
          expect(text.length).toBe(plain.length);
        }
      }),
    );
  });

  test('of many lines changes as the string does', () => {
    const line = fc.constantFrom('x\n', 'y\r\n', 'z\r', '\n');
    const many = fc.array(line, { minLength: 600, maxLength: 1500 }).map((all) => all.join(''));
    fc.assert(
      fc.property(many, fc.array(fc.tuple(numbers, many), { maxLength: 4 }), (initial, changes) => {
        let text = Text.from(initial);
        for (const [where, inserted] of changes) {
          const span = chosenSpan(text, where);
          const [start, end] = [offsetOf(text, span.start), offsetOf(text, span.end)];
          const plain = String(text);
          text = text.replace(span, inserted);
          expect(String(text)).toBe(plain.slice(0, start) + inserted + plain.slice(end));
          expect(text.lineCount).toBe(splitLines(String(text)).length);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('stays as it was when another one is made of it', () => {
    const before = Text.from('a\nb\n');
    const after = before.replace({ start: { line: 0, column: 1 }, end: { line: 1, column: 0 } }, '');
    expect([String(before), String(after)]).toEqual(['a\nb\n', 'ab\n']);
  });

  test('joins a carriage return with the line feed that comes to stand after it', () => {
    const text = Text.from('a\rb\n');
    expect(text.replace({ start: { line: 1, column: 0 }, end: { line: 1, column: 1 } }, '').lines()).toEqual([
      'a\r\n',
      '',
    ]);
  });

  test('knows which lines differ from another', () => {
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const [before, after] = [Text.from(left), Text.from(right)];
        const changed = before.difference(after);
        if (changed === undefined) {
          expect(left).toBe(right);
          return;
        }
        const { from, to, otherTo } = changed;
        expect([...before.lines(0, from), ...after.lines(from, otherTo), ...before.lines(to)].join('')).toBe(right);
      }),
    );
  });
});

describe('a place', () => {
  test('after a change moves with what stands there', () => {
    fc.assert(
      fc.property(texts, numbers, numbers, texts, (initial, where, other, inserted) => {
        const text = Text.from(initial);
        const span = chosenSpan(text, where);
        const { start: position } = chosenSpan(text, other);
        // A line end that is taken apart or put together moves what follows it to another line.
        fc.pre(!/\r/.test(initial + inserted));
        fc.pre(comparePositions(position, span.start) <= 0 || comparePositions(position, span.end) >= 0);
        fc.pre(comparePositions(position, span.start) !== 0 || comparePositions(span.start, span.end) === 0);
        const after = text.replace(span, inserted);
        const moved = shiftPosition(position, { span, text: inserted });
        const isAfter = comparePositions(position, span.end) >= 0;
        const delta = isAfter ? inserted.length - text.slice(span).length : 0;
        expect(offsetOf(after, moved)).toBe(offsetOf(text, position) + delta);
      }),
    );
  });

  test('is where a text ends', () => {
    expect(endOf({ line: 3, column: 4 }, 'ab')).toEqual({ line: 3, column: 6 });
    expect(endOf({ line: 3, column: 4 }, 'ab\r\nc')).toEqual({ line: 4, column: 1 });
  });
});
