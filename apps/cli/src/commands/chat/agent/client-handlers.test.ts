/** The documents of a chat, and the context that it sends with prompts; the agent is in the same process. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { agent, client, memoryPair, type ClientConnection, type ClientSession } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { noDefaults } from '../../../config/agent-server.ts';
import type { ContextPlan } from '../../../context/context-plan.ts';
import { Log } from '../../../log/log.ts';
import { captureTerminal } from '../../../terminal/captured-terminal.ts';
import { createAgentQueue } from '../conversation/agent-queue.ts';
import { promptContent } from '../conversation/prompt.ts';
import { ClientHandlers } from './client-handlers.ts';

const unexpected = (): Promise<never> => Promise.reject(new Error('No question is expected.'));

/** What the agent sees during a prompt: the active file, the number of open files, and the runtime context. */
interface Seen {
  readonly active: string | undefined;
  readonly open: number;
  readonly context: readonly string[];
}

/** A chat without a user interface, connected to an agent that reports what it sees. */
class ChatSetup implements AsyncDisposable {
  readonly seen: Seen[] = [];
  readonly #cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-chat-handlers-')));
  readonly #handlers: ClientHandlers;
  #connection: ClientConnection | undefined;
  #session: ClientSession | undefined;

  private constructor() {
    for (const name of ['rose.ts', 'tulip.ts']) writeFileSync(join(this.#cwd, name), `// ${name}\n`);
    const terminal = captureTerminal({ env: { XDG_CONFIG_HOME: this.#cwd } });
    const contextPlan: ContextPlan = {
      names: ['active-file'],
      fallback: 'none',
      isAsked: true,
      editorState: undefined,
    };
    this.#handlers = new ClientHandlers({
      ownCommand: (name) => `/${name}`,
      cwd: this.#cwd,
      questions: {
        permission: unexpected,
        form: unexpected,
        page: unexpected,
        choose: unexpected,
        fillIn: unexpected,
      },
      note: () => undefined,
      terminal,
      connection: () => this.#connection,
      server: { name: 'gardener', kind: 'command', command: 'gardener', args: [], env: {}, defaults: noDefaults },
      access: new Set(['fs', 'terminal', 'editor-state']),
      toolCall: () => undefined,
      answered: () => undefined,
      contextPlan,
      log: new Log(terminal),
    });
  }

  static async open(): Promise<ChatSetup> {
    const setup = new ChatSetup();
    const [left, right] = memoryPair();
    void agent({ name: 'gardener', version: '1.0.0' }, { runtimeContext: true, inject: { modes: ['queue'] } })
      .onPrompt(async ({ editor, runtimeContext }) => {
        const active = (await editor.active())?.uri.slice(`file://${setup.#cwd}/`.length);
        const open = (await editor.open()).length;
        setup.seen.push({ active, open, context: runtimeContext.map(({ title, text }) => `${title}\n${text}`) });
      })
      .serve(left);
    const app = client({ name: 'acp', version: '1.0.0' });
    await setup.#handlers.serve(app);
    setup.#connection = await app.connect(right);
    setup.#session = await setup.#connection.newSession({ cwd: setup.#cwd });
    return setup;
  }

  get #open(): ClientSession {
    if (this.#session === undefined) throw new Error('The session is not open.');
    return this.#session;
  }

  /** Sends a prompt; resolves with what the agent saw. */
  async prompt(text: string): Promise<Seen | undefined> {
    const content = await promptContent({ text, pictures: [] }, { cwd: this.#cwd });
    const prepared = await this.#handlers.withContext(content, this.#open);
    await this.#open.prompt(prepared.content, prepared.options);
    return this.seen.at(-1);
  }

  /** Puts a message into the queue of the agent; resolves when it is delivered. */
  async queue(text: string): Promise<void> {
    const queue = createAgentQueue(this.#open, (content) => this.#handlers.mention(content));
    const queued = await queue.inject(await queue.contentOf({ text, pictures: [] }), 'queue');
    await queued.delivered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection?.close();
    await this.#handlers[Symbol.asyncDispose]();
    rmSync(this.#cwd, { recursive: true, force: true });
  }
}

const tulip: Seen = { active: 'tulip.ts', open: 2, context: ['Active file: tulip.ts\n// tulip.ts\n'] };

test('a prompt without mentions has no open documents and no context', async () => {
  await using chat = await ChatSetup.open();
  expect(await chat.prompt('hello')).toEqual({ active: undefined, open: 0, context: [] });
});

test('mentioned files are open documents; the last one is active and sent as context', async () => {
  await using chat = await ChatSetup.open();
  expect(await chat.prompt('see @rose.ts and @tulip.ts')).toEqual(tulip);
});

test('mentioned files stay open for later prompts', async () => {
  await using chat = await ChatSetup.open();
  await chat.prompt('see @rose.ts and @tulip.ts');
  expect(await chat.prompt('again')).toEqual(tulip);
});

test('a file that is mentioned again becomes the active one', async () => {
  await using chat = await ChatSetup.open();
  await chat.prompt('see @rose.ts and @tulip.ts');
  expect(await chat.prompt('back to @rose.ts!')).toEqual({
    active: 'rose.ts',
    open: 2,
    context: ['Active file: rose.ts\n// rose.ts\n'],
  });
});

test('a queued message makes its files open as well, without context', async () => {
  await using chat = await ChatSetup.open();
  await chat.prompt('see @rose.ts');
  await chat.queue('then @tulip.ts');
  await expect.poll(() => chat.seen.at(-1)).toEqual({ active: 'tulip.ts', open: 2, context: [] });
});
