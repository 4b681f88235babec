import { expect, test } from 'vitest';

import { fuzzyFilter, fuzzyScore } from './fuzzy.ts';

const find = (query: string, texts: readonly string[]): readonly string[] => fuzzyFilter(query, texts, (text) => text);

test('letters are found in their order, and whatever lacks one is left out', () => {
  expect(find('ns', ['Settings', 'Rename', 'New session'])).toEqual(['New session', 'Settings']);
  expect(fuzzyScore('xyz', 'New session')).toBeUndefined();
});

test('a match of the whole text, or at the beginnings of words, comes first', () => {
  expect(find('set', ['Reset', 'Show every tool', 'Settings'])).toEqual(['Settings', 'Reset', 'Show every tool']);
});

test('an empty query keeps everything in its order', () => {
  expect(find('  ', ['b', 'a'])).toEqual(['b', 'a']);
});

test('the words of a query need not be complete', () => {
  expect(find('ren ses', ['Archive session', 'Rename session'])).toEqual(['Rename session']);
});
