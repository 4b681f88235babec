import { expect, test } from 'vitest';

import { line, textOfLine } from '../../../tui/styled-line.ts';
import { ScrolledLines } from './scrolled-lines.ts';

const lines = (count: number): ReturnType<typeof line>[] =>
  Array.from({ length: count }, (_, index) => line(`${index}`));
const shown = (scrolled: ScrolledLines, count: number, rows: number): readonly string[] =>
  scrolled.draw(lines(count), rows).map(textOfLine);

test('lines that fit are all shown, and seen', () => {
  const scrolled = new ScrolledLines();
  expect(shown(scrolled, 5, 5)).toEqual(['0', '1', '2', '3', '4']);
  expect([scrolled.canScroll, scrolled.unseen]).toEqual([false, 0]);
});

test('of others the beginning and the end are shown, and how many are between', () => {
  const scrolled = new ScrolledLines();
  expect(shown(scrolled, 20, 13)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '  ⋯ 8 more lines (Space)',
    '16',
    '17',
    '18',
    '19',
  ]);
  expect([scrolled.canScroll, scrolled.unseen]).toEqual([true, 8]);
});

test('pages overlap by a line, and at the end nothing is unseen', () => {
  const scrolled = new ScrolledLines();
  shown(scrolled, 20, 7);
  scrolled.scroll(1);
  expect(shown(scrolled, 20, 7)).toEqual(['5', '6', '7', '8', '9', '10', '  ⋯ 9 more lines (Space) · 5 above (PgUp)']);
  for (let page = 0; page < 9; page += 1) scrolled.scroll(1);
  expect(shown(scrolled, 20, 7)).toEqual(['14', '15', '16', '17', '18', '19', '  ⋯ this is the end · 14 above (PgUp)']);
  expect(scrolled.unseen).toBe(0);
});

test('a jump to the end leaves lines unseen, and a change of their number counts them again', () => {
  const scrolled = new ScrolledLines();
  shown(scrolled, 20, 7);
  scrolled.scroll(Infinity);
  expect(shown(scrolled, 20, 7)).toEqual([
    '14',
    '15',
    '16',
    '17',
    '18',
    '19',
    '  ⋯ 8 not shown yet (Space) · 14 above (PgUp)',
  ]);
  expect(shown(scrolled, 25, 7)[0]).toBe('0');
  expect(scrolled.unseen).toBe(19);
});

test('after the end, scrolling goes on with the first line that was not visible', () => {
  const scrolled = new ScrolledLines();
  shown(scrolled, 20, 7);
  scrolled.scroll(Infinity);
  scrolled.scroll(1);
  expect(shown(scrolled, 20, 7)[0]).toBe('6');
  scrolled.scroll(1);
  scrolled.scroll(1);
  expect(scrolled.unseen).toBe(0);
});

test('what matters is visible from the beginning, below the first lines, and the lines between count as unseen', () => {
  const scrolled = new ScrolledLines();
  const draw = (rows: number): readonly string[] =>
    scrolled.draw(lines(20), rows, { head: 2, focus: 9 }).map(textOfLine);
  expect(draw(7)).toEqual(['0', '1', '8', '9', '10', '11', '  ⋯ 8 more lines (Space) · 6 above (PgUp)']);
  expect([scrolled.hasShown(2), scrolled.hasShown(3), scrolled.unseen]).toEqual([true, false, 14]);
  expect(draw(4)).toEqual(['0', '9', '10', '  ⋯ 9 more lines (Space) · 8 above (PgUp)']);
  expect(draw(3)).toEqual(['0', '9', '  ⋯ 10 more lines (Space) · 8 above (PgUp)']);
});

test('every row counts: in two there are a line and the mark', () => {
  expect(shown(new ScrolledLines(), 9, 2)).toEqual(['0', '  ⋯ 8 more lines (Space)']);
});

test('no page leaves one line hidden by the row that says so', () => {
  for (let count = 8; count < 60; count += 1) {
    for (const rows of [6, 7, 11, 13, 20]) {
      const scrolled = new ScrolledLines();
      shown(scrolled, count, rows);
      for (let page = 0; page < 60 && scrolled.unseen > 0; page += 1) {
        scrolled.scroll(1);
        expect(shown(scrolled, count, rows).join('\n')).not.toMatch(/\b1 (?:more line|not shown)/u);
      }
      expect(scrolled.unseen).toBe(0);
      for (let page = 0; page < 60; page += 1) {
        scrolled.scroll(-1);
        expect(shown(scrolled, count, rows).join('\n')).not.toMatch(/\b1 above/u);
      }
    }
  }
});
