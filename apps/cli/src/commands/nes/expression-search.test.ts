import { expect, test } from 'vitest';

import { findMatches } from './expression-search.ts';

const find = (search: string, replace: string, ...lines: readonly string[]) =>
  findMatches(search, replace, { lines, limit: 100 }).map(
    ([line, column, old, now]) => `${line}:${column} ${old} ${now}`,
  );

test('matches are replaced with their groups and their context', () => {
  const lines = ['let rose = 1;', 'rose += rosebud;'];
  expect(find(String.raw`(\w+)bud`, '$1!', ...lines)).toEqual(['1:8 rosebud rose!']);
  expect(find(String.raw`(?<=\+= )rose(?=bud)`, '[$&]', ...lines)).toEqual(['1:8 rose [rose]']);
});

test('an expression that is none, or takes for ever, finds nothing', () => {
  expect(find('(', '', 'a')).toEqual([]);
  expect(find('^(a+)+$', '', `${'a'.repeat(40)}!`)).toEqual([]);
});
