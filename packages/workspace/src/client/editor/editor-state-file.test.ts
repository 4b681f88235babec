/** State files of editors: what is read from them, and what is refused. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { editorHandlers, joinEditorStates } from './editor-state.ts';
import { EditorStateFile } from './editor-state-file.ts';
import { OpenedFiles } from './opened-files.ts';

let folder: string;
let path: string;
let problems: string[];
let state: EditorStateFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-editor-'));
  path = join(folder, 'state.json');
  problems = [];
  state = new EditorStateFile(path, { onProblem: (sentence) => problems.push(sentence) });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes as an editor should: whole, and for the user alone. */
function write(content: unknown): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content), {
    mode: 0o600,
  });
  renameSync(draft, path);
}

describe('the state that an editor writes', () => {
  test('is told as it is now', () => {
    expect(state.open()).toEqual([]);
    write({ active: '/project/rose.ts', open: ['/project/rose.ts', { path: '/project/x', languageId: 'rose' }] });
    const { openDocuments, recentDocuments, activeDocument } = editorHandlers(state);
    expect(openDocuments()).toEqual([
      { uri: 'file:///project/rose.ts', languageId: 'typescript' },
      { uri: 'file:///project/x', languageId: 'rose' },
    ]);
    expect(activeDocument()?.uri).toBe('file:///project/rose.ts');
    write({ active: '', open: {}, recent: ['/project/rose.ts', 'Untitled-1'] });
    expect(openDocuments()).toEqual([]);
    expect(recentDocuments({ limit: undefined }).map(({ uri }) => uri)).toEqual(['file:///project/rose.ts']);
    expect([state.active(), activeDocument()]).toEqual([undefined, undefined]);
    rmSync(path);
    expect(state.recent()).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('has the selection, without lines that are none', () => {
    write({ active: '/a', selection: { text: 'const', startLine: 3, endLine: 0 } });
    expect(state.selection()).toEqual({ text: 'const', startLine: 3 });
  });

  test('may have more in it, for programs that know it, and more documents than are told', () => {
    write({
      active: { path: '/a', cursor: [1, 2] },
      open: Array.from({ length: 1200 }, (_, each) => `/${each}`),
      x: 1,
    });
    expect(state.active()).toEqual({ path: '/a' });
    expect(state.open()).toHaveLength(1000);
  });

  test.each([
    ['a line break', '\\n'],
    ['a control character', '\\u001b'],
    ['half a character', '\\ud800'],
  ])('is told without a path that has %s in it', (_, inside) => {
    write(`{"active": "/a${inside}b", "open": ["/a", "/a${inside}b", {"path": "/c${inside}"}, "/d"]}`);
    expect(state.open()).toEqual([{ path: '/a' }, { path: '/d' }]);
    expect([state.active(), problems]).toEqual([undefined, []]);
  });

  test('is joined with the files that a program was given', () => {
    write({ open: ['/a'], recent: ['/b'] });
    const joined = joinEditorStates(state, new OpenedFiles(['/a', '/c']));
    expect(joined.open().map((document) => document.path)).toEqual(['/a', '/c']);
    expect(joined.recent().map((document) => document.path)).toEqual(['/b', '/c', '/a']);
    expect(joined.active()?.path).toBe('/c');
    write({ active: '/a', selection: { text: 'x' } });
    expect([joined.active()?.path, joined.selection?.()?.text]).toEqual(['/a', 'x']);
  });
});

describe('a file that cannot be trusted is refused in one sentence', () => {
  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{"open": [', /no JSON/u],
    ['no object', '[]', /a JSON object/u],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /no UTF-8/u],
    ['no list', { open: '/a' }, /"open" must be a list/u],
    ['no path', { recent: [7] }, /"recent" has a path that cannot be one/u],
    ['an endless path', { active: `/${'a'.repeat(5000)}` }, /"active" has a path/u],
    ['an endless language', { open: [{ path: '/a', languageId: 'a'.repeat(200) }] }, /languageId/u],
    ['a selection without text', { active: '/a', selection: {} }, /"selection"/u],
    ['too much', `"${'x'.repeat(1024 * 1024)}"`, /larger than 1048576 bytes/u],
  ])('%s', (_, content, reason) => {
    write({ open: ['/a'] });
    expect(state.open()).toHaveLength(1);
    write(content);
    expect([state.open(), state.recent(), state.active(), state.selection()]).toEqual([[], [], undefined, undefined]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reason);
    expect(problems[0]).not.toContain('\n');
    write({ open: ['/a', '/b'] });
    expect(state.open()).toHaveLength(2);
  });

  test('one that others can write', () => {
    write({ open: ['/a'] });
    chmodSync(path, 0o666);
    expect(state.open()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('others can write it; chmod 600 it')]);
    chmodSync(path, 0o600);
    expect(state.open()).toHaveLength(1);
  });

  test('a folder', () => {
    mkdirSync(path);
    expect(state.open()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('it is no file')]);
  });

  test('a pipe without a writer, without waiting for it', () => {
    expect(spawnSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]).status).toBe(0);
    expect(state.open()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('it is no file')]);
  });
});
