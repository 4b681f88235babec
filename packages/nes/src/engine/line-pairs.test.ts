import { describe, expect, test } from 'vitest';

import { pairLines } from './line-pairs.ts';

describe('lines that became others', () => {
  test('are paired one by one where there are as many', () => {
    expect(pairLines(['a(1);', 'b(2);', 'c(3);'], ['a(1);', 'b(x);', 'c(y);'])).toEqual([
      { before: 'b(2);', after: 'b(x);', index: 1 },
      { before: 'c(3);', after: 'c(y);', index: 2 },
    ]);
  });

  test('are those that are most alike in a block that grew or shrank', () => {
    expect(pairLines(['run(load(0), first);'], ['prepare();', 'run(fetch(0), first);'])).toEqual([
      { before: 'run(load(0), first);', after: 'run(fetch(0), first);', index: 1 },
    ]);
    expect(pairLines(['log(a);', 'run(load(0), first);', 'log(b);'], ['run(fetch(0), first);'])).toEqual([
      { before: 'run(load(0), first);', after: 'run(fetch(0), first);', index: 0 },
    ]);
  });

  test('are none when something else was written in their place', () => {
    expect(pairLines(['const a = 1;'], ['export function plant(): void {'])).toEqual([]);
    expect(pairLines(['one two'], ['', '  '])).toEqual([]);
  });

  test('may have grown a great deal', () => {
    const after = '@attr.s(**{EQUAL: False, ORDER: True, HASH: None}) # type: ignore';
    expect(pairLines(['@attr.s'], [after])).toEqual([{ before: '@attr.s', after, index: 0 }]);
  });
});
