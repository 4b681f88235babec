import { describe, expect, test } from 'vitest';

import { memberNames } from '../../../../../test/support/member-names.ts';
import { editorHandlers, type EditorState } from './editor-state.ts';
import { OpenedFiles } from './opened-files.ts';

const empty: EditorState = { open: () => [], recent: () => [], active: () => undefined };

describe('what agents are told of documents', () => {
  test('is where they are, and in which language they are written [EDIT-02]', () => {
    const { openDocuments } = editorHandlers({
      ...empty,
      open: () => [
        { path: '/project/rose bed.ts' },
        { path: '/project/ö.PY' },
        { path: '/project/Makefile' },
        { path: '/project/notes' },
        { path: '/project/x.ts', languageId: 'rose-script' },
      ],
    });
    expect(openDocuments()).toEqual([
      { uri: 'file:///project/rose%20bed.ts', languageId: 'typescript' },
      { uri: 'file:///project/%C3%B6.PY', languageId: 'python' },
      { uri: 'file:///project/Makefile', languageId: 'makefile' },
      { uri: 'file:///project/notes', languageId: 'plaintext' },
      { uri: 'file:///project/x.ts', languageId: 'rose-script' },
    ]);
  });

  test.each(memberNames)('is plain text for a file named %s', (name) => {
    const { openDocuments } = editorHandlers({ ...empty, open: () => [{ path: `/project/${name}` }] });
    expect(openDocuments()).toEqual([{ uri: `file:///project/${name}`, languageId: 'plaintext' }]);
  });

  test('is nothing about documents that are no files [EDIT-04, EDIT-05]', () => {
    const documents = [{ path: 'Untitled-1' }, { path: 'untitled:Untitled-1' }, { path: 'git:/project/a.ts' }];
    const { openDocuments, recentDocuments, activeDocument } = editorHandlers({
      open: () => documents,
      recent: () => [...documents, { path: '/project/a.ts' }],
      active: () => documents[0],
    });
    expect(openDocuments()).toEqual([]);
    expect(recentDocuments({ limit: 1 })).toEqual([{ uri: 'file:///project/a.ts', languageId: 'typescript' }]);
    expect(activeDocument()).toBeUndefined();
  });

  test('is not more than was asked for [EDIT-03]', () => {
    const { recentDocuments } = editorHandlers({ ...empty, recent: () => [{ path: '/a.ts' }, { path: '/b.ts' }] });
    expect(recentDocuments({ limit: 1 }).map(({ uri }) => uri)).toEqual(['file:///a.ts']);
    expect(recentDocuments({ limit: 0 })).toEqual([]);
    expect(recentDocuments({ limit: undefined })).toHaveLength(2);
  });
});

describe('files that a program was given', () => {
  const paths = (documents: readonly { readonly path: string }[]): string[] => documents.map(({ path }) => path);

  test('are open, and the last one is in focus', () => {
    const files = new OpenedFiles(['a.ts', '/project/b.ts', './a.ts'], { cwd: '/project' });
    expect(paths(files.open())).toEqual(['/project/a.ts', '/project/b.ts']);
    expect(paths(files.recent())).toEqual(['/project/a.ts', '/project/b.ts']);
    expect(files.active()?.path).toBe('/project/a.ts');
  });

  test('stay among the recent ones when they are closed', () => {
    const files = new OpenedFiles(['/a', '/b']);
    files.close('/b');
    expect(paths(files.open())).toEqual(['/a']);
    expect(paths(files.recent())).toEqual(['/b', '/a']);
    expect(files.active()).toBeUndefined();
    files.focus('/a');
    expect(files.active()?.path).toBe('/a');
    files.blur();
    expect(files.active()).toBeUndefined();
  });

  test('are forgotten when there are too many', () => {
    const files = new OpenedFiles(Array.from({ length: 1200 }, (_, index) => `/${index}`));
    expect(files.open()).toHaveLength(1000);
    expect(files.recent()).toHaveLength(100);
    expect(files.recent()[0]?.path).toBe('/1199');
  });
});
