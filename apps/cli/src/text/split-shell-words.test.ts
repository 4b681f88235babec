import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { quoteWord } from './shell-words.ts';
import { splitShellWords } from './split-shell-words.ts';

test.each([
  ['node a.mjs', ['node', 'a.mjs']],
  ['  node   a.mjs  ', ['node', 'a.mjs']],
  [`node 'my file.mjs' "it's"`, ['node', 'my file.mjs', "it's"]],
  [String.raw`a\ b "c\"d" 'e\f' g\\`, ['a b', 'c"d', String.raw`e\f`, 'g\\']],
  [`a '' ""`, ['a', '', '']],
  [`a$HOME *.ts ~`, ['a$HOME', '*.ts', '~']],
  ['', []],
])('splits %s', (line, words) => {
  expect(splitShellWords(line)).toEqual(words);
});

test('a quote without an end is not a list of words', () => {
  expect(splitShellWords(`node 'a`)).toBeUndefined();
});

test('reads back every word that we quote', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      expect(splitShellWords(words.map((word) => quoteWord(word)).join(' '))).toEqual(words);
    }),
  );
});
