import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { EditSuggestion, Suggestion } from '../suggestions/suggestion.ts';
import { chosenSpan, numbers } from '../text/arbitraries.test-support.ts';
import { comparePositions, type Replacement } from '../text/text-position.ts';
import { applyAll } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { rebase } from './rebase-suggestion.ts';

const uri = 'file:///a.ts';
const replacement = (line: number, from: number, to: number, text: string): Replacement => ({
  span: { start: { line, column: from }, end: { line, column: to } },
  text,
});
const edit = (...edits: Replacement[]): EditSuggestion => ({ kind: 'edit', uri, edits });

const plain = fc.stringMatching(/^[ab\n]{0,12}$/u);

describe('a suggestion', () => {
  test('of an edit elsewhere moves with its text', () => {
    const suggestion = { ...edit(replacement(2, 4, 7, 'new')), cursor: { line: 2, column: 7 } };
    expect(rebase(suggestion, uri, replacement(0, 0, 0, 'x\n'))).toEqual({
      ...edit(replacement(3, 4, 7, 'new')),
      cursor: { line: 3, column: 7 },
    });
    expect(rebase(suggestion, uri, replacement(5, 0, 3, ''))).toMatchObject(edit(replacement(2, 4, 7, 'new')));
    expect(rebase(suggestion, 'file:///b.ts', replacement(2, 4, 7, 'old'))).toBe(suggestion);
  });

  test('that is typed along shrinks to what is missing', () => {
    const first = rebase(edit(replacement(0, 5, 5, 'return')), uri, replacement(0, 5, 5, 'r'));
    expect(first).toEqual(edit(replacement(0, 6, 6, 'eturn')));
    expect(first && rebase(first, uri, replacement(0, 6, 6, 'eturn'))).toBeUndefined();
  });

  test('stays when the user deletes what it would delete', () => {
    expect(rebase(edit(replacement(0, 2, 6, 'x')), uri, replacement(0, 3, 5, ''))).toEqual(
      edit(replacement(0, 2, 4, 'x')),
    );
  });

  test('is stale when something else is typed there', () => {
    expect(rebase(edit(replacement(0, 5, 5, 'return')), uri, replacement(0, 5, 5, 'x'))).toBeUndefined();
    expect(rebase(edit(replacement(0, 2, 6, 'x')), uri, replacement(0, 0, 3, ''))).toBeUndefined();
  });

  test('to jump or rename moves, and is stale when its place is gone', () => {
    const jump: Suggestion = { kind: 'jump', uri, position: { line: 3, column: 2 } };
    expect(rebase(jump, uri, replacement(1, 0, 0, '\n'))).toEqual({ ...jump, position: { line: 4, column: 2 } });
    expect(rebase(jump, uri, replacement(3, 1, 4, ''))).toBeUndefined();
    const search: Suggestion = { kind: 'searchAndReplace', uri, search: 'a', replace: 'b' };
    expect(rebase(search, uri, replacement(3, 1, 4, ''))).toBe(search);
  });

  test('leads to the text that was predicted, or to that text with what was changed elsewhere', () => {
    fc.assert(
      fc.property(plain, numbers, plain, numbers, plain, (initial, where, proposed, other, typed) => {
        const text = Text.from(initial);
        const change = { span: chosenSpan(text, other), text: typed };
        const proposal = { span: chosenSpan(text, where), text: proposed };
        const rebased = rebase(edit(proposal), uri, change);
        fc.pre(rebased?.kind === 'edit');
        const after = applyAll(applyAll(text, [change]) ?? text, rebased.edits);
        const isElsewhere =
          comparePositions(change.span.end, proposal.span.start) < 0 ||
          comparePositions(change.span.start, proposal.span.end) > 0;
        const expected = applyAll(text, isElsewhere ? [proposal, change] : [proposal]);
        expect(String(after)).toBe(String(expected));
      }),
      { numRuns: 500 },
    );
  });
});
