/**
 * The chat of the program in this process, with a scripted agent: a screen in memory, keys, and no process to start.
 *
 * Everything between the keys and the wire is what `acp chat` runs; only the terminal and the process of the agent are
 * missing.
 */
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';

import { memoryPair, type Channel } from '@acp-stack/rpc';
import { agent, client, type Agent, type AgentOptions, type ClientConnection, type Turn } from '@acp-stack/sdk';
import { openWorkspace, type Workspace } from '@acp-stack/workspace';
import { elicitationHandlers, Login, permissionHandler, type PermissionMemory } from '@acp-stack/workspace/client';
import xterm from '@xterm/headless';
import { expect } from 'vitest';

import { cellsOf, type ScreenCells } from './recording/screen-cells.ts';

import { ChatScreen } from '../../apps/cli/src/commands/chat/screen/chat-screen.ts';
import type { QuietClock } from '../../apps/cli/src/commands/chat/panels/quiet-time.ts';
import type { RestartableAgent } from '../../apps/cli/src/connect/restartable-agent.ts';
import { slashCommands } from '../../apps/cli/src/commands/chat/slash-commands/slash-commands.ts';
import type { ChatSettings } from '../../apps/cli/src/config/chat-settings.ts';
import { UserShell } from '../../apps/cli/src/commands/chat/slash-commands/user-shell.ts';
import { Conversation } from '../../apps/cli/src/commands/chat/conversation/conversation.ts';
import type { ChatUi, SlashCommands } from '../../apps/cli/src/commands/chat/ui/chat-ui.ts';
import { PlainTextChat } from '../../apps/cli/src/commands/chat/plain-text/plain-text-chat.ts';
import { shownToolCall } from '../../apps/cli/src/commands/chat/conversation/shown-tool-call.ts';
import { loginHooks } from '../../apps/cli/src/commands/chat/agent/login-hooks.ts';
import { Log } from '../../apps/cli/src/log/log.ts';
import type { ChosenTheme } from '../../apps/cli/src/tui/choose-theme.ts';
import { sixteenColours } from '../../apps/cli/src/tui/theme.ts';
import { Output } from '../../apps/cli/src/terminal/output.ts';
import type { Terminal } from '../../apps/cli/src/terminal/terminal.ts';

export interface ChatFixtureOptions {
  readonly inject?: AgentOptions['inject'];
  readonly accepts?: AgentOptions['accepts'];
  readonly admit?: AgentOptions['admit'];
  readonly isPlainText?: boolean;
  /** Whether the agent goes on without the chat. */
  readonly isDetachable?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The 16 colours of the terminal when absent. */
  readonly theme?: ChosenTheme;
  readonly env?: Readonly<Record<string, string>>;
  /** The input of a pipe, instead of keys. */
  readonly piped?: string;
  readonly files?: readonly string[];
  readonly memory?: PermissionMemory;
  /** Where commands of the user run. */
  readonly folder?: string;
  readonly modelHint?: string;
  readonly settings?: ChatSettings;
  /** What is being started. */
  readonly starting?: string;
  readonly now?: () => number;
  /** How time passes between a question and the keys that answer it; every quiet time is over at once when absent. */
  readonly quietClock?: QuietClock;
  readonly onPrompt?: (turn: Turn) => Promise<void> | void;
  readonly build?: (app: Agent) => void;
  /** What the user does before the conversation begins. */
  readonly whileConnecting?: (chat: ChatFixture) => Promise<void>;
  /** Another agent at the other end of the channel. */
  readonly serve?: (channel: Channel) => void;
  /** Stands between the agent and the chat. */
  readonly wrap?: (channel: Channel) => Channel;
}

/** A turn of the agent, which goes on until it is ended. */
export interface OpenTurn extends Turn {
  readonly end: () => void;
}

const nothing = (): undefined => undefined;

/** A clock on which every wait is over as soon as the event loop goes on. */
const atOnce: QuietClock = {
  now: () => 0,
  wait: (_delay, callback) => {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  },
};
/** Milliseconds until something that does not come is given up, with the screen as it is. */
const deadline = 150_000;

/** Expects something that comes soon, however busy the machine is. */
export const soon = <T>(get: () => T): ReturnType<typeof expect.poll<T>> =>
  expect.poll(get, { timeout: deadline, interval: 5 });

