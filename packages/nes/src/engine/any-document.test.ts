/** What holds for every document and every edit. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { DocumentMirror } from '../documents/document-mirror.ts';
import type { EngineRequest, EngineSession } from '../suggestions/nes-engine.ts';
import { optionalKinds, type Suggestion } from '../suggestions/suggestion.ts';
import { chosenSpan, numbers, texts } from '../text/arbitraries.test-support.ts';
import type { TextPosition, Span } from '../text/text-position.ts';
import { applyAll } from '../text/replacements.ts';
import { Text } from '../text/text.ts';
import { editEngine } from './edit-engine.ts';

const isLong = process.env['ACP_LONG'] === '1';
const timeout = isLong ? 600_000 : 180_000;
const uri = 'file:///any';
const kinds = new Set(['edit', ...optionalKinds] as const);

/** An editor in which anything is done to a document. */
class Editor {
  readonly #mirror = new DocumentMirror({ encoding: 'utf-16' });
  readonly #session: EngineSession = editEngine().open({});
  #version = 1;

  constructor(text: string, languageId = 'typescript') {
    this.#mirror.open({ uri, languageId, version: 1, text });
  }

  get text(): Text {
    return this.#mirror.get(uri)?.text ?? Text.from('');
  }

  replace({ start, end }: Span, text: string): void {
    this.#version += 1;
    const range = { start: position(start), end: position(end) };
    const change = this.#mirror.change({ uri, version: this.#version, contentChanges: [{ range, text }] });
    if (change !== undefined) void this.#session.changed?.(change);
  }

  async ask(others: Partial<EngineRequest> = {}): Promise<readonly Suggestion[]> {
    const document = this.#mirror.get(uri);
    if (document === undefined) throw new Error('the document is stale');
    return this.#session.suggest({
      document,
      position: { line: 0, column: 0 },
      trigger: 'automatic',
      kinds,
      diagnostics: [],
      context: {},
      documents: [document],
      options: {},
      signal: new AbortController().signal,
      ...others,
    });
  }
}

const position = ({ line, column }: TextPosition) => ({ line, character: column });

// Few words and few shapes of lines, so that edits resemble each other and something is suggested.
const word = fc.constantFrom('load', 'fetchItem', 'item', 'x', 'self', '1', "'a'", '"b', '𝒳');
const codeLine = fc
  .tuple(word, word, word, fc.nat(7))
  .map(([a, b, c, shape]) =>
    [
      `const ${a} = ${b}(${c});`,
      `  ${a}.${b}(${c}, ${a});`,
      `def ${a}(${b}: ${c}):`,
      `    return ${a}[${b}] // ${c}`,
      `${a}<${b}>(${c}`,
      `} else { ${a}`,
      '',
      `\t"${a}": [${b}, ${c}],`,
    ].at(shape),
  );
const code = fc.array(codeLine, { minLength: 12, maxLength: 40, size: 'max' }).map((lines) => lines.join('\n'));

type Step =
  | {
      readonly kind: 'word';
      readonly old: string;
      readonly now: string;
      readonly line: number;
      readonly times: number;
    }
  | { readonly kind: 'anything'; readonly where: readonly [number, number, number, number]; readonly text: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('word' as const),
      old: word,
      now: word,
      line: fc.nat(40),
      times: fc.nat(4),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('anything' as const), where: numbers, text: texts }) },
);

/** Does a step; a word is replaced in the next lines that have it. */
function take(editor: Editor, each: Step): void {
  if (each.kind === 'anything') {
    editor.replace(chosenSpan(editor.text, each.where), each.text);
    return;
  }
  let from = each.line % editor.text.lineCount;
  for (let time = 0; time < each.times; time += 1) {
    const { text } = editor;
    const line = text.findLine(from, text.lineCount, (content) => content.includes(each.old));
    if (line === undefined) return;
    const column = text.line(line).indexOf(each.old);
    editor.replace({ start: { line, column }, end: { line, column: column + each.old.length } }, each.now);
    from = line + 1;
  }
}

