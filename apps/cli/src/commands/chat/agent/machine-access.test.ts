/** What an agent of version 1 may do on this machine in a chat; the agent is in the same process. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import type { PermissionQuestion } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { accessOf } from '../../../access/agent-access.ts';
import { OldAgent } from '../../../../../../test/support/old-agent.ts';
import type { AccessFlags } from '../../../command-line/access-options.ts';
import { noDefaults, type AgentServer } from '../../../config/agent-server.ts';
import { Log } from '../../../log/log.ts';
import { run } from '../../../run.ts';
import { captureTerminal } from '../../../terminal/captured-terminal.ts';
import { quoteWord } from '../../../text/shell-words.ts';
import { ClientHandlers } from './client-handlers.ts';

const unexpected = (): Promise<never> => Promise.reject(new Error('No such question is expected.'));

const local: AgentServer = {
  name: 'local',
  kind: 'command',
  command: 'local',
  args: [],
  env: {},
  defaults: noDefaults,
};
const remote: AgentServer = {
  name: 'ws://far.example/acp',
  kind: 'url',
  url: 'ws://far.example/acp',
  headers: {},
  defaults: noDefaults,
};

interface Options {
  readonly flags?: AccessFlags;
  /** The option that the user chooses in each question; `allow` by default. */
  readonly answer?: string | undefined;
}

class ChatSetup implements AsyncDisposable {
  readonly cwd = realpathSync(mkdtempSync(join(tmpdir(), 'acp-chat-access-')));
  readonly rose = join(this.cwd, 'rose.md');
  readonly questions: PermissionQuestion[] = [];
  readonly notes: string[] = [];
  readonly handlers: ClientHandlers;
  agent!: OldAgent;
  connection: ClientConnection | undefined;

  private constructor(server: AgentServer, { flags = {}, answer = 'allow' }: Options) {
    writeFileSync(this.rose, 'A rose is red.\n');
    const terminal = captureTerminal({ env: { XDG_CONFIG_HOME: this.cwd } });
    this.handlers = new ClientHandlers({
      ownCommand: (name) => `/${name}`,
      cwd: this.cwd,
      questions: {
        permission: (question) => {
          this.questions.push(question);
          return question.options.some(({ optionId }) => optionId === answer) ? answer : question.options[0]?.optionId;
        },
        form: unexpected,
        page: unexpected,
        choose: unexpected,
        fillIn: unexpected,
      },
      note: (sentence) => void this.notes.push(sentence),
      terminal,
      connection: () => this.connection,
      server,
      access: accessOf(server, flags),
      toolCall: () => undefined,
      answered: () => undefined,
      contextPlan: { names: [], fallback: 'none', isAsked: false, editorState: undefined },
      log: new Log(terminal),
    });
  }

  static async open(server: AgentServer, options: Options = {}): Promise<ChatSetup> {
    const chat = new ChatSetup(server, options);
    const [left, right] = memoryPair();
    chat.agent = new OldAgent(left);
    const app = client({ name: 'acp', version: '1.0.0' });
    await chat.handlers.serve(app);
    chat.connection = await app.connect(right);
    await chat.connection.newSession({ cwd: chat.cwd });
    return chat;
  }

