/**
 * `npm run test:external`: talks to our server with programs that others wrote, over real sockets on loopback.
 *
 * It starts the server itself, on a port that is free, and needs curl, nghttp, h2load, Chromium, systemd-analyze, which reads
 * the unit of the hub, and zsh and fish, which read our completion; when one of them is missing it says how to get it, and fails.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { setup } from './setup.mjs';
import { acpxChecks } from './test-external-acpx.mjs';
import { completionChecks } from './test-external-completion.mjs';

/** Each program, and the Debian package that has it. */
const packages = {
  curl: 'curl',
  nghttp: 'nghttp2-client',
  h2load: 'nghttp2-client',
  chromium: 'chromium',
  'systemd-analyze': 'systemd',
  zsh: 'zsh',
  fish: 'fish',
};
const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
};
const json = ['-H', 'content-type: application/json'];
const most = 60_000;

/** Runs a program; resolves with everything it said. */
function run(command, args, { until, env = {}, patience = most } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    let output = '';
    const hear = (text) => {
      output += text;
      if (until?.(output) === true) child.kill();
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

async function missingPackages() {
  const found = await Promise.all(
    Object.keys(packages).map((name) =>
      run(name, ['--version']).then(
        () => [name, true],
        () => [name, false],
      ),
    ),
  );
  return found.filter(([, isThere]) => !isThere).map(([name]) => name);
}

function expectMatch(text, pattern) {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`${pattern} is not in:\n${text.slice(0, 4000)}`);
  return match;
}

function expectEqual(value, expected) {
  if (value !== expected) throw new Error(`${value} instead of ${expected}`);
}

/** A request with curl; its status and everything it said. */
async function curl(version, url, args) {
  const flag = version === 1 ? '--http1.1' : '--http2-prior-knowledge';
  const { output } = await run('curl', ['-sS', '-i', flag, ...args, url]);
  const status = Number(expectMatch(output, version === 1 ? /^HTTP\/1\.1 (\d{3})/mu : /^HTTP\/2 (\d{3})/mu)[1]);
  return { status, output };
}

const post = (version, url, message, headers = []) =>
  curl(version, url, [...json, ...headers, '-d', typeof message === 'string' ? message : JSON.stringify(message)]);

async function begin(version, url) {
  const { status, output } = await post(version, url, initialize);
  expectEqual(status, 200);
  return ['-H', `acp-connection-id: ${expectMatch(output, /^acp-connection-id: (\S+)/imu)[1]}`];
}

/** A whole conversation: a connection, its stream, a session, its stream, a prompt, and the end. */
async function converse(version, url) {
  const flag = version === 1 ? '--http1.1' : '--http2-prior-knowledge';
  const here = await begin(version, url);
  const listen = (headers, pattern) =>
    run('curl', ['-sS', '-N', flag, ...headers, '-H', 'accept: text/event-stream', '--max-time', '30', url], {
      until: (output) => pattern.test(output),
    }).then(({ output }) => expectMatch(output, pattern));
  const opened = listen(here, /^data: .*"sessionId":"([^"]+)"/mu);
  expectEqual(
    (
      await post(
        version,
        url,
        { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/', mcpServers: [] } },
        here,
      )
    ).status,
    202,
  );
  const [, sessionId] = await opened;
  const there = [...here, '-H', `acp-session-id: ${sessionId}`];
  const said = listen(there, /^data: .*Hello, world[^]*"stopReason":"end_turn"/mu);
  const prompt = { sessionId, prompt: [{ type: 'text', text: 'world' }] };
  expectEqual(
    (await post(version, url, { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: prompt }, there)).status,
    202,
  );
  await said;
  expectEqual((await curl(version, url, ['-X', 'DELETE', ...here])).status, 202);
  expectEqual((await curl(version, url, ['-X', 'DELETE', ...here])).status, 404);
}

async function refusals(version, url) {
  const here = await begin(version, url);
  const note = '{"jsonrpc":"2.0","method":"_note"}';
  const rows = [
    [415, ['-H', 'content-type: text/plain', '-d', note, ...here]],
    [406, ['-H', 'accept: application/json', ...here]],
    [400, [...json, '-d', note]],
    [404, [...json, '-d', note, '-H', 'acp-connection-id: unknown']],
    [400, [...json, '-d', '{', ...here]],
    [501, [...json, '-d', `[${note}]`, ...here]],
    [405, ['-X', 'PUT', ...here]],
    [403, [...json, '-d', note, ...here, '-H', 'origin: https://evil.example']],
    [403, [...json, '-d', note, ...here, '-H', 'host: evil.example']],
    [202, [...json, '-d', note, ...here]],
  ];
  for (const [expected, args] of rows) expectEqual((await curl(version, url, args)).status, expected);
}

/** A body that is too large is refused in words, every time: not by a reset that takes the answer along. */
async function tooLarge(url, folder) {
  const body = join(folder, 'large.json');
  writeFileSync(body, ' '.repeat(20_000_000));
  for (let round = 0; round < 10; round += 1) {
    expectEqual((await curl(2, url, [...json, '-H', 'expect:', '--data-binary', `@${body}`])).status, 413);
  }
}

async function nghttp(url, folder) {
  const body = join(folder, 'initialize.json');
  writeFileSync(body, JSON.stringify(initialize));
  const { output } = await run('nghttp', ['-v', '-d', body, '-H', 'content-type: application/json', url]);
  expectMatch(output, /:status: 200/u);
  expectMatch(output, /acp-connection-id: \S{22,}/u);
  expectMatch(output, /"protocolVersion":1/u);
  if (/RST_STREAM|error_code=(?!NO_ERROR)/u.test(output)) throw new Error(output);
  const many = await run('nghttp', ['-n', '-m', '50', '-s', '-d', body, '-H', 'content-type: application/json', url]);
  expectEqual(many.output.match(/\s200\s/gu)?.length, 50);
}

/** Notifications as fast as h2load sends them: every one is taken, and reaches the program. */
async function load(url, { folder, flags, count, received }) {
  const here = await begin(2, url);
  const body = join(folder, 'note.json');
  writeFileSync(body, '{"jsonrpc":"2.0","method":"_note","params":{"text":"as fast as it goes"}}');
  const before = received();
  const args = ['-n', String(count), '-c', '8', ...flags, '-d', body, ...json, ...here, url];
  const { output } = await run('h2load', args);
  expectMatch(output, new RegExp(`${count} succeeded, 0 failed, 0 errored, 0 timeout`, 'u'));
  expectMatch(output, new RegExp(`status codes: ${count} 2xx, 0 3xx, 0 4xx, 0 5xx`, 'u'));
  expectEqual(received() - before, count);
  return expectMatch(output, /finished in [^\n]*/u)[0];
}

/** Our client inside of a real browser, against our server. */
async function browser() {
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const { code, output } = await run(
    process.execPath,
    [vitest, 'run', 'test/e2e/http-client-browser.test.ts', '--reporter', 'dot'],
    { env: { ACP_BROWSER: 'chromium', NO_COLOR: '1' }, patience: 180_000 },
  );
  if (code !== 0) throw new Error(output.slice(-4000));
}

/** It ends with 0 also if it finds something, so what it says decides. */
async function unit() {
  const file = fileURLToPath(new URL('../examples/hub/acp-hub.service', import.meta.url));
  const { code, output } = await run('systemd-analyze', ['verify', file]);
  if (code !== 0 || output !== '') throw new Error(output);
}

async function main() {
  await setup();
  const missing = await missingPackages();
  if (missing.length > 0) {
    const names = [...new Set(missing.map((name) => packages[name]))];
    throw new Error(
      `${missing.join(' and ')} cannot be run: install ${names.join(' and ')}, on Debian with\n  apt-get install ${names.join(' ')}`,
    );
  }
  const { serveHttp } = await import('@acp-stack/http/server');
  const { agent } = await import('@acp-stack/sdk');
  const app = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
    await turn.message.append(`Hello, ${turn.text}`);
  });
  const serving = await serveHttp(app);
  const { url } = serving;
  const received = () => serving.counters().messagesReceived;
  const folder = mkdtempSync(join(tmpdir(), 'acp-external-'));
  /** @type {[string, () => Promise<string | undefined>][]} */
  const checks = [
    ['curl has a conversation over HTTP/2', () => converse(2, url)],
    ['curl has a conversation over HTTP/1.1', () => converse(1, url)],
    ['curl is refused what it should be over HTTP/2', () => refusals(2, url)],
    ['curl is refused what it should be over HTTP/1.1', () => refusals(1, url)],
    ['curl is told that a body is too large over HTTP/2, ten times', () => tooLarge(url, folder)],
    ['nghttp initializes, once and fifty times on one connection', () => nghttp(url, folder)],
    [
      'h2load sends 10,000 messages over HTTP/2',
      () => load(url, { folder, flags: ['-m', '50'], count: 10_000, received }),
    ],
    ['h2load sends 2,000 messages over HTTP/1.1', () => load(url, { folder, flags: ['--h1'], count: 2000, received })],
    ['Chromium has conversations with our client', browser],
    ['curl is still served', () => converse(2, url)],
    ['systemd-analyze finds nothing wrong with the unit of the hub', unit],
    ...completionChecks(run),
  ];
  const external = await acpxChecks(folder);
  if ('checks' in external) checks.push(...external.checks);
  else console.log(`skip acpx: ${external.skipped}`);
  let failed = 0;
  for (const [name, check] of checks) {
    try {
      const remark = await check();
      console.log(`ok   ${name}${remark === undefined ? '' : ` (${remark})`}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error.message}`);
    }
  }
  await serving.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
