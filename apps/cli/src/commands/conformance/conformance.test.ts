import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serveHttp } from '@acp-stack/http/server';
import { agent } from '@acp-stack/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cert, key } from '../../../../../test/support/loopback-certificate.ts';
import { run } from '../../run.ts';
import { captureTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';

/** An agent of version 1 that answers prompts; its stop reason is the first argument. */
const program = `
import { createInterface } from 'node:readline';
const results = {
  initialize: { protocolVersion: 1, agentInfo: { name: 'small', version: '1.0.0' }, agentCapabilities: {} },
  'session/new': { sessionId: 's1' },
  'session/prompt': { stopReason: process.argv[2] ?? 'end_turn' },
};
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'session/prompt') {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } };
    write({ method: 'session/update', params: { sessionId: params.sessionId, update } });
  }
  if (id === undefined) return;
  const result = results[method];
  write(result === undefined ? { id, error: { code: -32601, message: 'unknown' } } : { id, result });
});
`;

let folder: string;
let good: readonly string[];
let bad: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-conformance-cli-'));
  writeFileSync(join(folder, 'agent.mjs'), program);
  good = ['--', process.execPath, join(folder, 'agent.mjs')];
  bad = [...good, 'because'];
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function acp(words: readonly string[], options?: CaptureOptions): Promise<Ran> {
  const terminal = captureTerminal(options);
  const code = await run(['conformance', ...words], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** One scenario of one version is enough here. */
const short = ['agent', '--version', '1', '--only', 'TURN-02'] as const;

describe('acp conformance agent', () => {
  test('ends with 0 if no MUST is broken, and shows its progress on a terminal', async () => {
    const { code, out, err } = await acp([...short, ...good], { isErrorTerminal: true });
    expect(out).toContain('small 1.0.0: agent of version 1');
    expect(out).toContain('1 passed');
    expect(err).toMatch(/version 1: 1 of 1, prompt\//u);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
    expect(code).toBe(0);
  });

  test('ends with 1 if one is, and tells the rule, what was found and how to see it again', async () => {
    const prompts = join(folder, 'prompts.json');
    writeFileSync(prompts, '{"say": "Please say hello."}');
    const { code, out } = await acp([...short, '--prompts', prompts, ...bad]);
    expect(out).toMatch(/^FAIL {2}TURN-02 \(MUST, version 1\)/u);
    expect(out).toContain('"because"');
    expect(out).toContain('Please say hello.');
    expect(out).toMatch(/^ {2}reproduce {2}acp /mu);
    expect(out).toMatch(/^ {2}see {8}https:\/\/agentclientprotocol\.com\//mu);
    expect(code).toBe(1);
  });

  test('lists its scenarios, and starts nothing', async () => {
    const { code, out } = await acp(['agent', '--list', '--only', 'http']);
    expect(out).toContain('http/initialize (version 1 and 2)\n');
    expect(out).toMatch(/HTTP-02.*\n/u);
    expect(out).not.toContain('prompt/');
    expect(code).toBe(0);
  });

  test.each(['ws', 'http'])('judges an agent at an address over %s', async (scheme) => {
    const app = agent({ name: 'remote', version: '1.0.0' }).onPrompt(async ({ message }) => {
      await message.append('hello');
    });
    await using serving = await serveHttp(app, { port: 0 });
    const url = serving.url.replace(/^http/u, scheme);
    const { code, out } = await acp([...short, '--only', 'web-socket', '--url', url]);
    expect(out).toContain('remote 1.0.0');
    expect(out).toMatch(/^web-socket/mu);
    expect(code).toBe(0);
  });
});

describe('a mistake in the command line', () => {
  test.each([
    [['agent'], 'missing agent; write it as: acp conformance agent -- command, or name its --url'],
    [['agent', '--url', 'ftp://x', '--only', 'prompt'], '--url ftp://x is not a ws:, wss:, http: or https: address'],
    [['agent', '--url', 'ws://127.0.0.1:1/', '--', 'x'], 'name --url or a command after --, not both'],
    [['agent', '--only', 'promt', '--', 'x'], 'unknown scenario, area or rule promt; --list prints them'],
    [['agent', '--set', 'final', '--', 'x'], 'It must be one of stable, draft, proposal'],
    [['agent', '--jobs', '0', '--', 'x'], 'It must be a number from 1 to 64'],
    [['agent', '--timeout', '0', '--', 'x'], 'It must be more than 0 seconds'],
    [['agent', '--update-baseline', '--', 'x'], '--update-baseline needs the file: add --baseline file'],
    [['agent', '--baseline', '/no/such', '--', 'x'], 'cannot read /no/such: the file does not exist; check the path'],
    [['agent', '--', 'no-such-program-here'], 'no-such-program-here cannot be started'],
    [['agent', '--url', 'ws://127.0.0.1:1/acp'], 'ws://127.0.0.1:1/acp cannot be reached'],
    [['agent', '--url', 'http://127.0.0.1:1/acp'], 'http://127.0.0.1:1/acp cannot be reached'],
    [['client'], 'missing client; write it as: acp conformance client -- command {agent} {prompt}'],
    [['client', '--over', 'ws', '--', 'x', '{agent}'], 'write {url} for its address instead'],
    [['client', '--over', 'stdio', '--', 'x', '{url}'], '{url} is an address; use --over ws or --over http for it'],
    [['proxy'], 'missing proxy; write it as: acp conformance proxy -- command'],
    [['compare', '/no/such'], 'cannot read /no/such: the file does not exist; check the path'],
    [[], 'missing subcommand, such as acp conformance agent -- my-agent'],
  ])('of acp conformance %j is one sentence, and ends with 2', async (words, sentence) => {
    const { code, err } = await acp(words);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });

  test('in a file names the file', async () => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, '[]');
    const wrong = await acp(['compare', file]);
    expect(wrong.err).toBe(`acp: ${file}: it is not a report of the conformance suite; write one with --format json\n`);
    expect((await acp([...short, '--baseline', file, ...good])).err).toContain(
      `${file}: it must have the form {"known"`,
    );
    expect((await acp([...short, '--prompts', file, ...good])).err).toContain('must be an object with a text');
    writeFileSync(file, '{"sey": "Say hello."}');
    expect((await acp([...short, '--prompts', file, ...good])).err).toContain(
      'wrong.json: unknown behaviour sey; they are say, think, ',
    );
  });

  test('such as the address of a server whose certificate is not trusted, ends with 2', async () => {
    const server = createServer({ key, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const scheme of ['https', 'wss']) {
      const { code, err } = await acp([...short, '--url', `${scheme}://127.0.0.1:${port}/acp`]);
      expect(err).toContain('cannot be reached: self-signed certificate; check the command or the address');
      expect(code).toBe(2);
    }
    server.close();
  });
});
