/** The hand-written cases under `cases`: each leads to exactly one edit, or to no suggestion. */
import { describe, expect, test } from 'vitest';

import { readCases, type Case } from '../../cases/read-cases.mjs';
import { DocumentMirror } from '../documents/document-mirror.ts';
import type { Diagnostic, EngineSession } from '../suggestions/nes-engine.ts';
import { applyAll, commonPrefix, commonSuffix } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { editEngine } from './edit-engine.ts';

const uri = 'file:///case';
const cases = readCases();

/** An editor in which a case is played. */
class Player {
  readonly #mirror = new DocumentMirror({ encoding: 'utf-16' });
  readonly #session: EngineSession = editEngine().open({});
  #version = 1;

  constructor({ lines, languageId }: Case) {
    this.#mirror.open({ uri, languageId, version: 1, text: lines.join('\n') });
  }

  get text(): Text {
    return this.#mirror.get(uri)?.text ?? Text.from('');
  }

  /** Makes another line of one, in one step. */
  set(line: number, text: string): void {
    this.#replace(line, 0, this.text.line(line).length, text);
  }

  /** Makes another line of one, key by key. */
  type(line: number, text: string): void {
    const old = this.text.line(line);
    const head = commonPrefix(old, text);
    const tail = commonSuffix(old.slice(head), text.slice(head));
    for (let end = old.length - tail; end > head; end -= 1) this.#replace(line, end - 1, end, '');
    const typed = text.slice(head, text.length - tail);
    for (const [index, key] of typed.split('').entries()) this.#replace(line, head + index, head + index, key);
  }

  async suggested(cursor: number, problems: Case['problems']): Promise<string | undefined> {
    const document = this.#mirror.get(uri);
    if (document === undefined) throw new Error('the document is stale');
    const diagnostics = problems.map(({ line, about, message }): Diagnostic => {
      const column = document.text.line(line).indexOf(about);
      const span = { start: { line, column }, end: { line, column: column + about.length } };
      return { uri, span, severity: 'error', message };
    });
    const [first, ...others] = await this.#session.suggest({
      document,
      position: { line: cursor, column: 0 },
      trigger: problems.length > 0 ? 'diagnostic' : 'automatic',
      kinds: new Set(['edit']),
      diagnostics,
      context: {},
      documents: [document],
      options: {},
      signal: new AbortController().signal,
    });
    expect(others).toEqual([]);
    if (first === undefined) return undefined;
    if (first.kind !== 'edit') return first.kind;
    return String(applyAll(document.text, first.edits));
  }

  #replace(line: number, from: number, to: number, text: string): void {
    this.#version += 1;
    const range = { start: { line, character: from }, end: { line, character: to } };
    const change = this.#mirror.change({ uri, version: this.#version, contentChanges: [{ range, text }] });
    if (change !== undefined) void this.#session.changed?.(change);
  }
}

/** The text with what was expected. */
function predicted({ expected }: Case, text: Text): string | undefined {
  if (expected === undefined) return undefined;
  const { line, text: now } = expected;
  const lines = String(text).split('\n');
  return (now === '' ? lines.toSpliced(line, 1) : lines.with(line, now)).join('\n');
}

async function play(each: Case, way: 'set' | 'type'): Promise<void> {
  const player = new Player(each);
  for (const { line, text } of each.edits) player[way](line, text);
  const cursor = each.edits.at(-1)?.line ?? each.problems[0]?.line ?? 0;
  expect(await player.suggested(cursor, each.problems)).toBe(predicted(each, player.text));
}

describe('the engine, in steps', () => {
  test.each(cases)('$name', (each) => play(each, 'set'));
});

describe('the engine, key by key', () => {
  test.each(cases)('$name', (each) => play(each, 'type'));
});

test('there are enough cases, and enough of silence', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(cases.filter(({ expected }) => expected === undefined).length).toBeGreaterThanOrEqual(20);
});
