import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';

import { differenceOf, drawnIn, drawSuggestion, ghostText } from './ghost-text.ts';

const state = EditorState.create({ doc: 'console.log(rose);\n', extensions: ghostText });
const replacement = (from: number, to: number, text: string) => ({
  span: { start: { line: 0, column: from }, end: { line: 0, column: to } },
  text,
});

describe('a suggestion in the text', () => {
  test.each([
    [replacement(0, 18, 'console.info(rose);'), { from: 8, to: 11, insert: 'info' }],
    [replacement(12, 16, 'rose, tulip'), { from: 16, to: 16, insert: ', tulip' }],
    [replacement(8, 11, ''), { from: 8, to: 11, insert: '' }],
    [replacement(8, 11, 'log'), { from: 11, to: 11, insert: '' }],
    [replacement(12, 16, 'roserose'), { from: 16, to: 16, insert: 'rose' }],
  ])('is only what differs: %j', (change, difference) => {
    expect(differenceOf(state, change)).toEqual(difference);
  });

  test('is drawn until the text changes, and moves of the cursor leave it', () => {
    const drawn = { id: 's', replacements: [replacement(8, 11, 'info\nmore')], hint: 'Tab: line 1' };
    const { state: with1 } = state.update({ effects: drawSuggestion.of(drawn) });
    expect(drawnIn(with1)).toBe(drawn);
    const { state: moved } = with1.update({ selection: { anchor: 3 } });
    expect(drawnIn(moved)).toBe(drawn);
    expect(drawnIn(moved.update({ changes: { from: 0, insert: 'x' } }).state)).toBeUndefined();
    expect(drawnIn(moved.update({ effects: drawSuggestion.of(undefined) }).state)).toBeUndefined();
  });
});
