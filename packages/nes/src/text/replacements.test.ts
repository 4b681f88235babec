import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anySpan, isBoundary, numbers, texts } from './arbitraries.test-support.ts';
import { applyAll, replacementBetween, widenToWholeCharacters } from './replacements.ts';
import { Text } from './text.ts';

const at = (line: number, from: number, to = from) => ({ start: { line, column: from }, end: { line, column: to } });

describe('replacements of one text', () => {
  const text = Text.from('one two\nthree\n');

  test('all refer to the text before', () => {
    const replacements = [
      { span: at(1, 0, 5), text: '3' },
      { span: at(0, 4, 7), text: '2' },
      { span: at(0, 0, 3), text: '1' },
    ];
    expect(String(applyAll(text, replacements))).toBe('1 2\n3\n');
  });

  test('at one place come in their order', () => {
    expect(
      String(
        applyAll(text, [
          { span: at(0, 0), text: 'a' },
          { span: at(0, 0), text: 'b' },
        ]),
      ),
    ).toBe('abone two\nthree\n');
  });

  test('that overlap, or are not in the text, are none', () => {
    expect(
      applyAll(text, [
        { span: at(0, 0, 4), text: '' },
        { span: at(0, 3, 5), text: '' },
      ]),
    ).toBeUndefined();
    expect(applyAll(text, [{ span: at(7, 0), text: '' }])).toBeUndefined();
    expect(applyAll(text, [{ span: at(0, 99), text: '' }])).toBeUndefined();
  });

  test('lead from any text to any other', () => {
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const [before, after] = [Text.from(left), Text.from(right)];
        const replacement = replacementBetween(before, after);
        if (replacement === undefined) expect(left).toBe(right);
        else expect(String(applyAll(before, [replacement]))).toBe(right);
      }),
    );
  });

  test('lead to the same without an edge inside a character', () => {
    fc.assert(
      fc.property(texts, numbers, texts, (initial, where, inserted) => {
        const before = Text.from(initial);
        const replacement = { span: anySpan(before, where), text: inserted };
        const whole = widenToWholeCharacters(before, replacement);
        for (const { line, column } of [whole.span.start, whole.span.end])
          expect(isBoundary(before.line(line), column)).toBe(true);
        expect(String(applyAll(before, [whole]))).toBe(String(applyAll(before, [replacement])));
      }),
    );
  });

  test('are as small as they can be', () => {
    const after = Text.from('one tzo\nthree\n');
    expect(replacementBetween(text, after)).toEqual({ span: at(0, 5, 6), text: 'z' });
  });
});
