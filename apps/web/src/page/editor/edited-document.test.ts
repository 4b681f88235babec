import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';

import { EditedDocument } from './edited-document.ts';

const documentOf = (text: string): EditedDocument =>
  new EditedDocument('/garden/rose.ts', { version: 'v1' }, EditorState.create({ doc: text }));

test('what is typed is in the editor and in the text for suggestions, and can be saved', () => {
  const document = documentOf('let a;\n');
  expect([document.isChanged, document.languageId, document.version]).toEqual([false, 'typescript', 'v1']);
  const replacements = document.apply(
    document.state.update({ changes: { from: 4, to: 5, insert: 'rose' }, selection: { anchor: 8 } }),
  );
  expect(replacements).toEqual([
    { span: { start: { line: 0, column: 4 }, end: { line: 0, column: 5 } }, text: 'rose' },
  ]);
  expect([document.text.toString(), document.cursor, document.isChanged]).toEqual([
    'let rose;\n',
    { line: 0, column: 8 },
    true,
  ]);
  const { doc } = document.state;
  document.apply(document.state.update({ changes: { from: 0, insert: '// ' } }));
  document.saved(doc, 'v2');
  expect([document.version, document.isChanged]).toEqual(['v2', true]);
});

test('a change that is taken back leaves nothing to save', () => {
  const document = documentOf('a');
  document.apply(document.state.update({ changes: { from: 1, insert: 'b' } }));
  document.apply(document.state.update({ changes: { from: 1, to: 2 } }));
  expect(document.isChanged).toBe(false);
});
