import { Text, type TextPosition, type Replacement, type ShownSuggestion } from '@acp-stack/nes';
import xterm from '@xterm/headless';
import { describe, expect, test, vi } from 'vitest';

import { composeFrame, type Scene } from './compose-frame.ts';
import { sixteenColours, withoutColours } from '../../tui/theme.ts';

const at = (line: number, column: number): TextPosition => ({ line, column });
const edit = (start: TextPosition, end: TextPosition, text: string): Replacement => ({ span: { start, end }, text });

function shownEdit(...drawn: readonly Replacement[]): ShownSuggestion {
  const target = drawn[0]?.span.start ?? at(0, 0);
  return { id: 's', kind: 'edit', drawn, replacements: drawn, target, words: 'takes it' };
}

const scene = (text: string, more: Partial<Scene> = {}): Scene => ({
  text: Text.from(text),
  cursor: at(0, 0),
  shown: undefined,
  scroll: { top: 0, left: 0 },
  columns: 30,
  rows: 6,
  theme: withoutColours,
  language: '',
  status: ['status'],
  ...more,
});

const rows = (text: string, more: Partial<Scene> = {}): readonly string[] => composeFrame(scene(text, more)).rows;

/** What a terminal shows of the rows, and the column where it puts an x that is written at the end of each. */
async function shownBy(drawn: readonly string[], columns = 30): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: drawn.length, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(drawn.join('\r\n'), done));
  const { active } = terminal.buffer;
  return drawn.map((_, row) => active.getLine(row)?.translateToString(true) ?? '');
}

describe('a frame', () => {
  test('shows the lines, with their numbers where there is room, and the status', () => {
    expect(rows('one\ntwo\n')).toEqual(['one', 'two', '', '', '', 'status']);
    expect(rows('one\ntwo\n', { columns: 40 }).slice(0, 3)).toEqual([' 1 one', ' 2 two', ' 3 ']);
  });

  test('draws tabs, wide characters and marks where they belong, and the cursor with them', async () => {
    const text = '\tx日本e\u0301y';
    const frame = composeFrame(scene(text, { cursor: at(0, 6) }));
    expect(await shownBy(frame.rows.slice(0, 1))).toEqual(['    x日本e\u0301y']);
    expect(frame.cursor).toEqual({ row: 0, column: 10 });
  });

  test('aligns what follows characters that terminals do not agree about', async () => {
    const [drawn = ''] = rows('👩‍👩‍👧|x');
    const terminal = new xterm.Terminal({ cols: 30, rows: 1, allowProposedApi: true });
    await new Promise<void>((done) => terminal.write(drawn, done));
    expect(terminal.buffer.active.getLine(0)?.getCell(2)?.getChars()).toBe('|');
  });

  test('shows what would do something to a terminal as a picture of it', () => {
    expect(rows('a\u001b[2J\u202eb\u0000\ud800')[0]).toBe('a␛[2J⟨202E⟩b␀\ufffd');
  });

  test('follows the cursor down, and to the right in a long line', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    const down = composeFrame(scene(lines, { cursor: at(12, 0) }));
    expect(down.rows.slice(0, 5)).toEqual(['line 8', 'line 9', 'line 10', 'line 11', 'line 12']);
    expect(down.cursor.row).toBe(4);
    const larger = composeFrame(scene(lines, { cursor: at(19, 0), scroll: { top: 18, left: 0 }, rows: 11 }));
    expect([larger.scroll.top, larger.cursor.row]).toEqual([10, 9]);
    const long = `${'0123456789'.repeat(10)}日${'x'.repeat(200_000)}`;
    const right = composeFrame(scene(long, { cursor: at(0, 100) }));
    expect(right.scroll.left).toBe(75);
    expect(right.rows[0]).toBe('5678901234567890123456789日xxx');
    expect(right.cursor.column).toBe(25);
    const cut = composeFrame(scene(long, { cursor: at(0, 105), scroll: { top: 0, left: 101 } }));
    expect(cut.rows[0]?.startsWith(' x')).toBe(true);
  });
});

