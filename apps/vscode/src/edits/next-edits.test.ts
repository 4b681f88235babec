/** Next edits without an editor: a text in memory, and the engine that needs no model. */
import { applyAll, editEngine, serveNes, Text, type NesEngine, type TextPosition } from '@acp-stack/nes';
import { agent } from '@acp-stack/sdk';
import { expect, test, vi } from 'vitest';

import { NextEdits } from './next-edits.ts';

const uri = 'file:///garden/rose.ts';
const info = { name: 'engine', version: '1.0.0' };

class MemoryEditor {
  text = 'let a = load(1);\nlet b = load(2);\nlet c = load(3);\nlet d = load(4);\n';
  cursor: TextPosition = { line: 0, column: 0 };
  readonly asked: string[] = [];
  readonly logged: string[] = [];
  readonly edits: NextEdits;

  constructor(suggests: (which: 'default' | 'own') => boolean, engine: NesEngine = editEngine()) {
    this.edits = new NextEdits({
      version: '1.0.0',
      files: () => [this.file],
      active: () => ({ ...this.file, cursor: this.cursor }),
      folders: () => ['/garden'],
      apply: (_, replacements) => {
        this.change(String(applyAll(Text.from(this.text), replacements) ?? this.text));
        return Promise.resolve(true);
      },
      show: (_, position) => {
        this.cursor = position;
        this.edits.moved(uri, position);
        return Promise.resolve();
      },
      connect: (which) => {
        this.asked.push(which);
        const app = agent(info);
        if (suggests(which)) serveNes(app, { engine });
        else app.onPrompt(() => undefined);
        return Promise.resolve(app.start());
      },
      onChange: () => undefined,
      log: (line) => void this.logged.push(line),
      timing: { debounce: 0, throttle: 0, cooldown: 0 },
    });
  }

  get file(): { uri: string; languageId: string; text: string } {
    return { uri, languageId: 'typescript', text: this.text };
  }

  change(text: string): void {
    this.text = text;
    this.edits.changed(this.file, 'typing');
  }

  /** Makes the same edit twice, which is what the engine goes on with. */
  edit(): void {
    for (const number of [1, 2]) {
      this.cursor = { line: number - 1, column: 14 };
      this.change(this.text.replace(`load(${number})`, `fetch(${number})`));
    }
  }
}

test('goes where the next edit is with the first press, and takes it with the second', async () => {
  const editor = new MemoryEditor(() => true);
  await using edits = editor.edits;
  expect(await edits.start()).toBe(true);
  editor.edit();
  await vi.waitFor(() => {
    expect(edits.shown?.target?.line).toBe(2);
  });
  expect(edits.hint).toBe('Tab goes to line 3');
  await edits.take();
  expect([editor.cursor.line, editor.text]).toEqual([2, expect.stringContaining('load(3)')]);
  await edits.take();
  expect(editor.text).toContain('fetch(3)');
});

test('asks the agent of the extension if the default agent suggests no edits', async () => {
  const editor = new MemoryEditor((which) => which === 'own');
  await using edits = editor.edits;
  expect(await edits.start()).toBe(true);
  expect(editor.asked).toEqual(['default', 'own']);
});

test('an agent that does not start is logged, and the editor works on', async () => {
  const editor = new MemoryEditor(() => false);
  await using edits = editor.edits;
  expect(await edits.start()).toBe(false);
  editor.edit();
  await edits.take();
  edits.dismiss();
  expect([edits.shown, edits.hint, edits.inline]).toEqual([undefined, undefined, undefined]);
});

test('a dismissed edit is not shown any more', async () => {
  const editor = new MemoryEditor(() => true);
  await using edits = editor.edits;
  await edits.start();
  editor.edit();
  await vi.waitFor(() => {
    expect(edits.shown).toBeDefined();
  });
  edits.dismiss();
  expect(edits.shown).toBeUndefined();
});

test('text at the cursor counts as taken when the editor has inserted it itself, whole or word by word', async () => {
  const heard: string[] = [];
  const text = ' // planted in May';
  const engine: NesEngine = {
    open: () => ({
      suggest: ({ position, trigger }) =>
        trigger === 'manual'
          ? [{ kind: 'edit', uri, edits: [{ span: { start: position, end: position }, text }] }]
          : [],
      accepted: () => void heard.push('accepted'),
      rejected: (_, reason) => void heard.push(reason),
    }),
  };
  const editor = new MemoryEditor(() => true, engine);
  await using edits = editor.edits;
  for (const parts of [[text], [' // planted', ' in May']]) {
    editor.text = 'let a = 1;';
    editor.cursor = { line: 0, column: 10 };
    edits.opened(editor.file);
    await edits.ask();
    await vi.waitFor(() => {
      expect(edits.inline).toBe(text);
    });
    for (const part of parts) editor.change(`${editor.text}${part}`);
    await vi.waitFor(() => {
      expect(heard.splice(0)).toEqual(['accepted']);
    });
  }
});
