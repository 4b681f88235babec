import { editEngine, serveNes, type NesEngine, type Suggestion } from '@acp-stack/nes';
import { memoryPair } from '@acp-stack/rpc';
import { agent } from '@acp-stack/sdk';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { uriOf } from '../paths/file-path.ts';
import { EditedDocument } from './edited-document.ts';
import { SuggestionActions } from './suggestion-actions.ts';
import { SuggestionSession } from './suggestion-session.ts';

const path = '/garden/rose.js';
const uri = uriOf(path);
const lines = ['rose', 'tulip', 'lily', 'fern'].map((name) => `log("water", ${name});`);

interface Stage extends AsyncDisposable {
  readonly document: EditedDocument;
  readonly session: SuggestionSession;
  readonly actions: SuggestionActions;
  readonly opened: string[];
  /** What the agent was told about suggestions. */
  readonly outcomes: () => readonly string[];
  type(spec: TransactionSpec): void;
  until(condition: () => boolean): Promise<void>;
}

let stages: Stage[] = [];
afterEach(async () => {
  await Promise.all(stages.map((stage) => stage[Symbol.asyncDispose]()));
  stages = [];
});

/** An editor without elements, and an agent that suggests edits. */
async function setUp(
  options: { engine?: NesEngine; text?: string; isVisible?: (offset: number) => boolean } = {},
): Promise<Stage> {
  const { engine = editEngine(), text = `${lines.join('\n')}\n`, isVisible = () => true } = options;
  const document = new EditedDocument(path, { version: '' }, EditorState.create({ doc: text }));
  const told: string[] = [];
  const opened: string[] = [];
  let wake = (): void => undefined;
  const session = new SuggestionSession({
    folder: '/garden',
    documents: () => [document],
    onChange: () => {
      wake();
    },
    timing: { debounce: 0, throttle: 0, cooldown: 0 },
    connect: async () => {
      const [ours, theirs] = memoryPair();
      serveNes(agent({ name: 'gardener', version: '1.0.0' }), { engine: observed(engine, told) }).connect(theirs);
      return ours;
    },
  });
  const apply = (spec: TransactionSpec): void => {
    const transaction = document.state.update(spec);
    const replacements = document.apply(transaction);
    if (replacements.length > 0) session.nes?.change(uri, replacements, { position: document.cursor });
  };
  const actions = new SuggestionActions({
    folder: '/garden',
    front: () => document,
    find: (other) => (other === uri ? document : undefined),
    nes: () => session.nes,
    drawnId: () => actions.shown?.id,
    dispatch: apply,
    isVisible,
    open: (other, line) => void opened.push(`${other}:${line}`),
  });
  await session.start();
  const stage: Stage = {
    document,
    session,
    actions,
    opened,
    outcomes: () => told,
    type: apply,
    until: async (condition) => {
      while (!condition()) await new Promise<void>((resolve) => (wake = resolve));
    },
    [Symbol.asyncDispose]: () => session.close(),
  };
  stages.push(stage);
  return stage;
}

/** Types `info` over `log` in a line, from 0. */
function replaceLog(stage: Stage, line: number): void {
  const { from } = stage.document.state.doc.line(line + 1);
  stage.type({ changes: { from, to: from + 3, insert: 'info' }, selection: { anchor: from + 4 } });
}

