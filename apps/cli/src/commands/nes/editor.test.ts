import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nesClientCapabilities, serveNes, startNes, type NesClient, type NesEngine } from '@acp-stack/nes';
import { memoryPair } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';
import { record } from '@acp-stack/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Key } from '../../tui/key.ts';
import { EditedFile, type ReadFile } from './edited-file.ts';
import { NesEditor } from './editor.ts';
import { WorkspaceFolder } from './workspace-folder.ts';
import { withoutColours } from '../../tui/theme.ts';

let garden: string;
const path = (name: string): string => join(garden, name);
const textOf = (name: string): string => readFileSync(path(name), 'utf8');

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-garden-')));
  garden = join(folder, 'garden');
  mkdirSync(path('shed'), { recursive: true });
  writeFileSync(path('beds.ts'), '');
  writeFileSync(path('shed/tools.ts'), 'rake\nhoe\nspade\n');
  writeFileSync(join(folder, 'secret.ts'), 'gold\n');
});

afterEach(() => {
  rmSync(join(garden, '..'), { recursive: true, force: true });
});

const at = (line: number, column: number) => ({ line, column });

/**
 * The suggestions of the test agent, by the text of the document: `jump shed/tools.ts`, or `edit`, `rename` and
 * `replace` with such a name. A request for a suggestion replaces hoes by axes.
 */
const engine: NesEngine = {
  open: () => ({
    suggest: ({ document, trigger }) => {
      if (trigger === 'manual') {
        const span = { start: at(1, 0), end: at(1, 3) };
        return document.text.line(1) === 'hoe'
          ? [{ kind: 'edit', uri: document.uri, edits: [{ span, text: 'axe' }] }]
          : [];
      }
      const [, kind, name = ''] = /(jump|edit|rename|replace) (\S+)!/u.exec(String(document.text)) ?? [];
      const uri = new URL(name, document.uri).href;
      if (kind === 'jump') return [{ kind, uri, position: at(1, 1) }];
      if (kind === 'edit')
        return [{ kind, uri, edits: [{ span: { start: at(2, 0), end: at(2, 5) }, text: 'fork' }], cursor: at(2, 4) }];
      if (kind === 'rename') return [{ kind, uri, position: at(0, 0), newName: 'broom' }];
      return kind === 'replace' ? [{ kind: 'searchAndReplace', uri, search: 'hoe', replace: 'axe' }] : [];
    },
  }),
};

const named = (name: string, isControl = false): Key => ({ name, text: '', isControl, isAlt: false, isShift: false });
const control = (letter: string): Key => named(letter, true);
const typed = (text: string): Key => ({ ...named('text'), text });
const [tab, escape, o] = [named('tab'), named('escape'), typed('o')];

/** The editor with an agent in the same process; `shows` waits for something on its screen. */
async function begin(...names: readonly string[]) {
  const [left, right] = memoryPair();
  serveNes(agent({ name: 'gardener', version: '1' }), { engine }).connect(left);
  const kinds = ['edit', 'jump', 'rename', 'searchAndReplace'] as const;
  const connection = await client(
    { name: 'editor', version: '1' },
    { capabilities: nesClientCapabilities(kinds) },
  ).connect(right);
  const { transcript } = record(connection.raw);
  const files = await Promise.all(names.map((name) => EditedFile.open(name, garden)));
  let screen = '';
  const watchers = new Set<() => void>();
  const editor = new NesEditor({
    files: files as unknown as readonly [ReadFile, ...ReadFile[]],
    workspace: new WorkspaceFolder(garden),
    screen: {
      columns: 120,
      rows: 8,
      draw: ({ rows }) => {
        screen = rows.join('\n');
        for (const watch of watchers) watch();
      },
      forget: () => undefined,
    },
    theme: withoutColours,
  });
  const nes: NesClient = await startNes(connection, {
    kinds,
    onSuggestions: editor.draw,
    timing: { debounce: 0, throttle: 0, cooldown: 0 },
  });
  for (const { uri, languageId, text } of editor.documents) nes.open(uri, languageId, text);
  editor.agent = { nes, state: { kind: 'ready' }, name: 'Gardener', start: () => undefined };
  const shows = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (!screen.includes(words)) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      editor.draw();
    });
  const press = (...pressed: readonly Key[]): void => pressed.forEach(editor.press);
  return {
    editor,
    get told() {
      return transcript.messages('out').flatMap((message) => {
        const { method, params } = message as { readonly method?: string; readonly params?: { readonly uri?: string } };
        return method?.startsWith('document/') === true || method === 'nes/accept' ? [[method, params?.uri]] : [];
      });
    },
    shows,
    press,
    get screen() {
      return screen;
    },
    [Symbol.asyncDispose]: async () => {
      await nes[Symbol.asyncDispose]();
      await connection.close();
    },
  };
}

