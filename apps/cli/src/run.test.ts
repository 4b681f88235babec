import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { run } from './run.ts';
import { captureTerminal, type CaptureOptions } from './terminal/captured-terminal.ts';

async function acp(
  args: readonly string[],
  capture: CaptureOptions = {},
): Promise<{ exitCode: number; out: string; err: string }> {
  const terminal = captureTerminal(capture);
  const exitCode = await run(args, terminal);
  return { exitCode, out: terminal.out(), err: terminal.err() };
}

function brokenClock(): number {
  throw new Error('the clock broke');
}

describe('acp', () => {
  test('shows the protocol and a hint when called without arguments', async () => {
    const { exitCode, out, err } = await acp([]);
    expect(exitCode).toBe(0);
    expect(out).toContain('session/prompt');
    expect(err).toBe('\nacp --help lists the commands.\n');
  });

  test.each([['--help'], ['help'], ['validate', '--help'], ['help', 'protocol'], ['--version']])(
    'answers %s %s on stdout',
    async (...args) => {
      const { exitCode, out, err } = await acp(args);
      expect(exitCode).toBe(0);
      expect(out).not.toBe('');
      expect(err).toBe('');
    },
  );

  test.each([
    [['validate'], 'Checks newline-delimited JSON-RPC messages'],
    [['registry', 'verify'], 'Compare installed agents with what was recorded at their install.'],
    [['agents', 'import'], 'Import the agents of an editor or another client.'],
  ])('says in the help of %j what it does', async (words, sentence) => {
    const { out } = await acp([...words, '--help']);
    expect(out).toMatch(new RegExp(`^Usage: acp ${words.join(' ')}.*\\n\\n${sentence}`, 'u'));
  });

  test('takes --trace and --log-level where nothing crosses the wire', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acp-trace-'));
    const trace = join(folder, 'trace.jsonl');
    const { exitCode, err } = await acp(['protocol', '--log-level', 'info', '--trace', trace]);
    expect({ exitCode, err }).toEqual({
      exitCode: 0,
      err: 'acp: acp protocol does not talk to an agent, so the trace has no messages\n',
    });
    expect(JSON.parse(readFileSync(trace, 'utf8'))).toMatchObject({ type: 'header', format: 'acp-trace' });
    rmSync(folder, { recursive: true });
  });

  test('does not speak of a trace when only --log-level is given', async () => {
    const { exitCode, err } = await acp(['protocol', '--log-level', 'info']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'acp: acp protocol does not talk to an agent\n' });
  });

  test.each([
    [[]],
    ...['chat', 'exec', 'nes', 'registry', 'serve', 'bridge', 'validate', 'agent', 'trace'].map((each) => [[each]]),
  ])('keeps the help of %j inside of 80 columns', async (words) => {
    const { out } = await acp([...words, '--help'], { isTerminal: true, columns: 80 });
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('gives each command the version of the protocol as --version', async () => {
    expect((await acp(['protocol', '--version', '2'])).out).not.toContain('fs/read_text_file');
    expect((await acp(['protocol', '--types', '--version', '2'])).out).not.toContain('  StopReason ');
    expect((await acp(['validate', '--version=2'], { stdin: ['[]\n'] })).out).toContain('a batch of at least one');
  });

  test('passes the options of validate on', async () => {
    const stdin = ['{"jsonrpc":"2.0","id":1,"method":"session/fork","params":{"sessionId":"s","cwd":"/"}}\n'];
    expect(await acp(['validate', '--unstable', '--as', 'client', '-'], { stdin })).toMatchObject({ exitCode: 0 });
    expect(await acp(['validate', '--unstable', '--as', 'agent'], { stdin })).toMatchObject({ exitCode: 1 });
    expect(await acp(['validate', '--as', 'client'], { stdin })).toMatchObject({ exitCode: 1 });
  });

  test.each([
    [['protcol'], "acp: unknown command 'protcol'; did you mean protocol?"],
    [['protocol', '--verison', '1'], "acp protocol: unknown option '--verison'; did you mean --version?"],
    [['sessions', 'bogus'], "acp sessions: unknown command 'bogus'; see acp sessions --help"],
    [['sessions', 'show'], "acp sessions show: missing required argument 'session'; see acp sessions show --help"],
    [['exec', '--config', '/no/such/file', 'hello'], 'acp: --config: /no/such/file does not exist; check the path'],
    [['agents', 'add', 'bundled', '--', 'x'], 'acp: bundled is the name of the bundled agent; choose another name'],
    [['agents', 'add', 'far', '--token-file', 'x', '--', 'x'], 'acp: --token-file requires --url'],
    [['agents', 'add', '', '--', 'x'], 'acp: the name of the agent must not be empty, or begin with -'],
    [
      ['agents', 'add', 'far', '--url', 'far.example'],
      'acp: far.example is not the URL of an agent; it must begin with ws:, wss:, http: or https:',
    ],
    [['exec', '--header', 'a: b', 'hello'], 'acp: --header requires --url'],
    [
      ['validate', 'some.jsonl', '--trace', './some.jsonl'],
      'acp: --trace would overwrite the input file ./some.jsonl; choose another file',
    ],
    [
      ['trace', 'convert', '--to', 'x'],
      "acp trace convert: option '--to <format>' argument 'x' is invalid. Allowed choices are acp, conductor, ndjson; see acp trace convert --help",
    ],
    [
      ['providers', 'set'],
      "acp providers set: required option '--api-type <name>' not specified; see acp providers set --help",
    ],
    [['agent', '--script', '/no/such/file'], 'acp: /no/such/file: the file does not exist; check the path'],
    [['validate', '--xyzzy'], "acp validate: unknown option '--xyzzy'; see acp validate --help"],
    [
      ['validate', '--version', '3'],
      "acp validate: option '--version <number>' argument '3' is invalid. Allowed choices are 1, 2; see acp validate --help",
    ],
    [
      ['validate', 'a', 'b'],
      "acp validate: too many arguments for 'validate'. Expected 1 argument but got 2; see acp validate --help",
    ],
    [
      ['protocol', '--stable', '--unstable'],
      "acp protocol: option '--stable' cannot be used with option '--unstable'; see acp protocol --help",
    ],
    [['help', 'nothing'], 'acp: unknown command; see acp --help'],
    [['hub', 'token'], 'acp hub token: missing subcommand, one of add, list, remove; see acp hub token --help'],
    [['--'], 'acp: unknown command; see acp --help'],
    [['protocol', 'session/promt'], 'acp: unknown method or type "session/promt"; did you mean session/prompt?'],
    [
      ['validate', '/no/such/file'],
      'acp: cannot read /no/such/file: the file does not exist; check the path, or pass - to read standard input',
    ],
    [['trace', 'view', '/no/such/file'], 'acp: cannot read /no/such/file: the file does not exist; check the path'],
    [['inspect', 'no-such.jsonl'], 'acp: cannot read no-such.jsonl: the file does not exist; check the path'],
    [['trace', 'view', '/'], 'acp: cannot read /: it is a folder; name a file'],
    [['exec', '-f', '/no/such/file'], 'acp: cannot read /no/such/file: the file does not exist; check the path'],
    [
      ['exec', '--trace', '/no/such/folder/x', 'hello', '--', 'true'],
      'acp: /no/such/folder/x cannot be written: the folder does not exist; name another file',
    ],
    // The first that loads an agent from its sources takes a while.
  ])('refuses %j with one sentence and exit code 2', async (args, sentence) => {
    expect(await acp(args)).toEqual({ exitCode: 2, out: '', err: `${sentence}\n` });
  });

  test.each([
    ['sessions', 'acp sessions list'],
    ['agents', 'acp agents list'],
    ['auth', 'acp auth status gemini'],
    ['providers', 'acp providers list'],
    ['trace', 'acp trace view trace.jsonl'],
  ])('gives an example of acp %s, alone and in its help', async (command, example) => {
    expect(await acp([command])).toEqual({
      exitCode: 2,
      out: '',
      err: `acp ${command}: missing subcommand, such as ${example}; see acp ${command} --help\n`,
    });
    for (const args of [
      [command, '--help'],
      ['help', command],
    ]) {
      const { exitCode, out } = await acp(args);
      expect({ exitCode, lines: out.split('\n') }).toEqual({
        exitCode: 0,
        lines: expect.arrayContaining([expect.stringContaining(`  ${example}  `)]),
      });
    }
  });

  test('ends quietly when the reader of its output is gone', async () => {
    const outputError = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(await acp(['protocol'], { outputError })).toEqual({ exitCode: 0, out: '', err: '' });
    expect(await acp(['--help'], { outputError })).toEqual({ exitCode: 0, out: '', err: '' });
  });

  test('says when its output cannot be written', async () => {
    const outputError = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    expect(await acp(['protocol'], { outputError })).toEqual({
      exitCode: 2,
      out: '',
      err: 'acp: cannot write the output: ENOSPC: no space left on device; choose another place\n',
    });
  });

  test('reports an error of its own, with the stack only on request', async () => {
    const plain = await acp(['validate'], { now: brokenClock });
    expect(plain).toEqual({
      exitCode: 70,
      out: '',
      err: 'acp: internal error: the clock broke; please report it with what ACP_DEBUG=1 adds to this line\n',
    });
    const detailed = await acp(['validate'], { now: brokenClock, env: { ACP_DEBUG: '1' } });
    expect(detailed.err).toMatch(/^acp: internal error: the clock broke\nError: the clock broke\n +at /u);
  });
});
