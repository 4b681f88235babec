import { describe, expect, test } from 'vitest';

import { DocumentMirror } from '../documents/document-mirror.ts';
import type { EngineRequest, EngineSession } from '../suggestions/nes-engine.ts';
import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import { applyAll } from '../text/replacements.ts';
import { editEngine } from './edit-engine.ts';

const uri = 'file:///garden/rose.ts';
const everyKind: readonly SuggestionKind[] = ['edit', 'jump', 'rename', 'searchAndReplace'];

/** An editor with the engine behind it. */
class Editor {
  readonly mirror = new DocumentMirror({ encoding: 'utf-16' });
  readonly session: EngineSession = editEngine().open({});

  constructor(...lines: readonly string[]) {
    this.open(uri, lines);
  }

  open(of: string, lines: readonly string[]): void {
    this.mirror.open({ uri: of, languageId: 'typescript', version: 1, text: lines.join('\n') });
  }

  /** Replaces a part of a line, as the user would. */
  edit(line: number, old: string, now: string): void {
    const { text, version } = this.mirror.get(uri) ?? {};
    const start = text?.line(line).indexOf(old) ?? -1;
    if (start === -1 || version === undefined) throw new Error(`${old} is not in line ${line}`);
    const range = { start: { line, character: start }, end: { line, character: start + old.length } };
    const change = this.mirror.change({ uri, version: version + 1, contentChanges: [{ range, text: now }] });
    if (change !== undefined) void this.session.changed?.(change);
  }

  async ask(
    line: number,
    {
      kinds = everyKind,
      ...others
    }: Partial<Omit<EngineRequest, 'kinds'>> & { kinds?: readonly SuggestionKind[] } = {},
  ): Promise<readonly Suggestion[]> {
    const document = this.mirror.get(uri);
    if (document === undefined) throw new Error('the document is stale');
    return this.session.suggest({
      document,
      position: { line, column: 0 },
      trigger: 'automatic',
      kinds: new Set(kinds),
      diagnostics: [],
      context: {},
      documents: [...this.mirror],
      options: {},
      signal: new AbortController().signal,
      ...others,
    });
  }
}

const calls = (count: number): string[] => Array.from({ length: count }, (_, index) => `run(load(${index}));`);

/** An editor in which the first lines were edited alike. */
function editedAlike(count: number, lines: readonly string[] = calls(count + 1)): Editor {
  const editor = new Editor(...lines);
  for (let line = 0; line < count; line += 1) editor.edit(line, 'load', 'fetch');
  return editor;
}

describe('the kinds of suggestions', () => {
  test('are an edit with the cursor after it, when the place is near', async () => {
    const [edit, ...others] = await editedAlike(2).ask(1);
    expect(edit).toEqual({
      kind: 'edit',
      uri,
      edits: [{ span: { start: { line: 2, column: 4 }, end: { line: 2, column: 8 } }, text: 'fetch' }],
      cursor: { line: 2, column: 9 },
    });
    expect(others).toEqual([]);
  });

  test('are also a jump, when the place is far', async () => {
    const lines = [...calls(2), ...Array.from({ length: 30 }, () => 'other();'), 'run(load(9));'];
    const editor = editedAlike(2, lines);
    expect((await editor.ask(1)).map(({ kind }) => kind)).toEqual(['edit', 'jump']);
    expect((await editor.ask(1, { kinds: ['edit'] })).map(({ kind }) => kind)).toEqual(['edit']);
  });

  test('are also a jump, when the place is not on the screen', async () => {
    const editor = editedAlike(2);
    const visibleRange = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const version = editor.mirror.get(uri)?.version ?? 0;
    editor.mirror.focus({ uri, version, position: { line: 1, character: 0 }, visibleRange });
    expect((await editor.ask(1)).map(({ kind }) => kind)).toEqual(['edit', 'jump']);
  });

  test('are also the whole renaming, when a name was changed where it is declared', async () => {
    const editor = new Editor('const limit = 1;', 'use(limit);', 'use(limit);');
    editor.edit(0, 'limit', 'maximum');
    const [edit, rename, ...others] = await editor.ask(0);
    expect([edit?.kind, others]).toEqual(['edit', []]);
    expect(rename).toEqual({ kind: 'rename', uri, position: { line: 1, column: 4 }, newName: 'maximum' });
  });

  test('are also to replace everything, when many places are left of a habit', async () => {
    const editor = editedAlike(3, calls(12));
    expect((await editor.ask(2)).at(-1)).toEqual({
      kind: 'searchAndReplace',
      uri,
      search: String.raw`\bload\b`,
      replace: 'fetch',
      isRegex: true,
    });
    const fewer = editedAlike(3, calls(5));
    expect((await fewer.ask(2)).map(({ kind }) => kind)).toEqual(['edit']);
    expect((await fewer.ask(2, { trigger: 'manual' })).map(({ kind }) => kind)).toEqual(['edit', 'searchAndReplace']);
  });

  test('are only a jump, when the value for a new parameter is not known', async () => {
    const editor = new Editor('function area(width: number) {}', 'area(1);');
    editor.edit(0, 'width: number', 'width: number, height: number');
    expect(await editor.ask(0)).toEqual([{ kind: 'jump', uri, position: { line: 1, column: 0 } }]);
    expect(await editor.ask(0, { kinds: ['edit'] })).toEqual([]);
  });
});

