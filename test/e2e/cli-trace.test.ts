/** `acp trace`, `--trace` and `acp completion`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { run } from '../../apps/cli/src/run.ts';
import { captureTerminal } from '../../apps/cli/src/terminal/captured-terminal.ts';
import { acpHere, runHere } from '../support/acp-here.ts';
import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
/** `acp` in this process, in the folder of the user. */
const here = (...call: Parameters<AcpUser['run']>): ReturnType<typeof runHere> => runHere(user, ...call);
let file: string;
beforeEach(() => {
  user = acpUser();
  file = join(user.home, 'trace.jsonl');
});
afterEach(() => {
  user[Symbol.dispose]();
});

const official = fixtureAgent('v1-agent.mjs');
const rude = (...args: readonly string[]): readonly string[] => fixtureAgent('rude-agent.mjs', ...args);
type Record = Readonly<
  Partial<{ type: string; frame: string; from: string; ts: number; at: string; text: string; connection: string }>
>;
const records = (): readonly Record[] => recordsOf(file);
const recordsOf = (path: string): readonly Record[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record);

describe('a trace', () => {
  test('holds what crossed, word for word, with both times, and only the user can read it', async () => {
    const before = Date.now();
    const { out } = await user.run(['exec', '--format', 'json', '--trace', file, 'run', '--', ...official]);
    const [header, ...rest] = records();
    expect(header).toMatchObject({ type: 'header', format: 'acp-trace', version: 1, redaction: 'none' });
    const frames = rest.filter(({ type }) => type === 'frame');
    expect(frames.map(({ frame }) => frame)).toEqual(out.trim().split('\n'));
    const times = frames.map(({ ts = NaN }) => ts);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(Date.parse(frames[0]?.at ?? '')).toBeGreaterThanOrEqual(before);
    expect(rest).toContainEqual(expect.objectContaining({ type: 'stderr', text: expect.stringContaining('agent ') }));
    expect(rest.at(-1)).toMatchObject({ type: 'end', dropped: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that cannot be written is one sentence, and the work is done', async () => {
    const { exitCode, out, err } = await acpHere(user, ['exec', '--trace', '/dev/full', 'go', '--', ...rude('polite')]);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/./u)]);
    expect(err.match(/^acp: the trace in .*$/gmu)).toEqual([
      'acp: the trace in /dev/full is not complete: the disk is full; the command continues',
    ]);
  });

  test('is shown as a sequence, as one page, and only in parts', async () => {
    await user.run(['exec', '--trace', file, '<b>run</b>', '--', ...official]);
    const { out } = await user.run(['trace', 'view', file]);
    expect(out).toMatch(/\? Client → Agent +session\/prompt #2 +<b>run<\/b>\n/u);
    expect(out).toMatch(/= Agent → Client +session\/prompt #2 +\d+ ms end_turn\n/u);
    const part = await user.run(['trace', 'view', '--method', 'initialize', file]);
    expect(part.out.trim().split('\n')).toHaveLength(2);
    const none = captureTerminal();
    expect(await run(['trace', 'view', '--method', 'nosuch', '--session', 'nope', file], none)).toBe(0);
    expect(none.out()).toBe('');
    expect(none.err()).toMatch(
      /^nothing in the trace matches --method nosuch and --session nope; omit it to see all \d+ lines\n$/u,
    );
    const html = join(user.home, 'trace.html');
    expect((await user.run(['trace', 'view', '--html', html, file])).exitCode).toBe(0);
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('&lt;b&gt;run&lt;/b&gt;');
    expect(page).not.toContain('<b>run');
    expect(page).not.toMatch(/(?:src|href)=/u);
  });

  test('becomes one of the Rust conductor and comes back, and plain messages that are valid', async () => {
    await here(['exec', '--trace', file, 'run', '--', ...official]);
    const conductor = join(user.home, 'trace.jsons');
    const converted = await here(['trace', 'convert', '--to', 'conductor', '-o', conductor, file]);
    expect(converted.err).toBe(`written to ${conductor}\n`);
    const events = readFileSync(conductor, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record)
      // A line of stderr may be recorded before or after the first response.
      .filter(({ type }) => type !== 'stderr');
    expect(events[0]).toMatchObject({
      type: 'request',
      protocol: 'acp',
      from: 'Client',
      to: 'Agent',
      id: 0,
      method: 'initialize',
    });
    expect(events[1]).toMatchObject({ type: 'response', from: 'Agent', to: 'Client', id: 0, is_error: false });
    const plain = await here(['trace', 'convert', '--to', 'ndjson', file]);
    const back = await here(['trace', 'convert', '--to', 'ndjson', conductor]);
    expect(back.out.split('\n').map(sorted)).toEqual(plain.out.split('\n').map(sorted));
    expect((await here(['validate', '--unstable'], { input: plain.out })).exitCode).toBe(0);
    expect((await here(['trace', 'view', '-'], { input: plain.out })).out).toContain('Agent → Client');
  });

  test('can be given away without its secrets', async () => {
    const mcp = user.write('mcp.json', { mcpServers: { x: { command: 'node', env: { KEY: 'geheim' } } } });
    await here(['exec', '--trace', file, '--mcp-config', mcp, 'my key is sk-abcdefghijklmnopqrst', '--', ...official]);
    const { out } = await here(['trace', 'redact', file]);
    expect(out).not.toMatch(/geheim|sk-abc/u);
    expect(out).toContain('my key is');
    const nothing = await here(['trace', 'redact', '--level', 'content', file]);
    expect(nothing.out).not.toContain('my key is');
    expect(nothing.out).toContain('session/prompt');
    expect(JSON.parse(nothing.out.split('\n')[0] ?? '')).toMatchObject({ redaction: 'content' });
  });

  test('is recorded between an editor and an agent, which notice nothing', async () => {
    const child = spawn(process.execPath, [acpProgram, 'trace', 'record', '-o', file, '--', ...official], {
      env: user.env,
    });
    const request = '{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":1}}';
    child.stdin.write(`${request}\n`);
    const [answer] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(JSON.parse(answer)).toMatchObject({ id: 7, result: { protocolVersion: 1 } });
    child.stdin.end();
    const [exitCode] = (await once(child, 'close')) as [number];
    expect(exitCode).toBe(3);
    const frames = records().filter(({ type }) => type === 'frame');
    expect(frames.map(({ frame }) => frame)).toEqual([request, answer.trim()]);
  });

  test('shows what a bridge says to its agent, in the version of the agent', async () => {
    const child = spawn(process.execPath, [acpProgram, 'bridge', '--to', '2', '--trace', file, '--', ...official], {
      env: user.env,
    });
    const info = { name: 'editor', version: '1.0.0' };
    const params = { protocolVersion: 2, info, capabilities: {} };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params })}\n`);
    await once(child.stdout, 'data');
    child.stdin.end();
    await once(child, 'close');
    const [request] = records().filter(({ type }) => type === 'frame');
    expect(JSON.parse(request?.frame ?? '')).toMatchObject({ method: 'initialize', params: { protocolVersion: 1 } });
  });

  test('is written for the user alone: as a page, converted and redacted', async () => {
    await acpHere(user, ['exec', '--trace', file, 'go', '--', ...rude('polite')]);
    const written = ['html', 'jsons', 'clean'].map((name) => join(user.home, `trace.${name}`));
    const [html = '', conductor = '', clean = ''] = written;
    await run(['trace', 'view', '--html', html, file], captureTerminal());
    await run(['trace', 'convert', '--to', 'conductor', '-o', conductor, file], captureTerminal());
    await run(['trace', 'redact', '-o', clean, file], captureTerminal());
    expect(written.map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
  });

  test('holds every agent that a command talks to', async () => {
    const [command, ...args] = rude('polite');
    user.write('config/acp-stack/config.json', { agent_servers: { one: { command, args }, two: { command, args } } });
    await acpHere(user, ['agents', 'doctor', '--trace', file]);
    const connections = records().flatMap(({ type, connection }) => (type === 'end' ? [connection] : []));
    expect(connections).toEqual(['1', '2', '3']);
  });

  test('shows what a server says to each of its clients, and its log that they came and went', async () => {
    const args = ['serve', '--port', '0', '--trace', file, '--log-level', 'info', '--', ...rude('polite')];
    const env = { ...user.env, ACP_TRACE: '/not/this/one' };
    const server = spawn(process.execPath, [acpProgram, ...args], { env, cwd: user.project });
    try {
      let log = '';
      server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
      const [line] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string];
      const url = line.trim();
      for (const address of [url, url.replace(/^http/u, 'ws')]) {
        const outcome = await acpHere(user, ['exec', '--format', 'quiet', 'go', '--url', address]);
        expect(outcome).toMatchObject({ exitCode: 0, out: 'At your service.\n' });
      }
      server.kill();
      await once(server, 'close');
      expect(log).toMatch(/acp serve: client 1 connected\n[\s\S]*client 2 connected\n[\s\S]*client 2 disconnected\n/u);
    } finally {
      server.kill('SIGKILL');
    }
    const prompts = records().filter(({ frame }) => frame?.includes('"session/prompt"') === true);
    expect(prompts).toMatchObject([
      { connection: '1', from: 'Client', to: 'Agent' },
      { connection: '2', from: 'Client', to: 'Agent' },
    ]);
  });

  test('shows what the agent that comes along hears and says, as far as its own flag asks for it', async () => {
    const agent = [process.execPath, acpProgram, 'agent', '--in-memory', '--trace', file, '--log-level', 'debug'];
    const other = join(user.home, 'other.jsonl');
    const args = ['exec', '--trace', other, '--log-level', 'info', '/help', '--', ...agent];
    const { exitCode, err } = await acpHere(user, args);
    expect({ exitCode, heard: err.includes('acp agent: received session/prompt #') }).toEqual({
      exitCode: 0,
      heard: true,
    });
    const frames = (path: string): readonly unknown[] =>
      recordsOf(path).flatMap(({ type, from, frame }) => (type === 'frame' ? [[from, frame]] : []));
    expect(frames(file)).toEqual(frames(other));
  });

  test('that is cut off is shown as far as it goes', async () => {
    await here(['exec', '--trace', file, 'run', '--', ...official]);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, -30));
    const { exitCode, err } = await here(['trace', 'view', file]);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^line \d+ cannot be read\n$/u);
  });

  test('is refused where it cannot be written, and a file that is none where it is read', async () => {
    expect(await here(['exec', '--trace', '/no/such/folder/x', 'hi'])).toMatchObject({ exitCode: 2 });
    expect(await here(['trace', 'view', user.write('no-trace', 'hello')])).toMatchObject({ exitCode: 2 });
    expect(await here(['trace', 'view', '/no/such/file'])).toMatchObject({ exitCode: 2 });
  });
});

/** JSON objects are equal whatever the order of their fields. */
const sorted = (line: string): unknown => (line === '' ? '' : (JSON.parse(line) as unknown));

describe('acp completion', () => {
  test('gives bash words that it can complete', async () => {
    const { out } = await here(['completion', 'bash']);
    const bin = join(user.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'acp'), `#!/bin/sh\nexec "${process.execPath}" "${acpProgram}" "$@"\n`, { mode: 0o755 });
    user.write('config/acp-stack/config.json', {
      agent_servers: {
        florist: { command: 'node' },
        'rose garden': { command: 'node' },
        '$(touch evil)': { command: 'x' },
      },
    });
    writeFileSync(join(user.project, 'red pic.png'), '');
    const complete = (...words: readonly string[]): string[] => {
      const script = `${out}\nCOMP_WORDS=(acp ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _acp; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const env = { ...process.env, ...user.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      return execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: user.project, env }).trim().split('\n');
    };
    expect(complete('se')).toEqual(expect.arrayContaining(['sessions', 'serve']));
    expect(complete('sessions', 'ex')).toEqual(['export']);
    expect(complete('exec', '--approve-')).toEqual(['--approve-all', '--approve-reads']);
    expect(complete('exec', '--format', 'q')).toEqual(['quiet']);
    expect(complete('agents', 'import', 'z')).toEqual(['zed']);
    expect(complete('exec', '--format', '')).toContain('markdown');
    expect(complete('sessions', 'export', '--format', 'm')).toEqual(['markdown']);
    expect(complete('agents', 'info', '')).toEqual(expect.arrayContaining(['florist', 'rose garden', '$(touch evil)']));
    expect(complete('chat', 'ro')).toEqual(['rose garden']);
    expect(complete('exec', 'red')).toEqual(['red pic.png']);
    expect(complete('exec', '--trace', 'red')).toEqual(['red pic.png']);
    expect(complete('protocol', 'session/pr')).toEqual(['session/prompt']);
    expect(existsSync(join(user.project, 'evil'))).toBe(false);
  });

  test.each(['zsh', 'fish'])('has a script for %s with every command', async (shell) => {
    const { exitCode, out } = await here(['completion', shell]);
    expect(exitCode).toBe(0);
    for (const word of ['exec', 'sessions', 'doctor', 'redact', 'approve-reads']) expect(out).toContain(word);
  });
});
