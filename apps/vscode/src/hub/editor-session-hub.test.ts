/** The hub of an editor without an editor: files in memory, and a real agent process of version 1. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { memoryPair } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import type { Editor, Settings } from '../editor/editor.ts';
import { ChangeReview } from '../review/change-review.ts';
import { EditorSessionHub } from './editor-session-hub.ts';
import { schemas } from './schemas.ts';
import { openSessionStore } from './session-store.ts';

const gardener = fileURLToPath(new URL('../../../../test/vscode/fixtures/gardener.mjs', import.meta.url));

let home = '';
eachFolder((path) => {
  home = path;
});

class MemoryEditor {
  isTrusted = true;
  settings: Settings = {
    own: { gardener: { command: process.execPath, args: [gardener] } },
    ofWorkspace: {},
    defaultAgent: 'gardener',
    changes: 'ask',
    keepSessions: 30,
  };
  readonly texts = new Map<string, string>();
  readonly terminals: string[] = [];
  readonly review: ChangeReview;
  readonly hub: EditorSessionHub;
  readonly garden: string;

  constructor() {
    const folder = join(home, 'garden');
    mkdirSync(folder);
    this.garden = join(folder, 'garden.txt');
    writeFileSync(this.garden, 'A rose is pink.\n');
    this.texts.set(this.garden, 'A rose is red.\nA daffodil is yellow.\n');
    const files: Editor['files'] = {
      read: (path) => Promise.resolve(this.texts.get(path)),
      write: (path, text) => {
        this.texts.set(path, text);
        return Promise.resolve();
      },
      remove: (path) => {
        this.texts.delete(path);
        return Promise.resolve();
      },
    };
    this.review = new ChangeReview(files);
    this.hub = new EditorSessionHub({
      editor: {
        isTrusted: () => this.isTrusted,
        folders: () => [folder],
        settings: () => this.settings,
        agreements: { has: () => false, add: () => Promise.resolve() },
        askForAgent: () => Promise.resolve(false),
        unsaved: (path) => this.texts.get(path),
        files,
        documents: { open: () => [], recent: () => [], active: () => undefined },
        openFile: () => Promise.resolve(),
        showTerminal: (name, view) => {
          let text = '';
          void view.show({ write: (more) => (text += more), closed: () => this.terminals.push(`${name}: ${text}`) });
        },
        log: () => undefined,
      },
      review: this.review,
      openStore: () => openSessionStore({ folder: undefined, log: () => undefined, warn: () => undefined }),
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data') },
      program: [process.execPath, 'no-program.js'],
      version: '1.0.0',
      schemas,
    });
  }

  /** A page, as far as the protocol goes. */
  async connect(answers: readonly string[]): Promise<{ connection: ClientConnection; asked: string[] }> {
    const [page, host] = memoryPair();
    const asked: string[] = [];
    const left = [...answers];
    const app = client({ name: 'page', version: '1.0.0' }).onPermission(({ title }) => {
      asked.push(title);
      return left.shift() ?? 'cancelled';
    });
    void this.hub.connect(host, '/acp');
    return { connection: await app.connect(page), asked };
  }

  /** Sends a prompt in a new session; resolves with what the agent has said. */
  async say(words: string, answers: readonly string[] = []): Promise<{ said: string; asked: readonly string[] }> {
    const { connection, asked } = await this.connect(answers);
    const session = await connection.newSession({ cwd: join(home, 'garden') });
    let said = '';
    for await (const update of session.prompt(words)) {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') said += update.content.text;
    }
    await connection.close();
    return { said, asked };
  }
}

test('an agent reads unsaved text, and its change is asked about once, made in the editor, and under review', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  expect((await editor.say('read')).said).toBe('It says: A rose is red.\nA daffodil is yellow.');
  expect(await editor.say('paint', ['yes'])).toEqual({ said: 'Painted.', asked: ['Paint the garden'] });
  expect(editor.texts.get(editor.garden)).toBe('A rose is white.\nA daffodil is blue.\n');
  expect(editor.review.paths).toEqual([editor.garden]);
  await editor.review.reject(editor.garden, 0);
  expect(editor.texts.get(editor.garden)).toBe('A rose is red.\nA daffodil is yellow.\n');
});