export class ChatFixture implements AsyncDisposable {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  readonly #input: EventEmitter;
  readonly #watchers = new Set<() => void>();
  readonly conversation: Conversation;
  readonly ui: ChatUi;
  readonly #connection: ClientConnection;
  /** What the agent was asked to do, in order. */
  readonly turns: OpenTurn[];
  readonly #raw: string[];
  /** Gives the terminal another size. */
  readonly resize: (size: { readonly columns: number; readonly rows: number }) => void;

  private constructor(parts: {
    readonly terminal: InstanceType<typeof xterm.Terminal>;
    readonly input: EventEmitter;
    readonly conversation: Conversation;
    readonly ui: ChatUi;
    readonly connection: ClientConnection;
    readonly turns: OpenTurn[];
    readonly raw: string[];
    readonly resize: ChatFixture['resize'];
  }) {
    this.#terminal = parts.terminal;
    this.#input = parts.input;
    this.conversation = parts.conversation;
    this.ui = parts.ui;
    this.#connection = parts.connection;
    this.turns = parts.turns;
    this.#raw = parts.raw;
    this.resize = parts.resize;
    this.#terminal.onWriteParsed(() => {
      for (const watch of this.#watchers) watch();
    });
  }

  static async open(options: ChatFixtureOptions = {}): Promise<ChatFixture> {
    const { columns = 80, rows = 24, isPlainText = false, env = {}, files = [], quietClock = atOnce } = options;
    const terminal = new xterm.Terminal({
      cols: columns === 0 ? 80 : columns,
      rows: rows === 0 ? 24 : rows,
      scrollback: 20_000,
      allowProposedApi: true,
      convertEol: isPlainText,
    });
    const raw: string[] = [];
    const input =
      options.piped === undefined
        ? Object.assign(new EventEmitter(), { isTTY: true, setRawMode: nothing, pause: nothing, resume: nothing })
        : Readable.from([Buffer.from(options.piped)]);
    const writable = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        raw.push(chunk);
        terminal.write(chunk, () => done());
      },
    });
    const screen = Object.assign(writable, { isTTY: options.piped === undefined, columns, rows });
    const outside: Terminal = {
      stdin: input as unknown as Terminal['stdin'],
      stdout: new Output(screen),
      stderr: new Output(new Writable({ write: (_chunk, _encoding, done) => done() })),
      env: { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere', ...env },
      now: options.now ?? (() => 0),
      program: ['acp'],
    };
    const stage: { commands: SlashCommands; conversation: Conversation | undefined } = {
      conversation: undefined,
      commands: {
        list: () => [],
        typed: (name) => `/${name}`,
        run: () => false,
        isRunning: () => false,
        activity: () => undefined,
        stop: () => false,
      },
    };
    const shared = {
      terminal: outside,
      commands: () => stage.commands,
      findFiles: async (pattern: string) => files.filter((file) => file.includes(pattern)),
    };
    const ui: ChatUi = isPlainText
      ? new PlainTextChat({ ...shared, notify: options.settings?.notify })
      : new ChatScreen({
          ...shared,
          theme: options.theme ?? { theme: sixteenColours },
          drawn: 0,
          historyFile: undefined,
          settings: options.settings,
          ...(options.starting === undefined ? {} : { starting: options.starting }),
          quietClock,
          isDetachable: options.isDetachable ?? false,
        });
    const { turns, app } = standAgent(options);
    const [theirs, ours] = memoryPair();
    if (options.serve === undefined) app.connect(options.wrap?.(theirs) ?? theirs);
    else options.serve(theirs);
    const { permission, form, page } = ui.questions;
    const connection: ClientConnection = await client({ name: 'acp', version: '1.0.0' })
      .onPermission(
        permissionHandler({
          ask: permission,
          toolCall: (sessionId, id) => shownToolCall(stage.conversation, sessionId, id),
          onDecision: (decision) => ui.answered(decision),
        }),
      )
      .onElicitation(elicitationHandlers({ askForm: form, askPage: page }))
      .connect(ours);
    const login = new Login({
      connection,
      command: { command: '' },
      hooks: { ...loginHooks(ui), restart: async () => connection },
    });
    const conversation = new Conversation({
      connection: () => connection,
      plan: {
        cwd: '/garden',
        isRemote: false,
        additionalDirectories: [],
        mcpServers: [],
        ownServers: [],
        systemPrompt: undefined,
        options: [],
      },
      log: new Log(outside),
      hooks: {
        changed: () => ui.changed(),
        note: (note) => ui.note(note),
        withLogin: (work) => login.run(work),
        withContext: async (content) => ({ content, options: {} }),
        queued: () => undefined,
      },
    });
    stage.conversation = conversation;
    let workspace: Workspace | undefined;
    stage.commands = slashCommands({
      agent: { connection, login } as unknown as RestartableAgent,
      conversation,
      ui,
      memory: options.memory,
      modelHint: options.modelHint,
      shell: new UserShell({
        workspace: async () => (workspace ??= await openWorkspace({ cwd: options.folder ?? tmpdir() })),
        env: { PATH: process.env['PATH'] },
      }),
    });
    const resize = (size: { readonly columns: number; readonly rows: number }): void => {
      terminal.resize(size.columns, size.rows);
      Object.assign(screen, size).emit('resize');
    };
    const stand = new ChatFixture({ terminal, input, conversation, ui, connection, turns, raw, resize });
    await options.whileConnecting?.(stand);
    await conversation.open({ kind: 'new' });
    ui.begin(conversation, 'Gardener');
    return stand;
  }

  /** The sessions that the agent keeps. */
  async sessions(): Promise<readonly string[]> {
    const { sessions } = await this.#connection.listPage();
    return sessions.map(({ sessionId }) => sessionId);
  }

  get screen(): string {
    const { active } = this.#terminal.buffer;
    return this.#lines(active.baseY, active.baseY + this.#terminal.rows);
  }

  get everything(): string {
    return this.#lines(0, this.#terminal.buffer.active.length);
  }

  /** What the screen shows, with its styles. */
  get cells(): ScreenCells {
    const isCursorShown = this.raw.lastIndexOf('\u001b[?25h') >= this.raw.lastIndexOf('\u001b[?25l');
    return cellsOf(this.#terminal, isCursorShown);
  }

  /** Everything that was written, as it was. */
  get raw(): string {
    return this.#raw.join('');
  }

  press(...sequences: readonly string[]): void {
    for (const each of sequences) this.#input.emit('data', Buffer.from(each));
  }

  say(words: string): void {
    this.press(words, '\r');
  }

  /** Resolves when the screen shows it; the screen then. */
  shows(
    wanted: string | RegExp | ((screen: string) => boolean),
    where: 'screen' | 'everything' = 'screen',
  ): Promise<string> {
    const fits = (text: string): boolean => {
      if (typeof wanted === 'function') return wanted(text);
      return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
    };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(watch);
        reject(new Error(`The time was over before ${String(wanted)} was there:\n${this[where]}`));
      }, deadline);
      const watch = (): void => {
        if (!fits(this[where])) return;
        clearTimeout(timer);
        this.#watchers.delete(watch);
        resolve(this[where]);
      };
      this.#watchers.add(watch);
      watch();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const turn of this.turns) turn.end();
    await this.ui.close();
    await this.#connection.close();
    this.#terminal.dispose();
  }

  #lines(from: number, to: number): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: to - from },
      (_, index) => active.getLine(from + index)?.translateToString(true) ?? '',
    );
    return lines.join('\n').trimEnd();
  }
}

/** An agent whose turns go on until the test ends them, unless it is told what to do. */
function standAgent({ inject, accepts, admit, onPrompt, build }: ChatFixtureOptions): {
  readonly turns: OpenTurn[];
  readonly app: Agent;
} {
  const turns: OpenTurn[] = [];
  const app = agent(
    { name: 'gardener', title: 'Gardener', version: '1.0.0' },
    {
      ...(inject === undefined ? {} : { inject }),
      ...(accepts === undefined ? {} : { accepts }),
      ...(admit === undefined ? {} : { admit }),
    },
  ).onPrompt(async (turn) => {
    if (onPrompt !== undefined) {
      await onPrompt(turn);
      return undefined;
    }
    return new Promise<undefined>((resolve) => {
      const end = (): void => resolve(undefined);
      turn.signal.addEventListener('abort', end);
      turns.push(Object.assign(turn, { end }));
    });
  });
  build?.(app);
  return { turns, app };
}