describe('a suggestion', () => {
  test('is drawn where it is: what goes, and behind it what comes', () => {
    const shown = shownEdit(edit(at(0, 0), at(0, 3), 'four'), edit(at(1, 3), at(1, 3), '!'));
    expect(rows('one\ntwo\n', { shown }).slice(0, 2)).toEqual(['[-one-]{+four+}', 'two{+!+}']);
    const coloured = rows('one\ntwo\n', { shown, theme: sixteenColours });
    expect(coloured[0]).toBe('\u001b[9;31mone\u001b[0m\u001b[2;3;32mfour\u001b[0m');
  });

  test('keeps its own colours in a text with the colours of its language', () => {
    const shown = shownEdit(edit(at(1, 5), at(1, 8), 'oak'));
    const coloured = rows('/* a\nb */ elm let\n', { shown, theme: sixteenColours, language: 'ts' });
    expect(coloured.slice(0, 2)).toEqual([
      '\u001b[2m/* a\u001b[0m',
      '\u001b[2mb */\u001b[0m \u001b[9;31melm\u001b[0m\u001b[2;3;32moak\u001b[0m \u001b[35mlet\u001b[0m',
    ]);
  });

  test('of several lines takes rows of its own, and the rest of the line comes behind it', () => {
    const shown = shownEdit(edit(at(0, 2), at(0, 2), 'X\nY\nZ'));
    expect(rows('abcd\nnext', { shown }).slice(0, 4)).toEqual(['ab{+X+}', '{+Y+}', '{+Z+}cd', 'next']);
    const after = composeFrame(scene('abcd\nnext', { shown, cursor: at(0, 3) }));
    expect(after.cursor).toEqual({ row: 2, column: 6 });
    const before = composeFrame(scene('abcd\nnext', { shown, cursor: at(0, 2) }));
    expect(before.cursor).toEqual({ row: 0, column: 2 });
  });

  test('of whole lines stands above the line that they come before', () => {
    const shown = shownEdit(edit(at(1, 0), at(1, 0), 'new\n'));
    const frame = composeFrame(scene('one\ntwo', { shown, columns: 40, cursor: at(1, 0) }));
    expect(frame.rows.slice(0, 3)).toEqual([' 1 one', '   {+new+}', ' 2 two']);
    expect(frame.cursor).toEqual({ row: 2, column: 3 });
  });

  test('that deletes lines shows them, with their ends', () => {
    const shown = shownEdit(edit(at(0, 1), at(2, 1), ''));
    expect(rows('ab\ncd\nef\ng', { shown }).slice(0, 4)).toEqual(['a[-b-][-↵-]', '[-cd-][-↵-]', '[-e-]f', 'g']);
  });

  test('leaves the cursor on the screen, however long it is', () => {
    const shown = shownEdit(edit(at(0, 3), at(0, 3), '\nnew'.repeat(9)));
    const frame = composeFrame(scene('one\ntwo\nthree', { shown, cursor: at(2, 0) }));
    expect(frame.rows[frame.cursor.row]).toBe('three');
  });

  test('to jump or rename is a hint at the end of the line that it is about', () => {
    const shown: ShownSuggestion = { ...shownEdit(), kind: 'jump', target: at(1, 0), words: 'jumps to line 2' };
    expect(rows('one\ntwo', { shown }).slice(0, 2)).toEqual(['one', 'two  Tab jumps to line 2']);
  });
});

test('a frame of a very long text reads only the lines around the cursor', () => {
  const text = Text.from('const rose = plant(1, { water: true });\n'.repeat(100_000));
  const read = vi.spyOn(text, 'line');
  composeFrame({ ...scene(''), text, cursor: at(90_000, 3) });
  expect(read.mock.calls.length).toBeGreaterThan(0);
  expect(read.mock.calls.filter(([line]) => Math.abs(line - 90_000) > 100)).toEqual([]);
  expect(read.mock.calls.length).toBeLessThan(1000);
});
