import { Text, type TextPosition } from '@acp-stack/nes';
import { array, assert, constantFrom, property, shuffledSubarray, string } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { KeyReader } from '../../tui/key.ts';
import { edited } from './editing-keys.ts';
import { isSameText, replacedAll, stateOf, undo, type EditorState, type Outcome } from './editor-state.ts';

const at = (line: number, column: number): TextPosition => ({ line, column });
const context = { rows: 5 };

/** Keys as a terminal sends them. */
const keys = {
  left: '\u001b[D',
  right: '\u001b[C',
  up: '\u001b[A',
  down: '\u001b[B',
  home: '\u001b[H',
  end: '\u001b[F',
  pageDown: '\u001b[6~',
  wordLeft: '\u001b[1;5D',
  wordRight: '\u001b[1;5C',
  start: '\u001b[1;5H',
  last: '\u001b[1;5F',
  backspace: '\u007f',
  delete: '\u001b[3~',
  deleteWord: '\u0017',
  deleteLine: '\u000b',
  undo: '\u001a',
  redo: '\u0019',
  enter: '\r',
  tab: '\t',
};

function begin(text: string, cursor: TextPosition = at(0, 0)): EditorState {
  return { ...stateOf(Text.from(text)), cursor };
}

function press(state: EditorState, ...sent: readonly string[]): EditorState {
  const reader = new KeyReader();
  return sent
    .flatMap((each) => reader.read(each))
    .reduce((before, key) => edited(before, key, context)?.state ?? before, state);
}

/** The text with a bar where the cursor is. */
function seen({ text, cursor }: EditorState): string {
  return String(text.replace({ start: cursor, end: cursor }, '|'));
}

describe('the cursor', () => {
  test('moves by characters as people count them, over the ends of lines', () => {
    const text = 'e\u0301👩‍👩‍👧日\r\nx';
    const steps = [keys.right, keys.right, keys.right, keys.right, keys.right].map((_, count, all) =>
      seen(press(begin(text), ...all.slice(0, count + 1))),
    );
    expect(steps).toEqual([
      'e\u0301|👩‍👩‍👧日\r\nx',
      'e\u0301👩‍👩‍👧|日\r\nx',
      'e\u0301👩‍👩‍👧日|\r\nx',
      'e\u0301👩‍👩‍👧日\r\n|x',
      'e\u0301👩‍👩‍👧日\r\nx|',
    ]);
    expect(seen(press(begin(text, at(1, 0)), keys.left, keys.left, keys.left))).toBe('e\u0301|👩‍👩‍👧日\r\nx');
  });

  test('moves by words', () => {
    expect(seen(press(begin('let rose = plant(1);'), keys.wordRight, keys.wordRight))).toBe('let rose| = plant(1);');
    expect(seen(press(begin('let rose = plant(1);', at(0, 16)), keys.wordLeft))).toBe('let rose = |plant(1);');
  });

  test('keeps its column on the screen while it moves up and down', () => {
    const down = press(begin('abcdef\n日本\n\tx\n', at(0, 5)), keys.down);
    expect(seen(down)).toBe('abcdef\n日本|\n\tx\n');
    expect(seen(press(down, keys.down))).toBe('abcdef\n日本\n\tx|\n');
    expect(seen(press(down, keys.up))).toBe('abcde|f\n日本\n\tx\n');
  });

  test('goes to the ends of lines and of the text, and by pages', () => {
    const text = '  one\ntwo\nthree\nfour\nfive\nsix';
    expect(seen(press(begin(text), keys.end))).toContain('  one|\n');
    expect(seen(press(begin(text), keys.end, keys.home))).toContain('  |one\n');
    expect(seen(press(begin(text), keys.home, keys.home))).toContain('|  one\n');
    expect(seen(press(begin(text), keys.pageDown))).toContain('\n|five');
    expect(seen(press(begin(text), keys.last))).toBe(`${text}|`);
    expect(seen(press(begin(text, at(4, 1)), keys.start))).toBe(`|${text}`);
  });
});

