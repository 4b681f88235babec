/** The built `acp`, started the way a user starts it. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test, vi } from 'vitest';

// The first start may have to build.
vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

function start(command: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
}

async function finish(child: ChildProcessWithoutNullStreams, input: string | Uint8Array = ''): Promise<Outcome> {
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => undefined).end(input);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, out, err };
}

const acp = (args: readonly string[], input?: string | Uint8Array): Promise<Outcome> =>
  finish(start('./bin/acp', args), input);
const shell = (script: string): Promise<Outcome> => finish(start('bash', ['-o', 'pipefail', '-c', script]));

interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

function codeBlocks(file: string): CodeBlock[] {
  const text = readFileSync(join(root, file), 'utf8');
  return Array.from(text.matchAll(/^```(\w*)\n(.*?)^```$/gmsu), ([, language = '', code = '']) => ({
    language,
    text: code,
  }));
}

const conversation = [
  { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
  { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } },
  { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } },
  { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('');

describe('acp', () => {
  test('shows the protocol when started without arguments', async () => {
    const { exitCode, out, err } = await acp([]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/session\/prompt +client → agent +request +stable +stable/u);
    expect(err).toContain('acp --help');
  });

  test('accepts a valid conversation', async () => {
    expect(await acp(['validate'], conversation)).toEqual({
      exitCode: 0,
      out: '1 ok initialize\n2 ok initialize result\n3 ok session/new\n4 ok session/new result\n',
      err: '4 messages, 0 invalid\n',
    });
  });

  test('finds what is wrong', async () => {
    const message =
      '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"txt"}]}}';
    const { exitCode, out } = await acp(['validate', '--format', 'json', '-'], conversation + message);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({
      line: 5,
      ok: false,
      method: 'session/prompt',
      problems: [
        {
          path: '/params/prompt/0/type',
          expected: 'one of text, image, audio, resource_link, resource',
          found: '"txt"',
        },
      ],
    });
  });

  test('answers each message before the next one is sent', async () => {
    const child = start('./bin/acp', ['validate']);
    for (const [index, line] of conversation.trim().split('\n').entries()) {
      child.stdin.write(`${line}\n`);
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      expect(chunk.toString()).toMatch(new RegExp(`^${index + 1} ok [^\\n]*\\n$`, 'u'));
    }
    expect(await finish(child)).toMatchObject({ exitCode: 0, err: '4 messages, 0 invalid\n' });
  });

  test('survives bytes that are no text', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 193) % 256);
    const { exitCode, out, err } = await acp(['validate'], bytes);
    expect(exitCode).toBe(1);
    expect(out.split('\n').length - 1).toBe(Number(/^\d+/u.exec(err)?.[0]));
  });

  test('answers the commands of the guide as it is shown there', async () => {
    const blocks = codeBlocks('docs/guides/look-up-and-check.md');
    const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []));
    const outcomes = await Promise.all(
      commands.filter((text) => text.includes('./bin/acp')).map((text) => shell(`{ ${text} } 2>&1`)),
    );
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 1]);
    expect(blocks).toContainEqual({ language: '', text: outcomes[1]?.out });
  });

  test('takes the command lines of AGENTS.md as they stand', async () => {
    const [commands] = codeBlocks('AGENTS.md');
    const lines = commands?.text.split('\n').filter((line) => line.includes('./bin/acp')) ?? [];
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(await shell(line)).toMatchObject({ exitCode: 0 });
  });

  test('refuses a folder on standard input', async () => {
    expect(await shell('./bin/acp validate < docs')).toEqual({
      exitCode: 2,
      out: '',
      err: 'acp: cannot read standard input: it is a folder; pass a file with one message per line\n',
    });
  });

  test('ends quietly when its reader goes away', async () => {
    expect(await shell('./bin/acp protocol | head -1')).toMatchObject({ exitCode: 0, err: '' });
    const endless = 'yes \'{"jsonrpc":"2.0","method":"$/x"}\' | head -200000';
    expect(await shell(`(${endless}) 2>&1 | ./bin/acp validate | head -1`)).toMatchObject({
      out: '1 ok $/x (optional, may be ignored)\n',
      err: '',
    });
  });

  test.each([
    [['protocol', 'session/promt'], 'acp: unknown method or type "session/promt"; did you mean session/prompt?\n'],
    [['validte'], "acp: unknown command 'validte'; did you mean validate?\n"],
    [['validate', '--unstabel'], "acp validate: unknown option '--unstabel'; did you mean --unstable?\n"],
    [
      ['validate', 'no-such-file'],
      'acp: cannot read no-such-file: the file does not exist; check the path, or pass - to read standard input\n',
    ],
    [['validate', 'docs'], 'acp: cannot read docs: it is a folder; pass a file with one message per line\n'],
  ])('refuses %j with one sentence and exit code 2', async (args, err) => {
    expect(await acp(args)).toEqual({ exitCode: 2, out: '', err });
  });
});
