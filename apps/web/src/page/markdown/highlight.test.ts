import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';

import { highlight } from './highlight.ts';

const textOf = (code: string, language: string): string | undefined =>
  highlight(code, language)
    ?.map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

test('words of a language have their looks, and comments over several lines have theirs on each', () => {
  const lines = highlight('const a = 1;\n/* one\n   two */', 'ts');
  expect(lines?.[0]?.[0]).toEqual({ text: 'const', look: 'text-code-keyword' });
  expect(lines?.[1]).toEqual([{ text: '/* one', look: 'text-code-comment' }]);
  expect(lines?.[2]).toEqual([{ text: '   two */', look: 'text-code-comment' }]);
});

test('the text is that of the code, whatever it is', () => {
  const languages = constantFrom('ts', 'python', 'html', 'diff', 'json', 'bash');
  const pieces = array(constantFrom('<b>', '"', "'", '\n', '//', '/*', '#', '`', '${', 'x', ' ', '-', '+', '&amp;'));
  assert(
    property(pieces, languages, (parts, language) => {
      const code = parts.join('');
      expect(textOf(code, language)).toBe(code);
    }),
    { numRuns: 200 },
  );
});

test('unknown languages and very long code have no colours', () => {
  expect(highlight('a', 'no-such-language')).toBeUndefined();
  expect(highlight('a '.repeat(30_000), 'ts')).toBeUndefined();
});

test('names of languages are not case sensitive', () => {
  expect(highlight('let a', 'TS')).toEqual(highlight('let a', 'ts'));
});
