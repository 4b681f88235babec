import { Text as SuggestedText } from '@acp-stack/nes';
import { EditorState, type ChangeSpec } from '@codemirror/state';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { changesOf, offsetAt, positionAt, replacementsOf } from './positions.ts';

const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '🌷', '\t'), maxLength: 6 });
const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));

test('a position and its offset are the same place', () => {
  fc.assert(
    fc.property(text, fc.nat(), (written, seed) => {
      const { doc } = EditorState.create({ doc: written });
      const offset = seed % (doc.length + 1);
      expect(offsetAt(doc, positionAt(doc, offset))).toBe(offset);
    }),
  );
  const { doc } = EditorState.create({ doc: 'ab\nc' });
  expect([offsetAt(doc, { line: 0, column: 9 }), offsetAt(doc, { line: 7, column: 0 })]).toEqual([2, 4]);
});

test('changes at several places make the same text for suggestions as in the editor', () => {
  const places = fc.array(fc.tuple(fc.nat(), fc.nat(3), line), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(text, places, (written, wanted) => {
      const state = EditorState.create({ doc: written });
      const starts = wanted.map(([place]) => place % (state.doc.length + 1)).toSorted((one, other) => one - other);
      const changes = starts.map((from, index): ChangeSpec => {
        const [, length, insert] = wanted[index] ?? [0, 0, ''];
        const next = starts[index + 1] ?? state.doc.length;
        return { from, to: Math.min(from + length, next), insert };
      });
      const transaction = state.update({ changes });
      let told = SuggestedText.from(written);
      for (const { span, text: now } of replacementsOf(state.doc, transaction.changes)) told = told.replace(span, now);
      expect(told.toString()).toBe(transaction.newDoc.toString());
    }),
  );
});

test('replacements of one text become one change of the editor', () => {
  const state = EditorState.create({ doc: 'let rose;\nrose();\n' });
  const replace = (at: number, column: number) => ({
    span: { start: { line: at, column }, end: { line: at, column: column + 4 } },
    text: 'tulip',
  });
  const changes = [...changesOf(state.doc, [replace(0, 4), replace(1, 0)])];
  expect(state.update({ changes }).newDoc.toString()).toBe('let tulip;\ntulip();\n');
});
