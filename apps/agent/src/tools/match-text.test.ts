import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { growth, linear } from '../../../../test/support/growth.ts';
import { matchText, replaceMatches } from './match-text.ts';

/** What an edit makes of `text`, or why it does not. */
function edit(text: string, wanted: string, replacement: string, all = false): string {
  const result = matchText(text, wanted, replacement, all);
  return 'matches' in result ? `${result.matches[0].kind}: ${replaceMatches(text, result.matches)}` : result.problem;
}

describe('matchText', () => {
  test('replaces what is there exactly', () => {
    expect(edit('a rose is a flower', 'rose', 'tulip')).toBe('exact: a tulip is a flower');
  });

  test('does not guess between two places, unless all are meant', () => {
    expect(edit('red red', 'red', 'blue')).toBe('ambiguous');
    expect(edit('red red', 'red', 'blue', true)).toBe('exact: blue blue');
    expect(edit('  red\n\tred\n', 'red \n', 'blue')).toBe('ambiguous');
  });

  test('finds lines that differ only in the space at their ends', () => {
    expect(edit('if (a) {\n  b();   \n}\n', 'if (a) {\nb();\n}\n', 'c();\n')).toBe('trimmed lines: c();\n');
  });

  test('finds lines with another indentation, and indents the new ones', () => {
    const text = 'class A {\n    b() {\n        c();\n    }\n}\n';
    expect(edit(text, 'b() {\n    c();\n}', 'b() {\n    d();\n\n    e();\n}')).toBe(
      'other indentation: class A {\n    b() {\n        d();\n\n        e();\n    }\n}\n',
    );
  });

  test('finds nothing in other words, and nothing in mere space', () => {
    expect(edit('rose', 'tulip', 'x')).toBe('missing');
    expect(edit('a\n\n\nb', '   \n ', 'x')).toBe('missing');
  });

  test('replaces any part of any text by any other', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (before, wanted, after, replacement) => {
          const text = before + wanted + after;
          const result = matchText(text, wanted, replacement, true);
          expect('matches' in result && replaceMatches(text, result.matches)).toBe(
            text.split(wanted).join(replacement),
          );
        },
      ),
    );
  });

  test('costs at most linear time for many lines that nearly fit', async () => {
    const search = (lines: number): void => {
      const wanted = `${'same\n'.repeat(lines / 2)}other\n`;
      expect(matchText('  same\n'.repeat(lines), wanted, 'x', false)).toMatchObject({ problem: 'missing' });
    };
    expect(await growth(search, 10_000)).toBeLessThan(linear);
  });
});
