import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { captureTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';
import { validate, type ValidateOptions } from './validate.ts';

interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

async function run(options: Partial<ValidateOptions>, capture: CaptureOptions): Promise<Outcome> {
  const terminal = captureTerminal(capture);
  const exitCode = await validate({ file: '-', version: undefined, format: 'text', ...options }, terminal);
  return { exitCode, out: terminal.out(), err: terminal.err() };
}

const valid = '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}}';

describe('validate', () => {
  test('prints one line for each message and a summary', async () => {
    const stdin = [`${valid}\r\n\n  \nnope\n`, valid];
    expect(await run({}, { stdin })).toEqual({
      exitCode: 1,
      out: '1 ok session/cancel\n4 invalid message  not JSON: "n" instead of a value at character 1\n5 ok session/cancel\n',
      err: '3 messages, 1 invalid\n',
    });
  });

  test('succeeds when all are valid, and when there are none', async () => {
    expect(await run({}, { stdin: [`${valid}\n`] })).toMatchObject({ exitCode: 0, err: '1 message, 0 invalid\n' });
    expect(await run({}, { stdin: [] })).toMatchObject({ exitCode: 0, err: '0 messages, 0 invalid\n' });
  });

  test('prints JSON for programs', async () => {
    const { out } = await run({ format: 'json' }, { stdin: [`${valid}\n\n[]`] });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { line: 1, ok: true, method: 'session/cancel', problems: [] },
      expect.objectContaining({ line: 3, ok: false, method: null }),
    ]);
  });

  test('goes on with the message behind a byte order mark', async () => {
    const initialize = '\uFEFF{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2}}';
    const { out } = await run({}, { stdin: [`${initialize}\n`] });
    expect(out).toMatch(/^1 invalid initialize .*byte order mark.*\/params\/info/u);
  });

  test('refuses a line of more than 64 MiB and goes on', async () => {
    const megabyte = new Uint8Array(1024 * 1024).fill(0x20);
    function* stdin(): Generator<Uint8Array | string> {
      for (let count = 0; count < 64; count += 1) yield megabyte;
      yield `x\n${valid}\n`;
    }
    expect((await run({}, { stdin: stdin() })).out).toBe(
      '1 invalid message  (message): expected a line of at most 64 MiB; found a longer one\n2 ok session/cancel\n',
    );
  });

  test('says that it waits when it reads from a terminal', async () => {
    expect((await run({}, { isInputTerminal: true })).err).toMatch(/^Waiting for messages, one per line; Ctrl-D/u);
  });

  test('ends quietly when the reader is gone', async () => {
    const outputError = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(await run({}, { stdin: [`${valid}\n`], outputError })).toEqual({ exitCode: 0, out: '', err: '' });
    expect(await run({}, { stdin: ['nope\n'], outputError })).toMatchObject({ exitCode: 1, err: '' });
  });

  test.each([
    ['session/nwe', 'unknown method "session/nwe" for --method; did you mean session/new?'],
    ['session/update', 'session/update is a notification without a response: pass a request to --method'],
    ['session/fork', 'session/fork is unstable: add --unstable to use it with --method'],
    ['mcp/connect', 'mcp/connect is a draft: add --unstable to use it with --method'],
    ['zzzzzz', 'unknown method "zzzzzz" for --method; acp protocol lists them'],
  ])('refuses --method %s', async (method, sentence) => {
    await expect(run({ method }, {})).rejects.toThrow(sentence);
  });

  test('survives any bytes with one line of output for each line that is not blank', async () => {
    const fragment = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom('\n', '\r\n', ' ', '{', '}', '[', ']', '"', '\uFEFF', valid, '{"jsonrpc":"2.0","id":1,"method":"')
        .map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(text)),
      fc.json().map((text) => Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${text}}\n`)),
      fc.json().map((text) => Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${text}}\n`)),
    );
    const options = fc.record({
      version: fc.constantFrom(undefined, 1 as const, 2 as const),
      unstable: fc.boolean(),
      format: fc.constantFrom('text' as const, 'json' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 12 }), options, async (stdin, chosen) => {
        const { out, exitCode } = await run(chosen, { stdin });
        const text = Buffer.concat(stdin).toString('latin1');
        const expected = text.split('\n').filter((line) => /[^ \t\r]/u.test(line)).length;
        expect(out.split('\n').length - 1).toBe(expected);
        expect([0, 1]).toContain(exitCode);
      }),
      { numRuns: 500 },
    );
  });
});

describe('validate reads a file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acp-validate-'));
    await writeFile(join(folder, 'log.ndjson'), `${valid}\n`.repeat(20_000));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('of many chunks', async () => {
    const { out, err } = await run({ file: join(folder, 'log.ndjson') }, {});
    expect(err).toBe('20000 messages, 0 invalid\n');
    expect(out.endsWith('20000 ok session/cancel\n')).toBe(true);
  });

  test('and says what to do when there is none', async () => {
    const file = join(folder, 'missing');
    await expect(run({ file }, {})).rejects.toThrow(
      `cannot read ${file}: the file does not exist; check the path, or pass - to read standard input`,
    );
  });

  test('and refuses a folder', async () => {
    await expect(run({ file: folder }, {})).rejects.toThrow(`cannot read ${folder}: it is a folder`);
  });
});