  get text(): string {
    return readFileSync(this.rose, 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection?.destroy();
    await this.handlers[Symbol.asyncDispose]();
    rmSync(this.cwd, { recursive: true, force: true });
  }
}

const touch = (path: string): readonly [string, string[]] => [
  process.execPath,
  ['-e', `require('fs').writeFileSync(${JSON.stringify(path)}, '')`],
];

test('a remote agent is offered no files, no terminals and no editor state, and is refused all of them', async () => {
  await using chat = await ChatSetup.open(remote);
  const { agent, cwd } = chat;
  expect(JSON.stringify(agent.offered)).not.toMatch(/readTextFile|writeTextFile|"terminal":true|[dD]ocuments?"/u);
  const files = { code: -32_601, message: 'The user has not allowed this agent to use files of this machine.' };
  expect((await agent.read(chat.rose)).error).toMatchObject(files);
  expect((await agent.write(chat.rose, 'no')).error).toMatchObject(files);
  const commands = { code: -32_601, message: 'The user has not allowed this agent to run commands on this machine.' };
  expect((await agent.run(...touch(join(cwd, 'ran')))).error).toMatchObject(commands);
  for (const method of ['output', 'wait_for_exit', 'kill', 'release'])
    expect((await agent.ask(`terminal/${method}`, { terminalId: 't' })).error).toMatchObject({ code: -32_601 });
  expect(chat.text).toBe('A rose is red.\n');
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
  expect(chat.notes).toEqual([
    'ws://far.example/acp wanted to use files of this machine and was refused; acp chat --allow-fs allows it.',
    'ws://far.example/acp wanted to run commands on this machine and was refused; acp chat --allow-terminal allows it.',
  ]);
});

test('a remote agent that may use files is asked about each reading and writing, by its address', async () => {
  await using chat = await ChatSetup.open(remote, { flags: { allowFs: true } });
  expect(chat.agent.offered).toMatchObject({ fs: { readTextFile: true, writeTextFile: true } });
  expect((await chat.agent.read(chat.rose)).result).toEqual({ content: 'A rose is red.\n' });
  expect((await chat.agent.write(chat.rose, 'A rose is white.\n')).error).toBeUndefined();
  expect((await chat.agent.run('ls', [])).error).toMatchObject({ code: -32_601 });
  expect(chat.questions.map(({ title, paths }) => ({ title, paths }))).toEqual([
    { title: 'ws://far.example/acp wants to read a file.', paths: [chat.rose] },
    { title: 'ws://far.example/acp wants to change a file.', paths: [chat.rose] },
  ]);
  expect(chat.notes.slice(0, 2)).toEqual([
    `ws://far.example/acp has read ${chat.rose}`,
    `ws://far.example/acp has written ${chat.rose}`,
  ]);
});

test('a local agent is asked about each change, which is shown as it would be made, and about each command', async () => {
  await using chat = await ChatSetup.open(local);
  const { agent, rose, cwd } = chat;
  expect((await agent.read(rose)).error).toBeUndefined();
  expect((await agent.write(rose, 'A rose is white.\n')).error).toBeUndefined();
  const [program, args] = touch(join(cwd, 'ran'));
  expect((await agent.run(program, args, { env: [{ name: 'CI', value: 'a b' }] })).error).toBeUndefined();
  expect(chat.text).toBe('A rose is white.\n');
  expect(existsSync(join(cwd, 'ran'))).toBe(true);
  const [change, command, ...others] = chat.questions;
  expect(others).toEqual([]);
  expect(change).toMatchObject({ title: 'florist wants to change a file.', kind: 'edit', paths: [rose] });
  expect(change?.diffs[0]?.patch?.text).toContain('-A rose is red.\n+A rose is white.\n');
  expect(command).toMatchObject({ title: 'florist wants to run a command.', cwd, description: "With CI='a b'" });
  expect(command?.command).toBe(`${program} -e ${quoteWord(args[1] ?? '')}`);
  expect(chat.notes).toEqual([`florist has written ${rose}`, expect.stringContaining('florist runs the command ')]);
});

test('what the user rejects does not happen, and the agent is told', async () => {
  await using chat = await ChatSetup.open(local, { answer: 'reject' });
  const { agent, rose, cwd } = chat;
  const refused = { code: -32_600, message: 'The user did not allow it.' };
  expect((await agent.write(rose, 'no')).error).toMatchObject(refused);
  expect((await agent.write(join(cwd, 'new.md'), 'no')).error).toMatchObject(refused);
  expect((await agent.run(...touch(join(cwd, 'ran')))).error).toMatchObject(refused);
  expect(chat.text).toBe('A rose is red.\n');
  expect([existsSync(join(cwd, 'new.md')), existsSync(join(cwd, 'ran'))]).toEqual([false, false]);
  expect(chat.notes).toEqual([]);
});

test('changes of files can be allowed for the session, and commands are still asked for', async () => {
  await using chat = await ChatSetup.open(local, { answer: 'allow_session' });
  for (const text of ['a', 'b', 'c']) await chat.agent.write(chat.rose, text);
  await chat.agent.run(...touch(join(chat.cwd, 'ran')));
  expect(chat.text).toBe('c');
  expect(chat.questions.map(({ kind }) => kind)).toEqual(['edit', 'execute']);
});

test('a change of a protected path is asked for each time', async () => {
  await using chat = await ChatSetup.open(local, { answer: 'allow_session' });
  await chat.agent.write(chat.rose, 'a');
  const hook = join(chat.cwd, '.git', 'hooks', 'pre-commit');
  for (const text of ['a', 'b']) await chat.agent.write(hook, text);
  expect(chat.questions.map(({ paths, options }) => [paths[0], options.length])).toEqual([
    [chat.rose, 3],
    [hook, 2],
    [hook, 2],
  ]);
});

test('a file outside the folders of the session is refused without a question', async () => {
  await using chat = await ChatSetup.open(local);
  expect((await chat.agent.write('/etc/acp-test', 'no')).error).toMatchObject({ code: -32_602 });
  expect(chat.questions).toEqual([]);
});

test('--no-fs and --no-terminal refuse a local agent', async () => {
  await using chat = await ChatSetup.open(local, { flags: { fs: false, terminal: false } });
  expect(JSON.stringify(chat.agent.offered)).not.toMatch(/readTextFile|"terminal":true/u);
  expect((await chat.agent.read(chat.rose)).error).toMatchObject({ code: -32_601 });
  expect((await chat.agent.run('ls', [])).error).toMatchObject({ code: -32_601 });
});

test('what was allowed in a permission request is not asked about again, once', async () => {
  await using chat = await ChatSetup.open(local, { answer: 'yes' });
  const { agent, rose, cwd } = chat;
  const diff = { type: 'diff', path: rose, oldText: 'A rose is red.\n', newText: 'A rose is white.\n' };
  expect(await agent.askPermission({ kind: 'edit', content: [diff] })).toBe('yes');
  expect((await agent.write(rose, 'A rose is white.\n')).error).toBeUndefined();
  expect(chat.questions).toHaveLength(1);
  const [program, args] = touch(join(cwd, 'ran'));
  expect(await agent.askPermission({ kind: 'execute', rawInput: { command: [program, ...args] } })).toBe('yes');
  expect((await agent.run(program, args)).error).toBeUndefined();
  expect(chat.questions).toHaveLength(2);
  await agent.run(program, args);
  expect(chat.questions).toHaveLength(3);
});

test.each([
  ['refuses files to a remote agent', [], '', -32_601],
  ['asks for them with --allow-fs', ['--allow-fs'], '1\n', 'done'],
])('acp chat %s', async (_, flags, answer, outcome) => {
  await using folder = await ChatSetup.open(local);
  const { cwd, rose } = folder;
  const answers: unknown[] = [];
  const serving = await serveHttp({
    connect: (channel) => {
      const agent = new OldAgent(channel);
      agent.onPrompt(
        async () => void answers.push((await agent.write(rose, 'A rose is white.\n')).error?.code ?? 'done'),
      );
      return { closed: new Promise<void>(() => undefined) };
    },
  });
  const terminal = captureTerminal({ stdin: [`hello\n${answer}`], env: { HOME: cwd, XDG_CONFIG_HOME: cwd } });
  const args = ['chat', '--screen-reader', '--cwd', cwd, '--url', serving.url, ...flags];
  expect(await run(args, terminal)).toBe(0);
  expect(answers).toEqual([outcome]);
  const shown = outcome === 'done' ? `${serving.url} wants to change a file.` : 'acp chat --allow-fs allows it.';
  expect(terminal.out()).toContain(shown);
  await serving.close();
});
