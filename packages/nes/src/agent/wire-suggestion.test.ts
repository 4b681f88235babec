import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readSuggestion } from '../client/read-suggestion.ts';
import { anySpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import { applyAll } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { writeSuggestion } from './wire-suggestion.ts';

const uri = 'file:///garden/rose.ts';

describe.each(['utf-16', 'utf-8', 'utf-32'] as const)('an edit counted in %s', (encoding) => {
  test('does for the client what the engine meant, also inside a character', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(numbers, texts), { minLength: 1, maxLength: 3 }), (initial, changes) => {
        const text = Text.from(initial);
        const edits = changes.map(([where, inserted]) => ({ span: anySpan(text, where), text: inserted }));
        const meant = applyAll(text, edits);
        const writing = { textOf: () => text, encoding };
        const written = writeSuggestion('1', { kind: 'edit', uri, edits }, writing);
        const read = written && readSuggestion(written, { ...writing, kinds: new Set(['edit']) });
        const isNothing = meant === undefined || String(meant) === initial;
        expect(read === undefined).toBe(isNothing);
        if (read?.kind === 'edit') expect(String(applyAll(text, read.edits))).toBe(String(meant));
      }),
    );
  });

  test('stays one when two meet between the halves of a character', () => {
    const text = Text.from('a\u{1F600}b');
    const at = (from: number, to: number) => ({ start: { line: 0, column: from }, end: { line: 0, column: to } });
    const edits = [
      { span: at(0, 2), text: 'x' },
      { span: at(2, 4), text: 'y' },
    ];
    const written = writeSuggestion('1', { kind: 'edit', uri, edits }, { textOf: () => text, encoding });
    const read = written && readSuggestion(written, { textOf: () => text, encoding, kinds: new Set(['edit']) });
    expect(read?.kind === 'edit' && String(applyAll(text, read.edits))).toBe('xy');
  });
});
