/** Pipes, devices and files without an end in the place of every file that a user, a repository or an agent names. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { InputHistory } from '../commands/chat/input/input-history.ts';
import { pictureAt } from '../commands/chat/conversation/prompt.ts';
import { planLines } from '../commands/chat/slash-commands/plans.ts';
import { findServedToken, servedTokenFile } from '../token/served-token.ts';
import { run } from '../run.ts';
import { LastSessions } from '../session/last-session.ts';
import { captureTerminal } from '../terminal/captured-terminal.ts';

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-odd-files-')));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** What is put in the place of a file. */
const kinds: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => void execFileSync('mkfifo', [path])],
  ['an endless device', (path) => symlinkSync('/dev/zero', path)],
];

const env = (): Record<string, string> => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  XDG_DATA_HOME: join(home, 'data'),
  PATH: process.env['PATH'] ?? '',
});

async function acp(args: readonly string[]): Promise<{ readonly exitCode: number; readonly err: string }> {
  const terminal = captureTerminal({ isInputTerminal: true, stdin: [], env: env() });
  const exitCode = await run(args, terminal);
  return { exitCode, err: terminal.err() };
}

const here = (...args: readonly string[]): readonly string[] => ['exec', 'hello', '--cwd', home, ...args];
const url = 'ws://127.0.0.1:9/acp';

describe.each(kinds)('%s', (_kind, make) => {
  test.each<readonly [string, (path: string) => readonly string[]]>([
    ['--config', (path) => here('--config', path, '--url', url)],
    ['--policy', (path) => here('--policy', path, '--url', url)],
    ['--mcp-config', (path) => here('--mcp-config', path, '--url', url)],
    ['--token-file', (path) => here('--token-file', path, '--url', url)],
    ['agents import --from', (path) => ['agents', 'import', 'zed', '--from', path]],
  ])('as the file of %s is refused with a sentence', async (_, args) => {
    const path = join(home, 'odd');
    make(path);
    const { exitCode, err } = await acp(args(path));
    expect(err).toContain(path);
    expect(err).toContain('it is not a regular file; name one');
    expect(exitCode).toBe(2);
  });

  test('as the config file of the user is refused with a sentence', async () => {
    const path = join(home, 'config', 'acp-stack', 'config.json');
    mkdirSync(dirname(path), { recursive: true });
    make(path);
    expect((await acp(here('--url', url))).err).toContain(`cannot read ${path}: it is not a regular file`);
  });

  test('as a plan of the agent is refused with a sentence', async () => {
    const path = join(home, 'plan.md');
    make(path);
    const plan = { type: 'file', uri: pathToFileURL(path).href };
    await expect(planLines(plan as never)).rejects.toThrow(
      `The plan cannot be read: ${path} (it is not a regular file`,
    );
  });

  test('as a pasted picture, a history or a list of sessions counts as absent, and as a token is refused', async () => {
    const path = join(home, 'odd.png');
    make(path);
    expect(await pictureAt(path, home, () => undefined)).toBeUndefined();
    const history = new InputHistory(path);
    expect(history).toBeDefined();
    const server = { name: 'x', kind: 'command', command: 'x', args: [], env: {} } as never;
    expect(new LastSessions(path).find(server, home)).toBeUndefined();
    const token = servedTokenFile(url, env());
    mkdirSync(dirname(token), { recursive: true });
    make(token);
    expect(() => findServedToken(url, env())).toThrow(/is (?:not a file|a symbolic link, .*); remove it$/u);
  });
});

test.each([
  ['exec -f', (path: string) => here('-f', path, '--url', url)],
  ['exec --attach', (path: string) => here('--attach', path, '--url', url)],
  ['validate', (path: string) => ['validate', path]],
  ['trace view', (path: string) => ['trace', 'view', path]],
  ['trace redact', (path: string) => ['trace', 'redact', path]],
])('%s refuses a device', async (_, args) => {
  const { exitCode, err } = await acp(args('/dev/zero'));
  expect(err).toMatch(/cannot read \/dev\/zero: it is a device/u);
  expect(exitCode).toBe(2);
});

test('a config file that is too large is refused before it is read', async () => {
  const path = join(home, 'config.json');
  writeFileSync(path, ' '.repeat(9 * 1024 * 1024));
  expect((await acp(here('--config', path, '--url', url))).err).toContain('it is larger than 8388608 bytes');
});
