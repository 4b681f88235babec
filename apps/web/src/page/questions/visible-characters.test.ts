import { expect, test } from 'vitest';

import { hiddenCharactersIn, visibleParts } from './visible-characters.ts';

test.each([
  ['rm -rf roses\n\techo', ['rm -rf roses\n\techo']],
  ['a\u202Eb', ['a', '<U+202E>', 'b']],
  ['a\u200Bb\u0007\u00A0c', ['a', '<U+200B>', 'b', '<U+0007>', '<U+00A0>', 'c']],
  ['👩‍🌾 ünïcödé 日本', ['👩‍🌾 ünïcödé 日本']],
  ['', []],
])('%j is shown as %j', (text, parts) => {
  const shown = visibleParts(text).map((part) => (part.isHidden ? `<${part.text}>` : part.text));
  expect(shown).toEqual(parts);
});

test('hidden characters of several texts are listed once', () => {
  expect(hiddenCharactersIn(['a\u202Eb\u202E', 'c\u200B', 'plain'])).toEqual(['U+202E', 'U+200B']);
});
