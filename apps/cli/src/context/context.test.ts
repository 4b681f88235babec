/** The context and the documents of `acp exec`; the agent is in this process, at a loopback port. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { agent, type AgentOptions, type Turn } from '@acp-stack/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../run.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';
import { mentionedFiles } from './mentioned-files.ts';

let home: string;
let cwd: string;
let stateFile: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-context-')));
  cwd = join(home, 'garden');
  stateFile = join(home, 'editor.json');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'rose.ts'), 'export const rose = 1;\n');
  writeFileSync(join(home, 'secret.txt'), 'never tell\n');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const editorWrites = (state: object): void => writeFileSync(stateFile, JSON.stringify(state), { mode: 0o600 });

interface Outcome {
  readonly exitCode: number;
  readonly err: string;
  /** What the agent was given and what it learnt. */
  readonly prompt: string;
  readonly context: Turn['runtimeContext'];
  readonly documents: unknown;
}

/** Runs `acp exec` with an agent that takes note of everything. */
async function exec(
  args: readonly string[],
  { options = { runtimeContext: true }, env = {}, input }: ExecOptions = {},
): Promise<Outcome> {
  const seen: Omit<Outcome, 'exitCode' | 'err'>[] = [];
  const serving = await serveHttp(
    agent({ name: 'gardener', version: '1.0.0' }, options).onPrompt(
      async ({ editor, runtimeContext, text, message }) => {
        const documents = { open: await editor.open(), recent: await editor.recent(), active: await editor.active() };
        seen.push({ prompt: text, context: runtimeContext, documents: editor.isOffered ? documents : undefined });
        await message.append('Done.');
      },
    ),
  );
  try {
    const terminal = captureTerminal({
      isInputTerminal: input === undefined,
      stdin: input === undefined ? [] : [input],
      env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), PATH: process.env['PATH'] ?? '', ...env },
    });
    const words = input === undefined ? ['hello', ...args] : args;
    const exitCode = await run(['exec', '--cwd', cwd, '--url', serving.url, '--format', 'quiet', ...words], terminal);
    return { exitCode, err: terminal.err(), ...(seen[0] ?? { prompt: '', context: [], documents: undefined }) };
  } finally {
    await serving.close();
  }
}

interface ExecOptions {
  readonly options?: AgentOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

const uri = (path: string): string => `file://${path}`;

describe('acp exec --context', () => {
  test('sends what git says, the file in focus and the selection, and keeps the prompt as it is', async () => {
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd });
    editorWrites({ active: join(cwd, 'rose.ts'), selection: { text: 'rose', startLine: 1 } });
    const { exitCode, err, prompt, context } = await exec([
      '--context',
      'selection,git,active-file',
      '--editor-state',
      stateFile,
    ]);
    expect({ exitCode, err, prompt }).toEqual({ exitCode: 0, err: '', prompt: 'hello' });
    expect(context).toEqual([
      { title: 'git status', text: '## No commits yet on main\n?? rose.ts' },
      { title: 'Active file: rose.ts', text: 'export const rose = 1;\n' },
      { title: 'Selection: rose.ts:1', text: 'rose' },
    ]);
  });

  test('sends nothing that was not asked for', async () => {
    editorWrites({ active: join(cwd, 'rose.ts') });
    expect((await exec(['--editor-state', stateFile])).context).toEqual([]);
  });

  test('is said in the config file and in a variable, and taken back by a flag', async () => {
    mkdirSync(join(home, 'config', 'acp-stack'), { recursive: true });
    const config = { context: ['active-file'], editor_state: stateFile };
    writeFileSync(join(home, 'config', 'acp-stack', 'config.json'), JSON.stringify(config));
    editorWrites({ active: join(cwd, 'rose.ts'), selection: { text: 'rose' } });
    const titles = async (...given: Parameters<typeof exec>): Promise<unknown> =>
      (await exec(...given)).context.map(({ title }) => title);
    const allowed = '--allow-editor-state';
    expect(await titles([allowed])).toEqual(['Active file: rose.ts']);
    expect(await titles([allowed], { env: { ACP_CONTEXT: 'selection' } })).toEqual(['Selection: rose.ts']);
    expect(await titles([allowed, '--context', 'none'], { env: { ACP_CONTEXT: 'selection' } })).toEqual([]);
  });

  test('that only a file or a variable asks for is not sent to a remote agent, unless that is allowed', async () => {
    mkdirSync(join(home, 'config', 'acp-stack'), { recursive: true });
    const config = { context: ['active-file'], editor_state: stateFile };
    writeFileSync(join(home, 'config', 'acp-stack', 'config.json'), JSON.stringify(config));
    editorWrites({ active: join(cwd, 'rose.ts'), selection: { text: 'rose' } });
    expect(await exec([])).toMatchObject({ context: [], documents: undefined, err: '' });
    expect(await exec([], { env: { ACP_CONTEXT: 'selection' } })).toMatchObject({
      context: [],
      documents: undefined,
      err: 'acp: no context is sent to this agent; --context or --allow-editor-state sends it\n',
    });
    const asked = await exec(['--context', 'active-file']);
    expect(asked).toMatchObject({ context: [{ title: 'Active file: rose.ts' }], documents: undefined });
  });

