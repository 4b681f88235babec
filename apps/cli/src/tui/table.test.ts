import { array, assert, constantFrom, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';

import { renderMarkdown } from './markdown.ts';
import { textOfLine, widthOfLine } from './styled-line.ts';

const lines = (markdown: string, width: number): readonly string[] => renderMarkdown(markdown, width).map(textOfLine);

const table = '| Name | Count | About |\n|:--|--:|:-:|\n| rose | 7 | A flower with thorns |\n| oak | 1200 | tree |';

test('columns take the width that they need, and are aligned as the author wants', () => {
  expect(lines(table, 80)).toEqual([
    'Name │ Count │        About        ',
    '─────┼───────┼─────────────────────',
    'rose │     7 │ A flower with thorns',
    'oak  │  1200 │         tree        ',
  ]);
});

test('a long cell wraps in its column, and a rule stands between wrapped rows', () => {
  expect(lines(table, 28)).toEqual([
    'Name │ Count │     About    ',
    '─────┼───────┼──────────────',
    'rose │     7 │ A flower with',
    '     │       │    thorns    ',
    '┈┈┈┈┈┼┈┈┈┈┈┈┈┼┈┈┈┈┈┈┈┈┈┈┈┈┈┈',
    'oak  │  1200 │     tree     ',
  ]);
});

test('columns that would be too narrow become lists', () => {
  expect(lines('| Name | What it is |\n|---|---|\n| rosemary | evergreen |\n| oak | tree |', 12)).toEqual([
    'Name:',
    '  rosemary',
    'What it is:',
    '  evergreen',
    '┈┈┈┈┈┈┈┈┈┈┈┈',
    'Name: oak',
    'What it is:',
    '  tree',
  ]);
});

test('at any width no line is wider, and no word is lost', () => {
  const cell = string({ unit: constantFrom('a', 'b', 'c', ' ', '玫', 'é'), maxLength: 30 });
  assert(
    property(
      array(array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      integer({ min: 4, max: 90 }),
      (rows, width) => {
        const written = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
        const shown = renderMarkdown(`| x | y | z |\n|--:|:-:|---|\n${written}`, width);
        for (const each of shown) expect(widthOfLine(each)).toBeLessThanOrEqual(width);
        const letters = (text: string): string => (text.match(/[abc玫é]/gu) ?? []).toSorted().join('');
        expect(letters(shown.map(textOfLine).join(''))).toBe(letters(written));
      },
    ),
    { numRuns: 100 },
  );
});