/** Everything that is suggested along the way, each with the text that it is about. */
async function play(text: string, steps: readonly Step[]): Promise<readonly (readonly [Text, Suggestion])[]> {
  const editor = new Editor(text);
  const seen: [Text, Suggestion][] = [];
  for (const each of steps) {
    take(editor, each);
    for (const suggestion of await editor.ask()) seen.push([editor.text, suggestion]);
    for (const suggestion of await editor.ask({ trigger: 'manual' })) seen.push([editor.text, suggestion]);
  }
  return seen;
}

/** Whether a suggestion can be followed as it stands. */
function isSound([text, suggestion]: readonly [Text, Suggestion]): boolean {
  if (suggestion.kind === 'searchAndReplace')
    return suggestion.search !== '' && suggestion.search !== suggestion.replace;
  if (suggestion.kind !== 'edit') return text.has(suggestion.position);
  const after = applyAll(text, suggestion.edits);
  const { cursor } = suggestion;
  return after !== undefined && String(after) !== String(text) && (cursor === undefined || after.has(cursor));
}

const documents = fc.oneof({ weight: 3, arbitrary: code }, { weight: 1, arbitrary: texts });
const runs = fc.tuple(documents, fc.array(step, { maxLength: 10 }));

describe('for any document and any edits', () => {
  test('suggestions can be followed as they stand, and something is suggested', { timeout }, async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(runs, async ([text, steps]) => {
        const seen = await play(text, steps);
        count += seen.length;
        expect(seen.filter((each) => !isSound(each))).toEqual([]);
      }),
      { numRuns: isLong ? 10_000 : 80, seed: 9 },
    );
    expect(count).toBeGreaterThan(50);
  });

  test('the same events lead to the same suggestions', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(runs, async ([text, steps]) => {
        const suggested = async () => (await play(text, steps)).map(([, suggestion]) => suggestion);
        expect(await suggested()).toEqual(await suggested());
      }),
      { numRuns: isLong ? 3000 : 20, seed: 10 },
    );
  });
});

/** Makes the same edit on these lines of a document, and asks after each. */
async function editAndAsk(
  editor: Editor,
  [old, now]: readonly [string, string],
  lines: readonly number[],
): Promise<void> {
  for (const line of lines) {
    const column = editor.text.line(line).indexOf(old);
    editor.replace({ start: { line, column }, end: { line, column: column + old.length } }, now);
    await editor.ask();
  }
}

describe('hostile documents take neither long nor much memory', () => {
  // Without limits each answer would take minutes, and the test would not end in its time.
  const first = Array.from({ length: 8 }, (_, index) => index);

  test('one line of five million characters', { timeout }, async () => {
    const editor = new Editor(`${'load(item); '.repeat(420_000)}\nload(1);\nload(2);\nload(3);`);
    await editAndAsk(editor, ['load', 'fetch'], [0, 0, 1, 0, 2, 0]);
    expect(await editor.ask()).toMatchObject([{ kind: 'edit', edits: [{ span: { start: { line: 3 } } }] }]);
  });

  test('a hundred thousand lines in which the words are everywhere and nothing fits', { timeout }, async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) =>
      index < 12 ? `load(item${index});` : `a.load.item${index}.fetch;`,
    );
    const before = process.memoryUsage().heapUsed;
    const editor = new Editor(lines.join('\n'));
    await editAndAsk(editor, ['load(', 'fetch('], first);
    expect((process.memoryUsage().heapUsed - before) / 1024 ** 2).toBeLessThan(400);
  });

  test('lines that are brackets and nothing else', { timeout }, async () => {
    const lines = Array.from({ length: 500 }, (_, index) => `load${'(['.repeat(240)}${index}${'])'.repeat(240)}`);
    const editor = new Editor(lines.join('\n'));
    await editAndAsk(editor, ['load', 'fetch'], first);
    expect(editor.text.line(0)).toMatch(/^fetch\(\[/u);
  });
});
