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
  expect(shown(scrolled, 20, 7)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '  ⋯ 14 more lines here, Space shows them (20 lines)',
    '18',
    '19',
  ]);
  expect([scrolled.canScroll, scrolled.unseen]).toEqual([true, 14]);
});

test('pages overlap by a line, and at the end nothing is unseen', () => {
  const scrolled = new ScrolledLines();
  shown(scrolled, 20, 7);
  scrolled.scroll(1);
  expect(shown(scrolled, 20, 7).slice(0, 5)).toEqual([
    '3',
    '4',
    '5',
    '6',
    '  ⋯ 3 above, PgUp; 11 more lines here, Space shows them (20 lines)',
  ]);
  for (let page = 0; page < 9; page += 1) scrolled.scroll(1);
  expect(shown(scrolled, 20, 7)).toEqual([
    '14',
    '15',
    '16',
    '17',
    '  ⋯ 14 above, PgUp; this is the end (20 lines)',
    '18',
    '19',
  ]);
  expect(scrolled.unseen).toBe(0);
});

test('a jump to the end leaves lines unseen, and a change of the size counts them again', () => {
  const scrolled = new ScrolledLines();
  shown(scrolled, 20, 7);
  scrolled.scroll(Infinity);
  expect(shown(scrolled, 20, 7)[0]).toBe('14');
  expect(scrolled.unseen).toBe(14);
  expect(shown(scrolled, 25, 7)[0]).toBe('0');
  expect(scrolled.unseen).toBe(19);
});

test('every row counts: in two there are a line and the mark', () => {
  expect(shown(new ScrolledLines(), 9, 2)).toEqual(['0', '  ⋯ 8 more lines here, Space shows them (9 lines)']);
});