  test('leaves out what cannot be had, with one sentence', async () => {
    editorWrites({ active: join(home, 'secret.txt') });
    const { exitCode, err, context } = await exec(['--context', 'active-file', '--editor-state', stateFile]);
    expect({ exitCode, context }).toEqual({ exitCode: 0, context: [] });
    expect(err).toMatch(
      /^acp: the context active-file was left out: .*secret\.txt cannot be read here \(outside\)\n$/u,
    );
  });

  test('is refused when it names something unknown, before an agent is started', async () => {
    const { exitCode, err } = await exec(['--context', 'active-fil']);
    expect(exitCode).toBe(2);
    expect(err).toContain('--context: unknown name "active-fil"; did you mean active-file?');
  });

  test('goes nowhere with an agent that takes none, and says so', async () => {
    const { exitCode, err, prompt, context } = await exec(
      ['--context', 'active-file', '--attach', join(cwd, 'rose.ts')],
      {
        options: {},
      },
    );
    expect({ exitCode, prompt, context }).toEqual({ exitCode: 0, prompt: 'hello', context: [] });
    expect(err).toBe(
      'acp: the agent does not accept runtime context, so none is sent; --context-fallback prompt adds it to the prompt\n',
    );
  });

  test('goes into the prompt of such an agent only where the user wants that, and says so', async () => {
    const args = ['--context', 'active-file', '--context-fallback', 'prompt', '--attach', join(cwd, 'rose.ts')];
    const { err, prompt, context } = await exec(args, { options: {} });
    expect(context).toEqual([]);
    expect(prompt).toBe(
      'hello\n\nContext:\n\n<context title="Active file: rose.ts">\nexport const rose = 1;\n</context>',
    );
    expect(err).toBe(
      'acp: the agent does not accept runtime context, so it is added to the prompt and stays in the session: Active file: rose.ts (23 characters)\n',
    );
    const taken = await exec(args);
    expect({ err: taken.err, prompt: taken.prompt }).toEqual({ err: '', prompt: 'hello' });
  });
});

describe('acp exec tells of documents', () => {
  const rose = (): object => ({ uri: uri(join(cwd, 'rose.ts')), languageId: 'typescript' });

  test('that it was given, and offers nothing where there are none [EDIT-01]', async () => {
    expect((await exec([])).documents).toBeUndefined();
    const { documents } = await exec(['--allow-editor-state', '--attach', join(cwd, 'rose.ts')]);
    expect(documents).toEqual({ open: [rose()], recent: [rose()], active: rose() });
  });

  test('that the prompt mentions, also one that is piped in', async () => {
    const { documents } = await exec(['--allow-editor-state'], {
      input: 'Look at @rose.ts, and not at @tulip.ts or me@rose.ts.',
    });
    expect(documents).toEqual({ open: [rose()], recent: [rose()], active: rose() });
    const file = join(home, 'prompt.md');
    writeFileSync(file, 'Water them.\n');
    const { documents: given } = await exec(['--allow-editor-state', '-f', file]);
    expect(given).toMatchObject({ active: { uri: uri(file), languageId: 'markdown' } });
  });

  test('that an editor has written down, and refuses a file that others can write', async () => {
    editorWrites({ open: [join(cwd, 'rose.ts'), 'Untitled-1'], recent: [] });
    const { documents } = await exec(['--allow-editor-state'], { env: { ACP_EDITOR_STATE: stateFile } });
    expect(documents).toEqual({ open: [rose()], recent: [], active: undefined });
    execFileSync('chmod', ['666', stateFile]);
    const { documents: refused, err, exitCode } = await exec(['--editor-state', stateFile]);
    expect({ exitCode, refused }).toEqual({ exitCode: 0, refused: { open: [], recent: [], active: undefined } });
    expect(err).toBe(
      `acp: the editor state in ${stateFile} is not used: others can write it; chmod 600 it, and have the editor create it so\n`,
    );
  });
});

test('a text with very many mentions is looked at up to a limit', async () => {
  expect(await mentionedFiles(`${'@tulip.ts '.repeat(10)}@rose.ts`, cwd)).toHaveLength(1);
  const many = Array.from({ length: 300 }, (_, index) => `@no-${index}`).join(' ');
  expect(await mentionedFiles(`${many} @rose.ts`, cwd)).toEqual([]);
});
