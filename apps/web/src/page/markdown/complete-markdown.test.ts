import { expect, test } from 'vitest';

import { completeMarkdown } from './complete-markdown.ts';

const paragraph = (raw: string): string => completeMarkdown(raw, 'paragraph');

test.each([
  ['**bold', '**bold**'],
  ['**bold te', '**bold te**'],
  ['**bold*', '**bold**'],
  ['**bold**', '**bold**'],
  ['a *word', 'a *word*'],
  ['a **', 'a'],
  ['a *', 'a'],
  ['~~gone', '~~gone~~'],
  ['~~gone~', '~~gone~~'],
  ['**bold and *both', '**bold and *both***'],
  ['_word', '_word_'],
  ['snake_case_name', 'snake_case_name'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  [String.raw`\*no`, String.raw`\*no`],
])('emphasis that is open at the end is closed: %s', (raw, expected) => {
  expect(paragraph(raw)).toBe(expected);
});

test.each([
  ['see `code', 'see `code`'],
  ['see `', 'see'],
  ['see ``a`b', 'see ``a`b``'],
  ['a `b` c', 'a `b` c'],
  ['`**x`', '`**x`'],
])('inline code that is open at the end is closed: %s', (raw, expected) => {
  expect(paragraph(raw)).toBe(expected);
});

test.each([
  ['see [the docs', 'see the docs'],
  ['see [the docs](http', 'see the docs'],
  ['see [the docs](http://x.example/a', 'see the docs'],
  ['see [the docs](http://x.example)', 'see [the docs](http://x.example)'],
  ['see [1]', 'see 1'],
  ['see [1].', 'see [1].'],
  ['![pict', 'pict'],
])('a link that is not complete is shown as its text: %s', (raw, expected) => {
  expect(paragraph(raw)).toBe(expected);
});

test.each([
  ['Some words\n-', 'Some words'],
  ['Some words\n--', 'Some words'],
  ['Some words\n=', 'Some words'],
  ['#', ''],
  ['``', ''],
  ['1', ''],
  ['1.', ''],
])('a mark whose meaning is not known yet is not shown: %j', (raw, expected) => {
  expect(paragraph(raw)).toBe(expected);
});

test('the header of a table is a table before the line below it is complete', () => {
  for (const raw of ['| a | b |', '| a | b |\n', '| a | b |\n|', '| a | b |\n|--', '| a | b |\n|---|-']) {
    expect(paragraph(raw).trim()).toBe('| a | b |\n|---|---|');
  }
  expect(paragraph('| a | b')).toBe('| a | b|\n|---|---|');
  expect(completeMarkdown('| a | b |\n|---|---|\n| 1 |', 'table')).toBe('| a | b |\n|---|---|\n| 1 |');
});

test('code and definitions stay as they are', () => {
  expect(completeMarkdown('```js\nlet a = `**', 'code')).toBe('```js\nlet a = `**');
  expect(completeMarkdown('[a]: http://x', 'def')).toBe('[a]: http://x');
});
