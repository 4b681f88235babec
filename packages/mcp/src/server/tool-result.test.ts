/** What a tool may return. */
import { describe, expect, test } from 'vitest';

import { failureOf, resultOf } from './tool-result.ts';

const text = (words: string): object => ({ type: 'text', text: words });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

describe('the result of a tool', () => {
  test.each([
    ['text', 'red', { content: [text('red')] }],
    ['nothing', undefined, { content: [] }],
    ['a block', image, { content: [image] }],
    ['several blocks', [text('a'), image], { content: [text('a'), image] }],
    ['an object', { red: 1 }, { content: [text('{"red":1}')], structuredContent: { red: 1 } }],
    ['a number', 7, { content: [text('7')] }],
    ['a list', [1, 2], { content: [text('[1,2]')] }],
    ['an empty list', [], { content: [text('[]')] }],
    ['a whole result', { content: [image], isError: true }, { content: [image], isError: true }],
    // It has a type that is also the type of a block, and no content.
    [
      'an object with a type',
      { type: 'text' },
      { content: [text('{"type":"text"}')], structuredContent: { type: 'text' } },
    ],
  ])('is %s', (_, returned, expected) => {
    expect(resultOf(returned)).toEqual(expected);
  });

  test('is an error that says what the tool threw', () => {
    expect(failureOf(new Error('No water.'))).toEqual({ content: [text('No water.')], isError: true });
    expect(failureOf('dry')).toEqual({ content: [text('dry')], isError: true });
  });
});