test('a command is asked about, and its terminal is shown', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  expect(await editor.say('run', ['allow'])).toEqual({
    said: 'The command ended with 0.',
    asked: ['gardener wants to run a command.'],
  });
  await expect.poll(() => editor.terminals.join('')).toMatch(/gardener: .*echo three roses.*three roses/su);
  expect((await editor.say('run', ['reject'])).said).toBe('Refused: The user did not allow it.');
});

test('in Restricted Mode no agent is started, and the page says why', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  editor.isTrusted = false;
  await expect(editor.say('hello')).rejects.toThrow('Restricted Mode');
  editor.isTrusted = true;
  expect((await editor.say('hello')).said).toBe('Hello from the garden.');
});

test('an agent that works while the trust is taken away changes nothing and runs nothing', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  const { connection } = await editor.connect(['yes']);
  const session = await connection.newSession({ cwd: join(home, 'garden') });
  editor.isTrusted = false;
  for (const words of ['paint', 'run']) await session.prompt(words);
  expect(editor.texts.get(editor.garden)).toContain('red');
  expect(editor.terminals).toEqual([]);
  await connection.close();
});

test('settings that cannot be read are one sentence in the page, and mended settings work without a reload', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  const { settings } = editor;
  editor.settings = { ...settings, own: { gardener: {} } };
  await expect(editor.say('hello')).rejects.toThrow(
    'the agent "gardener" in the settings of the editor needs a "command"',
  );
  editor.settings = settings;
  expect((await editor.say('hello')).said).toBe('Hello from the garden.');
});

test('sessions are still there after the hub was opened again', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  await editor.say('hello');
  await editor.hub.restart();
  const { connection } = await editor.connect([]);
  const { sessions } = await connection.request('session/list', {});
  expect(sessions).toHaveLength(1);
  await connection.close();
});

test('a file outside the folders of the session, also by a link, is not written', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  const outside = join(home, 'outside.txt');
  writeFileSync(outside, 'mine');
  const link = join(home, 'garden', 'link.txt');
  symlinkSync(outside, link);
  for (const path of [outside, link, join(home, 'garden', '..', 'outside.txt')]) {
    const { said } = await editor.say(`write ${path}`, ['allow', 'allow']);
    expect(said).toMatch(/^Refused: /u);
  }
  expect([...editor.texts.keys()]).toEqual([editor.garden]);
});

test('an agent that dies ends its answer with a sentence, and the next message starts it again', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  await expect(editor.say('die')).rejects.toThrow('The agent was interrupted before it answered.');
  expect((await editor.say('hello')).said).toBe('Hello from the garden.');
});

test('an agent that says very much at once loses nothing, and the editor goes on', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  expect((await editor.say('flood 20000')).said).toMatch(/weed 19999 The flood is over\.$/u);
  expect((await editor.say('hello')).said).toBe('Hello from the garden.');
});

test('messages of a page that are no messages of the protocol end nothing for other pages', async () => {
  const editor = new MemoryEditor();
  await using _hub = editor.hub;
  const [page, host] = memoryPair();
  const answers: unknown[] = [];
  page.open({ receive: (message) => void answers.push(message), reject: () => undefined, ended: () => undefined });
  void editor.hub.connect(host, '/acp');
  const circular: Record<string, unknown> = { jsonrpc: '2.0', id: 1 };
  circular['self'] = circular;
  for (const message of [
    undefined,
    null,
    'text',
    7,
    [],
    {},
    circular,
    { jsonrpc: '2.0', id: {}, method: 'initialize' },
    { jsonrpc: '2.0', id: 2, method: '__proto__', params: [] },
    { jsonrpc: '2.0', id: 3, result: 'of nothing' },
  ]) {
    try {
      page.send(message);
    } catch {
      // The channel may have been ended by the message before.
    }
  }
  expect((await editor.say('hello')).said).toBe('Hello from the garden.');
});