describe('typing', () => {
  test('inserts, and a line begins as far in as the one above and ends as it does', () => {
    expect(seen(press(begin('\tone\r\n', at(0, 4)), keys.enter, 'two'))).toBe('\tone\r\n\ttwo|\r\n');
  });

  test('deletes characters, words, and the rest of a line', () => {
    expect(seen(press(begin('👩‍👩‍👧x', at(0, 8)), keys.backspace))).toBe('|x');
    expect(seen(press(begin('a\nb', at(1, 0)), keys.backspace))).toBe('a|b');
    expect(seen(press(begin('a\r\nb', at(0, 1)), keys.delete))).toBe('a|b');
    expect(seen(press(begin('let rose', at(0, 8)), keys.deleteWord))).toBe('let |');
    expect(seen(press(begin('let rose\n', at(0, 3)), keys.deleteLine, keys.deleteLine))).toBe('let|');
  });

  test('pastes lines as they are in this file, and nothing that is no text', () => {
    expect(seen(press(begin('a\r\n'), '\u001b[200~x\u0007\n\ty\u001b[201~'))).toBe('x\r\n\ty|a\r\n');
  });

  test('goes further in as the file does', () => {
    expect(seen(press(begin('if\n    x\n'), keys.tab))).toBe('    |if\n    x\n');
    expect(seen(press(begin('if\n\tx\n'), keys.tab))).toBe('\t|if\n\tx\n');
  });
});

describe('undo', () => {
  test('takes back words, not letters, and everything that was pasted', () => {
    const typed = press(begin(''), 'a', 'b', ' ', 'c', 'd', '\u001b[200~x\ny\u001b[201~');
    const back = [keys.undo, keys.undo, keys.undo].map((_, count, all) =>
      String(press(typed, ...all.slice(0, count + 1)).text),
    );
    expect(back).toEqual(['ab cd', 'ab ', 'ab']);
    expect(String(press(typed, keys.undo, keys.undo, keys.redo, keys.redo).text)).toBe('ab cdx\ny');
  });

  test('leads back to the beginning, whatever was done, and tells how', () => {
    const sent = constantFrom(...Object.values(keys), 'a', '日', 'e\u0301', ' ', '\u001b[200~p\nq\u001b[201~');
    assert(
      property(string({ unit: constantFrom('a', '\n', '\r\n', '\t', '👍', ' ') }), array(sent), (text, pressed) => {
        const reader = new KeyReader();
        let state = begin(text);
        let told = state.text;
        const take = ({ state: next, change }: Outcome): void => {
          state = next;
          for (const { span, text: inserted } of change?.replacements ?? []) told = told.replace(span, inserted);
          expect(isSameText(told, state.text)).toBe(true);
          expect(state.text.has(state.cursor)).toBe(true);
        };
        for (const key of pressed.flatMap((each) => reader.read(each))) {
          const outcome = edited(state, key, context);
          if (outcome !== undefined) take(outcome);
        }
        while (state.past.length > 0) take(undo(state));
        expect(String(state.text)).toBe(text);
      }),
    );
  });
});

test('a suggestion with several replacements is one step, and tells them from the end', () => {
  const insert = (line: number, text: string) => ({ span: { start: at(line, 1), end: at(line, 1) }, text });
  const outcome = replacedAll(begin('a\nb\n'), [insert(0, 'X\nY'), insert(1, 'Z')]);
  expect(seen(outcome?.state ?? begin(''))).toBe('aX\nY|\nbZ\n');
  expect(outcome?.change?.replacements.map(({ text }) => text)).toEqual(['Z', 'X\nY']);
  expect(String(undo(outcome?.state ?? begin('')).state.text)).toBe('a\nb\n');
});

describe('insertions at several places', () => {
  const insertAt = (places: readonly { readonly line: number; readonly column: number }[]): Outcome | undefined =>
    replacedAll(
      begin('a\nb\n'),
      places.map((place) => ({ span: { start: place, end: place }, text: '!' })),
    );

  test('are all made, in any order', () => {
    const inText = [at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(2, 0)];
    assert(
      property(shuffledSubarray(inText, { minLength: 1 }), (places) => {
        expect(insertAt(places)?.state.text.length).toBe(4 + places.length);
      }),
    );
  });

  test('are all refused if one of the places is not in the text', () => {
    const outside = [at(-1, 0), at(3, 0), at(0, -1), at(0, 2), at(2, 1)];
    for (const place of outside) expect(insertAt([at(0, 0), place])).toBeUndefined();
  });

  test('are nothing to do if there is none', () => {
    expect(insertAt([])).toBeUndefined();
  });
});