describe('the engine', () => {
  test('goes on in other open documents after three edits', async () => {
    const editor = editedAlike(3, calls(3));
    const other = 'file:///garden/tulip.ts';
    editor.open(other, ['run(load(7));']);
    expect(await editor.ask(2)).toMatchObject([
      { kind: 'edit', uri: other },
      { kind: 'jump', uri: other, position: { line: 0, column: 4 } },
    ]);
    const less = editedAlike(2, calls(2));
    less.open(other, ['run(load(7));']);
    expect(await less.ask(1)).toEqual([]);
  });

  test('looks above the cursor only when the user asks', async () => {
    const editor = new Editor('run(load(0));', 'x();', 'run(load(1));', 'run(load(2));');
    editor.edit(2, 'load', 'fetch');
    editor.edit(3, 'load', 'fetch');
    expect(await editor.ask(3)).toEqual([]);
    expect(await editor.ask(3, { trigger: 'manual' })).toMatchObject([
      { kind: 'edit', edits: [{ span: { start: { line: 0, column: 4 } } }] },
    ]);
  });

  test('does not go back above what was changed last', async () => {
    const editor = new Editor(...calls(2), 'run(load(2));', 'x();', 'y();');
    editor.edit(0, 'load', 'fetch');
    editor.edit(1, 'load', 'fetch');
    editor.edit(4, 'y();', 'one();\ntwo();');
    expect(await editor.ask(5)).toEqual([]);
  });

  test('carries what was done in one document to the next that is edited', async () => {
    const editor = editedAlike(3, calls(3));
    const [next, document] = ['file:///garden/tulip.ts', editor.mirror];
    editor.open(next, ['run(other(0));', 'x();', 'run(load(1));']);
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } };
    const change = document.change({ uri: next, version: 2, contentChanges: [{ range, text: 'y' }] });
    if (change !== undefined) void editor.session.changed?.(change);
    const current = document.get(next);
    if (current === undefined) throw new Error('the document is stale');
    expect(await editor.ask(1, { document: current, documents: [current] })).toMatchObject([
      { kind: 'edit', uri: next, edits: [{ span: { start: { line: 2, column: 4 } }, text: 'fetch' }] },
    ]);
  });

  test('does not come back to what was rejected, and wants more proof after two rejections', async () => {
    const editor = editedAlike(2, calls(9));
    const [first] = await editor.ask(1);
    if (first !== undefined) editor.session.rejected?.(first, 'rejected');
    expect(await editor.ask(1)).toEqual([]);
    const again = editedAlike(2, calls(9));
    const [shown] = await again.ask(1);
    if (shown !== undefined) again.session.rejected?.(shown, 'ignored');
    expect(await again.ask(1)).toHaveLength(1);
  });

  test('stops when the user passes over what it proposes', async () => {
    const others = Array.from({ length: 10 }, (_, index) => `other${index}(${index});`);
    const editor = editedAlike(2, [...calls(2), ...others, 'run(load(9));']);
    const answers: number[] = [];
    for (const index of others.keys()) {
      answers.push((await editor.ask(index + 1)).length);
      editor.edit(index + 2, `other${index}`, `changed${index * 7}`);
    }
    expect(answers).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test('does nothing while text is selected, unless the user asks', async () => {
    const editor = editedAlike(2);
    const selection = { start: { line: 0, column: 0 }, end: { line: 0, column: 2 } };
    expect(await editor.ask(1, { selection })).toEqual([]);
    expect(await editor.ask(1, { selection, trigger: 'manual' })).toHaveLength(1);
  });

  test('learns from edits that it is told about when it saw none', async () => {
    const editor = new Editor('run(fetch(0));', 'run(fetch(1));', 'run(load(2));');
    const diff = '@@ -1,2 +1,2 @@\n-run(load(0));\n-run(load(1));\n+run(fetch(0));\n+run(fetch(1));';
    const [edit] = await editor.ask(1, { context: { editHistory: [{ uri, diff }] } });
    const document = editor.mirror.get(uri);
    if (edit?.kind !== 'edit' || document === undefined) throw new Error('nothing is suggested');
    expect(String(applyAll(document.text, edit.edits))).toBe('run(fetch(0));\nrun(fetch(1));\nrun(fetch(2));');
  });

  test('says the same to the same events', async () => {
    const once = await editedAlike(2, calls(20)).ask(1);
    expect(await editedAlike(2, calls(20)).ask(1)).toEqual(once);
  });

  test('takes lines of any length and files of any size', async () => {
    const long = `x(${'load, '.repeat(20_000)})`;
    const editor = editedAlike(2, [...calls(2), long, ...calls(3)]);
    expect(await editor.ask(1)).toMatchObject([{ kind: 'edit', edits: [{ span: { start: { line: 3 } } }] }]);
  });
});