describe('a suggestion for another file', () => {
  test('is gone to with Tab: the file is opened, told of, and changed beside the first one', async () => {
    await using stage = await begin('beds.ts');
    stage.press(typed('jump shed/tools.ts!'));
    await stage.shows('Tab jumps to shed/tools.ts:2, Esc rejects it');
    // What is typed while the file is read is meant for it.
    stage.press(tab, typed('X'));
    await stage.shows('2 hXoe');
    await stage.shows('tools.ts •');
    const uri = new URL(`file://${path('shed/tools.ts')}`).href;
    expect(stage.told.slice(-4)).toEqual([
      ['nes/accept', undefined],
      ['document/didOpen', uri],
      ['document/didFocus', uri],
      ['document/didChange', uri],
    ]);
    stage.press(control('p'));
    await stage.shows('press a number: 1 beds.ts • · Esc cancels');
    stage.press(named('enter'));
    await stage.shows('1 jump shed/tools.ts!');
    stage.press(control('q'));
    await stage.shows('not saved: s saves and quits, d discards it, Esc cancels · beds.ts, shed/tools.ts');
    stage.press(typed('s'));
    await stage.editor.left;
    expect([textOf('beds.ts'), textOf('shed/tools.ts')]).toEqual(['jump shed/tools.ts!', 'rake\nhXoe\nspade\n']);
  });

  test('is only said where it leads out of the folder, also through a link; a file that is not there is said as well', async () => {
    symlinkSync('../secret.ts', path('link.ts'));
    await using stage = await begin('beds.ts');
    stage.press(typed('jump ../secret.ts!'));
    await stage.shows('Gardener: continues in line 2 of ../secret.ts, Esc rejects it');
    stage.press(tab);
    await stage.shows('1 jump ../secret.ts!  ');
    stage.press(control('k'), ...Array.from({ length: 3 }, () => control('w')), typed('jump link.ts!'));
    await stage.shows('Tab jumps to link.ts:2');
    stage.press(tab);
    await stage.shows('link.ts is not below');
    stage.press(...Array.from({ length: 3 }, () => control('w')), typed('jump none.ts!'));
    await stage.shows('Tab jumps to none.ts:2');
    stage.press(tab);
    await stage.shows('none.ts does not exist');
    expect(stage.editor.documents.map(({ uri }) => uri)).toHaveLength(1);
  });

  test.each([
    ['edit', 'Tab shows an edit in shed/tools.ts:3', '{+fork+}', 'rake\nhoe\nfork\n'],
    ['rename', 'Tab shows a new name in shed/tools.ts:1', 'Tab renames rake to broom', 'broom\nhoe\nspade\n'],
    ['replace', 'Tab shows what is replaced in shed/tools.ts:2', 'Tab replaces hoe with axe', 'rake\naxe\nspade\n'],
  ])('that is open is seen there before it is taken: %s', async (kind, words, seen, text) => {
    await using stage = await begin('beds.ts', 'shed/tools.ts');
    stage.press(typed(`${kind} shed/tools.ts!`));
    await stage.shows(words);
    stage.press(tab);
    await stage.shows(seen);
    expect(stage.told).not.toContainEqual(['nes/accept', undefined]);
    stage.press(tab, control('s'));
    await stage.shows('saved');
    expect(stage.told).toContainEqual(['nes/accept', undefined]);
    expect(textOf('shed/tools.ts')).toBe(text);
  });
});

test('Tab after Tab asks for more where nothing is left to take, and types nothing until another key', async () => {
  await using stage = await begin('shed/tools.ts');
  stage.press(typed('edit tools.ts!'));
  await stage.shows('{+fork+}');
  stage.press(tab);
  await stage.shows('3 fork\n');
  await stage.shows('Gardener: Tab asks for more');
  stage.press(tab);
  await stage.shows('[-hoe-]{+axe+}');
  stage.press(tab);
  await stage.shows('2 axe\n');
  stage.press(tab, tab);
  await stage.shows('no more suggestions; after any other key, Tab indents');
  expect(stage.editor.documents[0]?.text).toBe('edit tools.ts!rake\naxe\nfork\n');
  stage.press(typed('!'), tab);
  await stage.shows('2 axe!  ');
  expect(stage.editor.documents[0]?.text).toBe('edit tools.ts!rake\naxe!  \nfork\n');
});

test('Ctrl+Space says when nothing was found, and Tab indents afterwards', async () => {
  await using stage = await begin('beds.ts');
  stage.press(control('`'));
  await stage.shows('nothing to suggest here');
  stage.press(tab);
  await stage.shows('1 ');
  expect(stage.editor.documents[0]?.text).toBe('  ');
});

test('a suggestion says in which line the user has made the same change', async () => {
  writeFileSync(path('shed/tools.ts'), 'hoe\nhoe\n');
  await using stage = await begin('shed/tools.ts');
  stage.press(named('delete'), named('delete'), named('delete'), typed('axe'), control('`'));
  await stage.shows('Tab takes it as in line 1, Esc rejects it');
});

describe('leaving', () => {
  /** The user leaves and saves, after another program has changed a file that is open. */
  async function leaveChanged(stage: Awaited<ReturnType<typeof begin>>): Promise<void> {
    writeFileSync(path('beds.ts'), 'oak\n');
    stage.press(control('q'), typed('s'));
    await stage.shows('another program has changed the file: o overwrites it, Esc cancels');
  }

  test('goes on after the user has said what to do with a file that another program changed', async () => {
    await using stage = await begin('beds.ts');
    stage.press(typed('rose'));
    await leaveChanged(stage);
    stage.press(o);
    await stage.editor.left;
    expect(textOf('beds.ts')).toBe('rose');
  });

  test('is given up when the user does not want to overwrite it', async () => {
    await using stage = await begin('beds.ts');
    stage.press(typed('rose'));
    await leaveChanged(stage);
    stage.press(escape);
    await stage.shows('beds.ts • │ Gardener: ready');
    expect([textOf('beds.ts'), stage.editor.unsaved.map(({ name }) => name)]).toEqual(['oak\n', ['beds.ts']]);
  });

  test('shows each file that it asks about', async () => {
    await using stage = await begin('beds.ts', 'shed/tools.ts');
    stage.press(typed('rose'), control('p'), typed('1'), typed('big '));
    await stage.shows('1 big rake');
    await leaveChanged(stage);
    expect(stage.screen).toContain('1 rose');
    stage.press(o);
    await stage.editor.left;
    expect([textOf('beds.ts'), textOf('shed/tools.ts')]).toEqual(['rose', 'big rake\nhoe\nspade\n']);
  });
});
