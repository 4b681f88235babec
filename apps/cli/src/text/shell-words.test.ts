import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { isPlainWord, quoteWord } from './shell-words.ts';

test('a quoted word is what a shell reads back', () => {
  const words = ['rose', 'two words', '$HOME', '`id`', "it's", 'a;b', '', '*', 'x\ny', '"'];
  const line = words.map(quoteWord).join(' ');
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  expect(printed.split('\0').slice(0, -1)).toEqual(words);
});

test('only words without a sign for the shell are plain', () => {
  expect(['npm', '--flag=1', './a/b.c'].filter(isPlainWord)).toHaveLength(3);
  expect(['a b', '$x', '', 'a;'].filter(isPlainWord)).toEqual([]);
});
