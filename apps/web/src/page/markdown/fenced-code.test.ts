import { array, assert, constantFrom, property } from 'fast-check';
import type { Tokens } from 'marked';
import { expect, test } from 'vitest';

import { fencedCode } from './fenced-code.ts';
import { blockTokens } from './markdown-lexer.ts';

test('the code of a fence is what the lexer reads, whether it is closed or not', () => {
  const lines = array(constantFrom('', 'a', '``', '```x', '~~~', '    b', '`c`', '- d', '````'), {
    maxLength: 6,
  });
  const fence = constantFrom('```', '````', '~~~');
  assert(
    property(fence, lines, constantFrom('', '\n', '\nFENCE', '\nFENCE  ', '\nFENCE\n'), (mark, body, end) => {
      const source = `${mark}js title\n${body.join('\n')}${end.replace('FENCE', mark)}`;
      const [token] = blockTokens(source);
      if (token?.type !== 'code') return;
      expect(fencedCode(token.raw)?.code).toBe((token as Tokens.Code).text);
      expect(fencedCode(token.raw)?.language).toBe('js');
    }),
    { numRuns: 500 },
  );
});

test('a fence is closed by a fence of its own kind', () => {
  expect(fencedCode('```js\na\n```')).toEqual({ code: 'a', language: 'js', isClosed: true });
  expect(fencedCode('```js\na\n~~~')).toEqual({ code: 'a\n~~~', language: 'js', isClosed: false });
  expect(fencedCode('```js')).toEqual({ code: '', language: 'js', isClosed: false });
  expect(fencedCode('    indented')).toBeUndefined();
});

test('the start of a closing fence is not shown while code is written', () => {
  expect(fencedCode('```js\na\n``', true)?.code).toBe('a');
  expect(fencedCode('```js\na\n``', false)?.code).toBe('a\n``');
  expect(fencedCode('```js\na\n~~', true)?.code).toBe('a\n~~');
  expect(fencedCode('```js\na\n`b', true)?.code).toBe('a\n`b');
});
