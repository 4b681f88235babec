import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { quoteWord, typedWord } from './shell-words.ts';
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
  expect(splitShellWords(line, 'linux')).toEqual(words);
});

test.each([
  [String.raw`node C:\tools\proxy.mjs`, ['node', String.raw`C:\tools\proxy.mjs`]],
  [String.raw`"C:\Program Files\node\node.exe" a.mjs`, [String.raw`C:\Program Files\node\node.exe`, 'a.mjs']],
  ['"C:\\my tools\\" x', ['C:\\my tools\\', 'x']],
  [String.raw`'\\shed\my tools\run.exe'`, [String.raw`\\shed\my tools\run.exe`]],
  [`"say ""roses""" ""`, ['say "roses"', '']],
])('splits %s on Windows', (line, words) => {
  expect(splitShellWords(line, 'win32')).toEqual(words);
});

test.each([
  ['win32', 'C:\\garden\\rose.ts', 'C:\\garden\\rose.ts'],
  ['win32', 'C:\\my garden\\rose.ts', '"C:\\my garden\\rose.ts"'],
  ['win32', '50%', '"50%"'],
  ['win32', '', '""'],
  ['linux', '/my garden/rose.ts', "'/my garden/rose.ts'"],
] as const)('on %s, the word %s is typed as %s', (platform, word, typed) => {
  expect(typedWord(word, platform)).toBe(typed);
});

test('a quote without an end is not a list of words', () => {
  for (const platform of ['linux', 'win32'] as const) expect(splitShellWords(`node 'a`, platform)).toBeUndefined();
});

test('reads back every word that we quote', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      expect(splitShellWords(words.map((word) => quoteWord(word)).join(' '), 'linux')).toEqual(words);
      for (const platform of ['linux', 'win32'] as const)
        expect(splitShellWords(words.map((word) => typedWord(word, platform)).join(' '), platform)).toEqual(words);
    }),
  );
});
