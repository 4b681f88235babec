import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../../../test/support/any-character.ts';
import { exactLine, exactLines } from './exact-text.ts';

test('line breaks are lines, and the second line is not part of the comment in the first', () => {
  expect(exactLines('ls # lists the files\ntouch X')).toEqual(['ls # lists the files', 'touch X']);
  expect(exactLine('a\nb')).toBe('a␊b');
});

test('carriage returns, tabs and escape sequences are marked', () => {
  expect(exactLine('ls\rrm\t-rf\u001b[8m\u0000\u009b')).toBe('ls␍rm␉-rf␛[8m␀⟨9B⟩');
});

test.each([
  ['a direction mark', 'rm \u202Efr-', 'rm ⟨202E⟩fr-'],
  ['an isolate', '\u2066x', '⟨2066⟩x'],
  ['a character without width', 'r\u200Bm', 'r⟨200B⟩m'],
  ['a joiner between Latin letters', 'r\u200Dm \u200Cx', 'r⟨200D⟩m ⟨200C⟩x'],
  ['a variation selector after a letter', 'rm\uFE0F', 'rm⟨FE0F⟩'],
  ['a space that does not break', 'rm\u00A0-rf', 'rm⟨A0⟩-rf'],
  ['a wide space', 'rm\u3000-rf\u2003', 'rm⟨3000⟩-rf⟨2003⟩'],
  ['a filler', 'a\u3164b\u2800', 'a⟨3164⟩b⟨2800⟩'],
  ['a tag', 'a\u{E0041}', 'a⟨E0041⟩'],
  ['a code point for private use', 'a\uE000', 'a⟨E000⟩'],
  ['half a character', 'a\uD800', 'a⟨D800⟩'],
  ['a line separator', 'a\u2028b', 'a⟨2028⟩b'],
  ['spaces at the end', 'rose.md  ', 'rose.md␠␠'],
])('%s is marked', (_what, text, shown) => {
  expect(exactLine(text)).toBe(shown);
});

test('names in other scripts and emoji are as they are', () => {
  const name = 'Розы 玫瑰 می\u200Cخواهم 👩\u200D🌾 1\uFE0F\u20E3 naïve.md';
  expect(exactLine(name)).toBe(name);
});

test('many spaces or empty lines do not push the rest away', () => {
  expect(exactLine(`ls${' '.repeat(500)}; rm -rf roses`)).toBe('ls⟨500 spaces⟩; rm -rf roses');
  expect(exactLine(`ls${' '.repeat(12)}x`)).toBe(`ls${' '.repeat(12)}x`);
  expect(exactLines(`ls${'\n'.repeat(1001)}rm -rf roses`)).toEqual(['ls', '⟨1000 empty lines⟩', 'rm -rf roses']);
  expect(exactLines('a\n\n\nb\n')).toEqual(['a', '', '', 'b', '']);
});

test('whatever the text is, what is shown has no character that a terminal obeys or hides', () => {
  assert(
    property(string({ unit: anyCharacter }), (text) => {
      expect(exactLine(text)).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]|(?! )\p{Zs}| $/u);
    }),
  );
});
