/** The editing keys: a table of actions, and typing. */
import type { TextPosition, Span, Text } from '@acp-stack/nes';

import type { Key } from '../../tui/key.ts';
import { moved, redo, replaced, undo, type EditorState, type Outcome } from './editor-state.ts';
import * as moves from './cursor-moves.ts';

/** The context of the actions. */
export interface EditingContext {
  /** The number of visible lines. */
  readonly rows: number;
}

type Action = (state: EditorState, context: EditingContext) => Outcome;

const move =
  (to: (text: Text, cursor: TextPosition) => TextPosition): Action =>
  (state) =>
    moved(state, to(state.text, state.cursor));

const moveRows =
  (rowsOf: (context: EditingContext) => number): Action =>
  (state, context) => {
    const wantedColumn = state.wantedColumn ?? moves.screenColumn(state.text, state.cursor);
    return moved(state, moves.vertical(state.text, state.cursor, rowsOf(context), wantedColumn), wantedColumn);
  };

/** Deletes the text between the cursor and its target. */
const erase =
  (to: (text: Text, cursor: TextPosition) => TextPosition): Action =>
  (state) => {
    const { text, cursor } = state;
    const other = to(text, cursor);
    const isBefore = other.line < cursor.line || (other.line === cursor.line && other.column < cursor.column);
    const span: Span = isBefore ? { start: other, end: cursor } : { start: cursor, end: other };
    return isEmpty(span) ? { state } : replaced(state, span, '', { joins: true });
  };

const isEmpty = ({ start, end }: Span): boolean => start.line === end.line && start.column === end.column;

/** Moves to the end of the line, or past it. */
const toEnd = (text: Text, cursor: TextPosition): TextPosition =>
  cursor.column < text.line(cursor.line).length ? moves.end(text, cursor) : moves.right(text, cursor);

const start = (): TextPosition => ({ line: 0, column: 0 });
const last = (text: Text): TextPosition => text.end;
const pageRows = ({ rows }: EditingContext): number => Math.max(1, rows - 1);

/** The actions by key name, with the prefix `control+` or `alt+`. */
const actions: Readonly<Record<string, Action>> = {
  left: move(moves.left),
  right: move(moves.right),
  up: moveRows(() => -1),
  down: moveRows(() => 1),
  'page-up': moveRows((context) => -pageRows(context)),
  'page-down': moveRows(pageRows),
  home: move(moves.home),
  end: move(moves.end),
  'control+a': move(moves.home),
  'control+e': move(moves.end),
  'control+left': move(moves.wordLeft),
  'control+right': move(moves.wordRight),
  'alt+left': move(moves.wordLeft),
  'alt+right': move(moves.wordRight),
  'alt+b': move(moves.wordLeft),
  'alt+f': move(moves.wordRight),
  'control+home': move(start),
  'control+end': move(last),
  backspace: erase(moves.left),
  delete: erase(moves.right),
  'control+h': erase(moves.left),
  'control+d': erase(moves.right),
  'control+w': erase(moves.wordLeft),
  'alt+backspace': erase(moves.wordLeft),
  'control+backspace': erase(moves.wordLeft),
  'control+delete': erase(moves.wordRight),
  'alt+d': erase(moves.wordRight),
  'control+k': erase(toEnd),
  'control+z': undo,
  'control+y': redo,
  enter: newLine,
  tab: (state) => insert(state, indentOf(state.text)),
};

/** Applies a key to the text or the cursor; undefined if it does neither. */
export function edited(state: EditorState, key: Key, context: EditingContext): Outcome | undefined {
  if (key.name === 'text')
    return insert(state, stripControls(key.text), { joins: /^[\p{L}\p{N}\p{M}_]+$/u.test(key.text) });
  if (key.name === 'paste') return insert(state, pasted(state, key.text), { cause: 'paste' });
  return actions[nameOf(key)]?.(state, context);
}

/** The name of a key with its modifier, as in the tables. */
export function nameOf({ name, isControl, isAlt }: Key): string {
  if (isControl) return `control+${name}`;
  return isAlt ? `alt+${name}` : name;
}

function insert(state: EditorState, text: string, typing?: Parameters<typeof replaced>[3]): Outcome {
  return text === '' ? { state } : replaced(state, { start: state.cursor, end: state.cursor }, text, typing);
}

/** Inserts a line with the same indentation. */
function newLine(state: EditorState): Outcome {
  const { text, cursor } = state;
  const indent = /^[ \t]*/u.exec(text.line(cursor.line).slice(0, cursor.column))?.[0] ?? '';
  return insert(state, lineEndOf(text, cursor.line) + indent);
}

/** The line end that is used around `line`. */
function lineEndOf(text: Text, line: number): string {
  const ends = [line, line - 1, 0].map((each) => /(?:\r\n|\r|\n)$/u.exec(text.lineWithEnd(each))?.[0]);
  return ends.find((each) => each !== undefined) ?? '\n';
}

/** The indentation of one level: that of the first indented line. */
function indentOf(text: Text): string {
  const line = text.findLine(0, Math.min(text.lineCount, 1000), (each) => /^(?:\t|  +)\S/u.test(each));
  const indent = line === undefined ? '' : (/^\s+/u.exec(text.line(line))?.[0] ?? '');
  if (indent.startsWith('\t')) return '\t';
  return indent === '' || indent.length > 8 ? '  ' : indent;
}

function pasted({ text, cursor }: EditorState, words: string): string {
  const end = lineEndOf(text, cursor.line);
  return words.split('\n').map(stripControls).join(end);
}

// oxlint-disable-next-line no-control-regex -- it matches control characters.
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/gu;
const stripControls = (text: string): string => text.replaceAll(controls, '');
