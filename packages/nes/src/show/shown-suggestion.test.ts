import { expect, test } from 'vitest';

import type { Suggestion } from '../suggestions/suggestion.ts';
import { Text } from '../text/text.ts';

import { showable, type ExpressionSearch } from './shown-suggestion.ts';

const uri = 'file:///garden/rose.ts';
const text = Text.from('let rose = 1;\nrose += rosebud;\n// rose\n');
const here = { uri, text, textOf: () => undefined, canOpen: () => false };
const shown = (suggestion: Suggestion) => showable([{ id: 's', suggestion }], here)[0];
const position = { line: 0, column: 5 };

test('a rename replaces the name wherever it stands alone', () => {
  const rename = shown({ kind: 'rename', uri, position, newName: 'tulip' });
  expect(rename?.words).toBe('renames rose to tulip in 3 places');
  expect(rename?.replacements.map(({ span }) => [span.start.line, span.start.column])).toEqual([
    [0, 4],
    [1, 0],
    [2, 3],
  ]);
});

test('what does the same to the text as another suggestion is left out', () => {
  const one = { ...here, text: Text.from('water(rose);\n') };
  const span = { start: { line: 0, column: 6 }, end: { line: 0, column: 10 } };
  const edit = { kind: 'edit', uri, edits: [{ span, text: 'tulip' }] } as const;
  const rename = { kind: 'rename', uri, position: span.start, newName: 'tulip' } as const;
  const idsOf = (where: typeof here, newName: string) =>
    showable(
      [
        { id: 'edit', suggestion: edit },
        { id: 'rename', suggestion: { ...rename, newName } },
      ],
      where,
    ).map(({ id }) => id);
  expect(idsOf(one, 'tulip')).toEqual(['edit']);
  expect(idsOf(one, 'oak')).toEqual(['edit', 'rename']);
  expect(idsOf({ ...one, text: Text.from('water(rose);\nprune(rose);\n') }, 'tulip')).toEqual(['edit', 'rename']);
});

test('a search replaces plain text, in this file and the folders around it', () => {
  const search = { kind: 'searchAndReplace', uri: 'file:///garden', search: 'rose', replace: 'r' } as const;
  expect(shown(search)?.words).toBe('replaces rose with r in 4 places');
  expect(shown({ ...search, uri: 'file:///gard' })).toBeUndefined();
});

test('a search with an expression is shown only if the editor can find its matches', () => {
  const suggestion = { kind: 'searchAndReplace', uri, search: 'ro.e', replace: 'r', isRegex: true } as const;
  expect(shown(suggestion)).toBeUndefined();
  const findMatches: ExpressionSearch = (search, replace, { lines }) =>
    lines.flatMap((line, number) =>
      Array.from(
        line.matchAll(new RegExp(search, 'gu')),
        ({ 0: old, index }) => [number, index, old, replace] as const,
      ),
    );
  const [found] = showable([{ id: 's', suggestion }], { ...here, findMatches });
  expect(found?.words).toBe('replaces ro.e with r in 4 places');
});

test('a jump to another file says where it goes on, and nothing of it is in this one', () => {
  const words = (other: string) => shown({ kind: 'jump', uri: other, position })?.words;
  expect(words('file:///garden/tulip%20bed.ts')).toBe('continues in line 1 of tulip bed.ts');
  expect(words('file:///shed/%1B%5B2Jtools.ts')).toBe('continues in line 1 of ../shed/[2Jtools.ts');
  expect(words('file:///garden/100%.ts')).toBe('continues in line 1 of 100%.ts');
  expect(words('https://garden.example/rose.ts')).toBeUndefined();
  expect(shown({ kind: 'jump', uri: 'file:///garden/tulip.ts', position })).toMatchObject({
    drawn: [],
    replacements: [],
  });
});

test('a file that can be opened is one that Tab goes to', () => {
  const jump = { kind: 'jump', uri: 'file:///garden/shed/tools.ts', position } as const;
  const [led] = showable([{ id: 's', suggestion: jump }], { ...here, canOpen: (other) => other === jump.uri });
  expect(led).toMatchObject({
    words: 'jumps to shed/tools.ts:1',
    elsewhere: { uri: jump.uri, position },
    replacements: [],
  });
});

test('what is suggested for another open file is looked at there, if it fits', () => {
  const other = 'file:///garden/tulip.ts';
  const both = { ...here, textOf: (asked: string) => (asked === other ? Text.from('\nlet tulip;\n') : undefined) };
  const wordsOf = (suggestion: Suggestion) => showable([{ id: 's', suggestion }], both)[0]?.words;
  const at = { line: 1, column: 4 };
  const edit = { kind: 'edit', uri: other, edits: [{ span: { start: at, end: at }, text: 'red' }] } as const;
  expect(wordsOf(edit)).toBe('shows an edit in tulip.ts:2');
  expect(wordsOf({ kind: 'rename', uri: other, position: at, newName: 'rose' })).toBe('shows a new name in tulip.ts:2');
  const search = { kind: 'searchAndReplace', uri: other, search: 'tulip', replace: 'rose' } as const;
  expect(wordsOf(search)).toBe('shows what is replaced in tulip.ts:2');
  expect(wordsOf({ ...search, search: 'oak' })).toBeUndefined();
  expect(wordsOf({ kind: 'jump', uri: other, position: at })).toBe('jumps to tulip.ts:2');
  expect(wordsOf({ kind: 'jump', uri: other, position: { line: 9, column: 0 } })).toBeUndefined();
});

test('what is an edit of another file, or does not fit, is not shown; words of the agent do nothing to a terminal', () => {
  expect(shown({ kind: 'rename', uri: 'file:///garden/tulip.ts', position, newName: 'x' })).toBeUndefined();
  expect(shown({ kind: 'jump', uri, position: { line: 9, column: 0 } })).toBeUndefined();
  expect(
    shown({ kind: 'edit', uri, edits: [{ span: { start: position, end: { line: 9, column: 0 } }, text: '' }] }),
  ).toBeUndefined();
  const rename = shown({ kind: 'rename', uri, position, newName: `\u001b[2J${'x'.repeat(100)}` });
  expect(rename?.words).toMatch(/^renames rose to \[2Jx+… in 3 places$/u);
});
