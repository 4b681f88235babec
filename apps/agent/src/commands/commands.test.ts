import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { searchWords } from '../file-answers/search-terms.ts';
import { fenced } from '../text/fenced-text.ts';
import { readPlace } from './commands.ts';

describe('a place in a file', () => {
  test.each([
    ['rose.md', { path: 'rose.md' }],
    [' rose.md ', { path: 'rose.md' }],
    ['rose.md:12', { path: 'rose.md', line: 12 }],
    ['rose.md:12-20', { path: 'rose.md', line: 12, limit: 9 }],
    ['rose.md:20-12', { path: 'rose.md', line: 20, limit: 1 }],
    ['rose.md:0', { path: 'rose.md', line: 1 }],
    ['my rose.md:3', { path: 'my rose.md', line: 3 }],
    [':12', { path: ':12' }],
    ['a:b:3', { path: 'a:b', line: 3 }],
    ['', { path: '' }],
  ])('%j is read as %j', (input, place) => {
    expect(readPlace(input)).toEqual(place);
  });
});

describe('the words of a question', () => {
  test.each([
    ['Where is the gardenGate opened?', ['gardenGate', 'opened']],
    ['what does it do', []],
    ['rose ROSE Rose', ['Rose']],
    ['src/garden.ts and bed_size', ['src/garden.ts', 'bed_size']],
    ['Wo ist das Gärtchen?', ['Gärtchen', 'ist', 'das']],
  ])('%j are about %j', (question, words) => {
    expect(searchWords(question)).toEqual(words);
  });

  test('are few, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string(), (question) => {
        expect(searchWords(question).length).toBeLessThanOrEqual(6);
      }),
    );
    expect(searchWords('lorem ipsum dolor '.repeat(500_000))).toHaveLength(3);
  });
});

test('a fence is one that no text ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'a', '~') }), (text) => {
      const [fence = '', ...rest] = fenced(text).split('\n');
      expect(rest.filter((line) => line.startsWith(fence))).toHaveLength(1);
    }),
  );
});
