/**
 * The built `acp`, started the way a user starts it, in a home of its own.
 *
 * Nothing of the machine is seen but PATH, so that the settings of the user who runs the tests change nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { openWorkspace } from '@acp-stack/workspace';

import { repository, temporaryFolder } from './checkout.ts';

/** How a command ended. */
interface AcpOutcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

interface AcpRun {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Sends this signal once something was printed. */
  readonly signalAt?: { readonly text: string; readonly signal: NodeJS.Signals };
}

/** A user with a home and a folder to work in. */
export interface AcpUser extends Disposable {
  readonly home: string;
  /** The folder that commands run in. */
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: AcpRun): Promise<AcpOutcome>;
  /** Writes a file below the home. */
  write(path: string, content: unknown): string;
}

/** The program as it is built. */
export const acpProgram: string = join(repository, 'apps', 'cli', 'dist', 'main.js');

/** An agent of the fixtures, as a command. */
export const fixtureAgent = (name: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  join(repository, 'test', 'e2e', 'fixtures', name),
  ...args,
];

export function acpUser(): AcpUser {
  const folder = temporaryFolder();
  const home = join(folder.path, 'home');
  const project = join(folder.path, 'project');
  for (const path of [home, project]) mkdirSync(path);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    NO_COLOR: '1',
  };
  return {
    home,
    project,
    env,
    run: (args, options = {}) => run(args, { cwd: project, ...options, env: { ...env, ...options.env } }),
    write: (path, content) => {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    [Symbol.dispose]: () => {
      folder[Symbol.dispose]();
    },
  };
}

async function run(args: readonly string[], { input = '', env, cwd, signalAt }: AcpRun): Promise<AcpOutcome> {
  const child = spawn(process.execPath, [acpProgram, ...args], { cwd, env });
  let out = '';
  let err = '';
  const note = (): void => {
    if (signalAt === undefined || child.killed || !`${out}${err}`.includes(signalAt.text)) return;
    child.kill(signalAt.signal);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    note();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    note();
  });
  child.stdin.on('error', () => undefined).end(input);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, out, err };
}

/** Something that is typed once something else is on the screen. */
type Typed = readonly [shown: string, typed: string];

/** Runs `acp` in a pseudo-terminal and types `answers`; stdout and stderr are one screen. */
export async function runInTerminal(
  user: AcpUser,
  args: readonly string[],
  answers: readonly Typed[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly exitCode: number | null; readonly screen: string }> {
  await using workspace = await openWorkspace({ cwd: user.project });
  const terminal = await workspace.terminals.start({
    command: process.execPath,
    args: [acpProgram, ...args],
    env: { ...user.env, TERM: 'dumb', ...env },
    pty: { columns: 200, rows: 50 },
  });
  let screen = '';
  let from = 0;
  const left = [...answers];
  for await (const { text } of terminal) {
    screen += text;
    const [next] = left;
    const at = next === undefined ? -1 : screen.indexOf(next[0], from);
    if (next === undefined || at < 0) continue;
    from = at + next[0].length;
    left.shift();
    terminal.write(next[1]);
  }
  const { exitCode } = await terminal.waitForExit();
  return { exitCode, screen: screen.replaceAll('\r\n', '\n') };
}