/** An engine whose outcomes are noted. */
const observed = (engine: NesEngine, told: string[]): NesEngine => ({
  ...engine,
  open: (workspace) => {
    const session = engine.open(workspace);
    return new Proxy(session, {
      get: (target, name) => {
        if (name === 'accepted') return () => void told.push('accepted');
        if (name === 'rejected') return (_: Suggestion, reason: string) => void told.push(reason);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  },
});

/** An engine with fixed suggestions. */
const suggesting = (...suggestions: readonly Suggestion[]): NesEngine => ({
  open: () => ({ suggest: () => suggestions }),
});

describe('suggestions in the editor', () => {
  test('after two equal edits the third is shown, and Tab takes it', async () => {
    const stage = await setUp();
    const { actions, document } = stage;
    replaceLog(stage, 0);
    replaceLog(stage, 1);
    await stage.until(() => actions.shown !== undefined);
    expect(actions.drawn).toMatchObject({ hint: 'Tab: line 3' });
    expect(actions.words).toBe('Tab: line 3 · Esc dismisses it');
    expect(actions.sentence).toBe('Suggestion in line 3: log becomes info. Tab takes it, Esc dismisses it.');
    expect(actions.take()).toBe(true);
    expect(document.text.line(2)).toBe('info("water", lily);');
    expect(document.cursor.line).toBe(2);
    await vi.waitUntil(() => stage.outcomes().length > 0);
    expect(stage.outcomes()).toEqual(['accepted']);
  });

  test('Esc dismisses it, which the agent is told; without one, Esc and Tab are those of the editor', async () => {
    const stage = await setUp();
    const { actions } = stage;
    expect([actions.take(), actions.dismiss(), actions.next()]).toEqual([false, false, false]);
    replaceLog(stage, 0);
    replaceLog(stage, 1);
    await stage.until(() => actions.shown !== undefined);
    expect(actions.dismiss()).toBe(true);
    expect(actions.shown).toBeUndefined();
    await vi.waitUntil(() => stage.outcomes().length > 0);
    expect(stage.outcomes()).toEqual(['rejected']);
  });

  test('an edit that is not on the screen is gone to first, and taken by the next Tab', async () => {
    let isSeen = false;
    const stage = await setUp({ isVisible: () => isSeen });
    const { actions, document } = stage;
    replaceLog(stage, 0);
    replaceLog(stage, 1);
    await stage.until(() => actions.shown !== undefined);
    expect(actions.take()).toBe(true);
    expect([document.text.line(2), document.cursor.line]).toEqual(['log("water", lily);', 2]);
    expect(actions.words).toBe('Tab takes it · Esc dismisses it');
    isSeen = true;
    expect(actions.take()).toBe(true);
    expect(document.text.line(2)).toBe('info("water", lily);');
  });

  test('of several, one is shown with its number, and the next one on request', async () => {
    const edit = (line: number): Suggestion => ({
      kind: 'edit',
      uri,
      edits: [{ span: { start: { line, column: 0 }, end: { line, column: 3 } }, text: `info${line}` }],
    });
    const stage = await setUp({ engine: suggesting(edit(1), edit(2)) });
    const { actions } = stage;
    actions.ask();
    await stage.until(() => actions.shown !== undefined);
    expect(actions.words).toBe('Tab: line 2 · Esc dismisses it · 1 of 2');
    expect(actions.next()).toBe(true);
    expect(actions.words).toBe('Tab: line 3 · Esc dismisses it · 2 of 2');
    actions.take();
    expect(stage.document.text.line(2)).toBe('info2("water", lily);');
  });

  test('a jump into another file of the session opens it there; one outside of it is only said', async () => {
    const jump = (other: string): Suggestion => ({ kind: 'jump', uri: other, position: { line: 4, column: 0 } });
    const stage = await setUp({ engine: suggesting(jump('file:///garden/shed/tools.js'), jump('file:///etc/passwd')) });
    const { actions } = stage;
    actions.ask();
    await stage.until(() => actions.shown !== undefined);
    expect(actions.words).toBe('Tab jumps to shed/tools.js:5 · Esc dismisses it · 1 of 2');
    actions.next();
    expect(actions.take()).toBe(false);
    actions.next();
    expect(actions.take()).toBe(true);
    expect(stage.opened).toEqual(['/garden/shed/tools.js:5']);
  });

  test('after one was taken, Tab asks for more, until another key was pressed', async () => {
    const stage = await setUp({ text: 'log(a);\nlog(b);\nlog(c);\n' });
    const { actions } = stage;
    replaceLog(stage, 0);
    replaceLog(stage, 1);
    await stage.until(() => actions.shown !== undefined);
    actions.take();
    await stage.until(() => actions.shown === undefined && stage.session.state.kind === 'ready');
    expect(actions.words).toBe('Tab asks for more');
    actions.forget();
    expect([actions.words, actions.take()]).toEqual(['', false]);
  });
});

describe('the session of suggestions', () => {
  test('says why there is none, and can be started again', async () => {
    let attempts = 0;
    const session = new SuggestionSession({
      folder: '/garden',
      documents: () => [],
      onChange: () => undefined,
      connect: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('The server answered 404.');
        const [ours, theirs] = memoryPair();
        agent({ name: 'mute', version: '1.0.0' })
          .onPrompt(() => undefined)
          .connect(theirs);
        return ours;
      },
    });
    await session.start();
    expect(session.state).toEqual({ kind: 'gone', words: 'There are no suggestions: The server answered 404.' });
    await session.start();
    expect(session.state).toEqual({ kind: 'gone', words: 'The default agent suggests no edits.' });
    expect(session.nes).toBeUndefined();
  });

  test('that is closed while it starts gives up, and a later start works', async () => {
    const stage = await setUp();
    await stage.session.close();
    expect(stage.session.state).toEqual({ kind: 'off' });
    const first = stage.session.start();
    const closed = stage.session.close();
    await Promise.all([first, closed]);
    expect([stage.session.state.kind, stage.session.nes]).toEqual(['off', undefined]);
    await stage.session.start();
    expect(stage.session.state.kind).toBe('ready');
  });
});
