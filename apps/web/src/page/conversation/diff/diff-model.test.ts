import { array, assert, constantFrom, pre, property, string as anyString, tuple } from 'fast-check';
import type { Diff } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { filesOf, rowsOfFile, splitRows, type DiffRow } from './diff-model.ts';

const diff = (text: string, path = '/a/x.ts'): Diff => ({
  changes: [{ operation: 'modify', path }],
  patch: { format: 'git_patch', text },
});
const rows = (text: string, context = 3): readonly DiffRow[] =>
  rowsOfFile(filesOf(diff(text))[0]?.lines ?? [], context);
const shown = (row: DiffRow): string =>
  row.kind === 'line'
    ? `${row.oldLine ?? ''}|${row.newLine ?? ''}|${row.sign}${row.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`
    : row.text;

test('lines have their numbers, and the words that changed stand out', () => {
  expect(rows('@@ -7,3 +7,3 @@\n let a = 1;\n-let b = 2;\n+let b = 3;\n let c;\n').map(shown)).toEqual([
    '@@ -7,3 +7,3 @@',
    '7|7| let a = 1;',
    '8||-let b = [2];',
    '|8|+let b = [3];',
    '9|9| let c;',
  ]);
});

test('lines that have little in common are not compared word by word', () => {
  const [, removed, added] = rows('@@ -1 +1 @@\n-import { a } from "b";\n+return 7;\n');
  expect([removed, added].map((row) => row && shown(row))).toEqual(['1||-import { a } from "b";', '|1|+return 7;']);
});

test('a change in a whole file has three lines around it, and more when they are wanted', () => {
  const text = `@@ -1,41 +1,41 @@ whole file\n${' x\n'.repeat(20)}-old\n+new\n${' x\n'.repeat(20)}`;
  expect(rows(text)).toHaveLength(9);
  expect(rows(text, Infinity)).toHaveLength(43);
});

test('each file has its operation and its counts, also those whose lines are not shown', () => {
  const files = filesOf({
    changes: [
      { operation: 'add', path: '/a/new.ts' },
      { operation: 'move', path: '/a/b.ts', oldPath: '/a/c.ts' },
      { operation: 'modify', path: '/a/d.ts' },
    ],
    patch: { format: 'git_patch', text: '--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n' },
  });
  expect(files.map(({ operation, count, isHidden }) => ({ operation, count, isHidden }))).toEqual([
    { operation: 'add', count: { added: 2, removed: 0 }, isHidden: false },
    { operation: 'move', count: undefined, isHidden: false },
    { operation: 'modify', count: undefined, isHidden: true },
  ]);
});

test('a diff without a patch is only its files', () => {
  expect(filesOf({ changes: [{ operation: 'delete', path: '/a/x' }] })).toMatchObject([{ path: '/a/x', lines: [] }]);
});

test('side by side, a removed line stands beside the one that replaces it', () => {
  const split = splitRows(rows('@@ -1,3 +1,2 @@\n-a1\n-b1\n+a2\n c\n'));
  const pairs = split.map((row) => (row.kind === 'pair' ? [row.before?.oldLine, row.after?.newLine] : row.kind));
  expect(pairs).toEqual(['hunk', [1, 1], [2, undefined], [3, 2]]);
});

test('no line is lost or invented, whatever the patch says', () => {
  const line = tuple(constantFrom(' ', '+', '-'), anyString({ maxLength: 6 })).map(
    ([sign, text]) => `${sign}${text.replaceAll(/[\r\n]/gu, '')}`,
  );
  assert(
    property(array(line, { maxLength: 30 }), (lines) => {
      pre(lines.some((each) => !each.startsWith(' ')));
      const before = lines.filter((each) => !each.startsWith('+')).length;
      const after = lines.filter((each) => !each.startsWith('-')).length;
      const all = rows(`@@ -1,${before} +1,${after} @@\n${lines.map((each) => `${each}\n`).join('')}`, Infinity);
      const texts = all.flatMap((row) =>
        row.kind === 'line' ? [`${row.sign}${row.pieces.map(({ text }) => text).join('')}`] : [],
      );
      expect(texts).toEqual(lines);
    }),
  );
});
