import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { KeyReader } from './key.ts';
import { TextEditor } from './text-editor.ts';

function typed(...sequences: readonly string[]): TextEditor {
  const [editor, reader] = [new TextEditor(), new KeyReader()];
  for (const key of sequences.flatMap((each) => reader.read(each))) editor.press(key);
  return editor;
}

const [left, home, end, wordLeft] = ['\u001b[D', '\u001b[H', '\u001b[F', '\u001b[1;5D'];

describe('TextEditor', () => {
  test('inserts where the cursor is', () => {
    expect(typed('roes', left, left, '\u001b[3~', '\u001b[C', 'e').text).toBe('rose');
    expect(typed('one two', wordLeft, 'and ', home, '(', end, ')').text).toBe('(one and two)');
  });

  test('deletes whole characters and words', () => {
    expect(typed('a👩‍🌾', '\u007f').text).toBe('a');
    expect(typed('the red rose', '\u0017', '\u0017').text).toBe('the ');
  });

  test('puts back what was cut, and what was cut in a row as one', () => {
    const [yank, cutWord, cutStart, cutEnd] = ['\u0019', '\u0017', '\u0015', '\u000b'];
    expect(typed('the red rose', cutWord, cutWord, 'rose ', yank).text).toBe('the rose red rose');
    expect(typed('a rose', wordLeft, cutStart, cutEnd, 'b', yank).text).toBe('ba rose');
    expect(typed('a', yank).text).toBe('a');
  });

  test('undoes by words and by runs of deleted characters', () => {
    const undo = '\u001f';
    const words = ['red', ' ', 'rose'];
    expect(typed(...words, undo).text).toBe('red');
    expect(typed(...words, undo, undo).text).toBe('');
    expect(typed(...words, undo, undo, undo).text).toBe('');
    expect(typed(...words, '\u007f', '\u007f', undo).text).toBe('red rose');
    expect(typed(...words, '\u0015', undo, '!').text).toBe('red rose!');
    expect(typed('rose', left, 'x', undo, 'y').text).toBe('rosye');
  });

  test('moves between lines and stays in its column', () => {
    const editor = typed('\u001b[200~one\nlonger\nx\u001b[201~');
    expect(editor.place).toEqual({ row: 2, column: 1 });
    expect(editor.moveLine(-1)).toBe(true);
    expect(editor.place).toEqual({ row: 1, column: 1 });
    expect(editor.moveLine(1) && editor.moveLine(1)).toBe(false);
  });

  test('takes nothing in that could not be shown', () => {
    expect(typed('\u001b[200~a\u001b[31m\u0007b\tc\u001b[201~').text).toBe('a[31mb    c');
  });

  test('says once that a text is too long, and keeps what was typed', () => {
    const told: string[] = [];
    const [editor, reader] = [new TextEditor((words) => told.push(words)), new KeyReader()];
    const press = (sequence: string): void => reader.read(sequence).forEach((key) => editor.press(key));
    press('rose');
    press(`\u001b[200~${'x'.repeat(1_000_000)}\u001b[201~`);
    expect(told).toEqual([expect.stringContaining('longer than 1,000,000 characters')]);
    // A terminal that does not mark what is pasted sends it in pieces.
    for (const piece of ['y', 'z']) press(piece.repeat(1_000_000));
    expect(told).toHaveLength(1);
    press(`\u001b[200~${'x'.repeat(1_000_000)}\u001b[201~`);
    expect(told).toHaveLength(2);
    press('s');
    expect(editor.text).toBe('roses');
  });

  test('whatever is pressed, before and after make the text', () => {
    const keys = constantFrom(
      'a',
      '\u007f',
      left,
      home,
      end,
      wordLeft,
      '\u0017',
      '\u000b',
      '\u0015',
      '👩‍🌾',
      '\u001b[200~x\ny\u001b[201~',
    );
    assert(
      property(array(keys), (pressed) => {
        const editor = typed(...pressed);
        expect(editor.text.startsWith(editor.before)).toBe(true);
        expect(editor.place.row).toBeLessThan(editor.text.split('\n').length);
      }),
    );
  });
});
