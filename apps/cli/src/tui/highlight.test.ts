import { expect, test } from 'vitest';

import { highlighter, languageOfPath } from './highlight.ts';
import type { Style } from './styled-line.ts';

/** The pieces with a style of their own in the last of some lines. */
function styled(language: string, ...lines: readonly string[]): readonly (readonly [string, Style])[] {
  const highlight = highlighter(language);
  const last = lines.map(highlight).at(-1) ?? [];
  return last.flatMap(({ text, style }) => (style === undefined ? [] : [[text, style] as const]));
}

const [comment, string, number, keyword] = [
  { isDim: true },
  { colour: 'green' },
  { colour: 'yellow' },
  { colour: 'magenta' },
];

test.each([
  ['ts', 'const a = "b"; // c', ['const', keyword], ['"b"', string], ['// c', comment]],
  ['hpp', 'int a = 1; /* b */', ['int', keyword], ['1', number], ['/* b */', comment]],
  ['py', "def a(): return 'b' # c", ['def', keyword], ['return', keyword], ["'b'", string], ['# c', comment]],
  ['yaml', 'a: true # b', ['true', keyword], ['# b', comment]],
  ['tf', 'a = "b" # c', ['"b"', string], ['# c', comment]],
  ['lua', 'local a = 1 -- b', ['local', keyword], ['1', number], ['-- b', comment]],
  ['html', '<a href="b">it\'s</a> <!-- c -->', ['"b"', string], ['<!-- c -->', comment]],
  ['sql', "SELECT 'a' -- b", ['SELECT', keyword], ["'a'", string], ['-- b', comment]],
  ['unknown', 'const a = "b"'],
])('%s has its colours in %s', (language, code, ...pieces) => {
  expect(styled(language, code)).toEqual(pieces);
});

test('a comment goes on in the next line, and a string does not', () => {
  expect(styled('rs', 'a /* b', 'c */ let d')).toEqual([
    ['c */', comment],
    ['let', keyword],
  ]);
  expect(styled('py', '"""', 'return 1')).toEqual([
    ['return', keyword],
    ['1', number],
  ]);
});

test('a path names its language', () => {
  expect(['src/a.test.TS', 'Makefile', '/a.b/c'].map(languageOfPath)).toEqual(['ts', 'makefile', 'c']);
});
