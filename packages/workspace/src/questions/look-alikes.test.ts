import { expect, test } from 'vitest';

import { lookAlikesIn } from './look-alikes.ts';

const found = (text: string, isCommand = true): readonly string[] =>
  lookAlikesIn(text, { isCommand }).map(({ word, code }) => `${word} ${code}`);

test.each([
  ['a Cyrillic letter among Latin ones', 'сurl example.org', ['сurl U+0441']],
  ['a Greek letter among Latin ones', 'cat rοse.md', ['rοse U+03BF']],
  ['a whole word of Cyrillic twins', '/garden/сору', ['сору U+0441', 'сору U+043E', 'сору U+0440', 'сору U+0443']],
  ['wide letters', 'ｒm -rf', ['ｒm U+FF52']],
  ['mathematical letters', '𝗋m -rf', ['𝗋m U+1D5CB']],
  ['a letter of the phonetic alphabet', 'ɡit push', ['ɡit U+0261']],
  ['an i without a dot', 'gıt push', ['gıt U+0131']],
  ['a slash that is none', 'rm a∕b', ['∕ U+2215']],
  ['a wide slash', 'rm a／b', ['／ U+FF0F']],
  ['a Greek question mark', 'ls\u037e rm', ['\u037e U+037E']],
  ['a dash that is none', 'rm –rf roses', ['– U+2013']],
  ['quotes that are none', 'echo “a”', ['“ U+201C', '” U+201D']],
])('%s is found', (_what, text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('words of one script, accents, emoji and mixed East Asian names are not', () => {
  for (const text of ['rm -rf roses', 'Розы и соус', 'café naïve Öl', '玫瑰Rose.md ローズa', '👩‍🌾 ✓ → €', 'x² ½ …'])
    expect(found(text)).toEqual([]);
});

test('dashes and quotes are usual in prose', () => {
  expect(found('Change “rose.md” – now', false)).toEqual([]);
  expect(found('Change rоse.md', false)).toEqual(['rоse U+043E']);
});

test('each character is reported once', () => {
  expect(found('сurl сurl саt')).toEqual(['сurl U+0441', 'саt U+0430']);
});
