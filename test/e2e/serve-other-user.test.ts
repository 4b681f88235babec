/**
 * `acp serve` on a machine with another user, who is real: the server runs as one user, the attack as another.
 *
 * Only root can become both, so for an ordinary user these tests are skipped; the rules themselves are tested for every
 * user in `apps/cli/src/files/secret-file.test.ts`.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { remote } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'apps/cli/dist/main.js');
const owner = { uid: 4321, gid: 4321 };
const other = { uid: 4322, gid: 4322 };

/** Whether this process may become other users, and these can read the program. */
const canBecomeOthers =
  process.getuid?.() === 0 &&
  [owner, other].every((user) => spawnSync(process.execPath, ['--check', program], user).status === 0);

let home: string;
let children: ChildProcess[];
beforeEach(() => {
  children = [];
  home = mkdtempSync(join(tmpdir(), 'acp-users-'));
  chmodSync(home, 0o755);
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'close');
  }
  rmSync(home, { recursive: true, force: true });
});

/** The folder of tokens, in data folders that the tests make. */
const served = (): string => join(home, 'data', 'acp-stack', 'served');

interface Started {
  /** Undefined if the server did not start. */
  readonly url: string | undefined;
  readonly exitCode: number | null;
  readonly said: () => string;
}

/** Starts the server as its owner; resolves when it has said how to connect, or has ended. */
async function start(port = 0): Promise<Started> {
  const agent = ['--', process.execPath, 'test/e2e/fixtures/v2-agent.mjs'];
  const env = { PATH: process.env['PATH'], HOME: join(home, 'owner'), XDG_DATA_HOME: join(home, 'data') };
  const child = spawn(process.execPath, [program, 'serve', '--port', String(port), ...agent], {
    cwd: root,
    env,
    ...owner,
  });
  children.push(child);
  let [out, err] = ['', ''];
  const hasStarted = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      if (/connect with: .*\n/u.test(err)) resolve();
    });
  });
  await Promise.race([hasStarted, once(child, 'close')]);
  const hasUrl = out.startsWith('http') && child.exitCode === null;
  return { url: hasUrl ? out.trim() : undefined, exitCode: child.exitCode, said: () => err };
}

/** What the other user gets from each attempt: the code of an error, or what it was given. */
async function attack(attempts: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const script = `
    const fs = require('node:fs');
    const net = require('node:net');
    (async () => {
      const results = {};
      for (const [name, code] of Object.entries(${JSON.stringify(attempts)})) {
        try { results[name] = (await eval(code)) ?? 'done'; } catch (error) { results[name] = error.code ?? error.message; }
      }
      console.log(JSON.stringify(results));
    })();`;
  const child = spawn(process.execPath, ['-e', script], { cwd: '/', ...other });
  children.push(child);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  await once(child, 'close');
  return JSON.parse(out) as Record<string, unknown>;
}

const ownFolder = (path: string, { uid, gid }: typeof owner, mode: number): void => {
  mkdirSync(path);
  chownSync(path, uid, gid);
  chmodSync(path, mode);
};

const quoted = (text: string): string => JSON.stringify(text);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.runIf(canBecomeOthers)('another user of the machine', () => {
  beforeEach(() => {
    ownFolder(join(home, 'owner'), owner, 0o755);
  });

  test('cannot read the token, connect without it, take its file or the port, or put files in the folder', async () => {
    ownFolder(join(home, 'data'), owner, 0o755);
    const { url = '' } = await start();
    const { host, port } = new URL(url);
    const path = join(served(), `${host.replace(':', '-')}.token`);
    const token = readFileSync(path, 'utf8').trim();
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 2 } };
    const post = (headers: object): string => {
      const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
      const request = { method: 'POST', headers: json, body: JSON.stringify(initialize) };
      return `fetch(${quoted(url)}, ${JSON.stringify(request)}).then((response) => response.status)`;
    };
    const results = await attack({
      read: `fs.readFileSync(${quoted(path)}, 'utf8')`,
      list: `fs.readdirSync(${quoted(served())}).join()`,
      replace: `fs.writeFileSync(${quoted(path)}, 'mine')`,
      remove: `fs.rmSync(${quoted(path)})`,
      link: `fs.linkSync(${quoted(path)}, ${quoted(join(tmpdir(), `acp-link-${port}`))})`,
      plant: `fs.writeFileSync(${quoted(join(served(), '127.0.0.1-1.token'))}, 'mine')`,
      exchange: `fs.renameSync(${quoted(served())}, ${quoted(join(home, 'data', 'acp-stack', 'mine'))})`,
      post: post({}),
      guess: post({ authorization: 'Bearer mine' }),
      metrics: `fetch(${quoted(new URL('/metrics', url).href)}).then((response) => response.status)`,
      port: `new Promise((resolve, reject) => net.createServer().on('error', reject).listen(${port}, '127.0.0.1', resolve))`,
    });
    const denied = ['read', 'list', 'replace', 'remove', 'link', 'plant', 'exchange'];
    expect(results).toEqual({
      ...Object.fromEntries(denied.map((name) => [name, expect.stringMatching(/^E(?:ACCES|PERM)$/u) as string])),
      post: 401,
      guess: 401,
      metrics: 401,
      port: 'EADDRINUSE',
    });
    expect(readFileSync(path, 'utf8').trim()).toBe(token);
    const connection = await client({ name: 'editor', version: '1.0.0' }).connect(remote(url, { token }));
    await connection.close();
  });

  test('gains nothing from files that it has put into a folder that was open to it', async () => {
    for (const path of ['data', 'data/acp-stack', 'data/acp-stack/served']) ownFolder(join(home, path), owner, 0o777);
    const port = await freePort();
    const path = join(served(), `127.0.0.1-${port}.token`);
    const bait = join(home, 'bait');
    writeFileSync(bait, 'bait');
    chownSync(bait, other.uid, other.gid);
    chmodSync(bait, 0o666);
    const planted = await attack({ plant: `fs.symlinkSync(${quoted(bait)}, ${quoted(path)})` });
    expect(planted).toEqual({ plant: 'done' });
    const { url } = await start(port);
    expect(url).toBe(`http://127.0.0.1:${port}/acp`);
    expect(readFileSync(bait, 'utf8')).toBe('bait');
    const { uid, mode } = lstatSync(path);
    expect([uid, mode & 0o777, statSync(served()).mode & 0o777]).toEqual([owner.uid, 0o600, 0o700]);
    expect(statSync(join(served(), '..')).mode & 0o022).toBe(0);
    expect(await attack({ read: `fs.readFileSync(${quoted(path)}, 'utf8')` })).toEqual({ read: 'EACCES' });
  });

  test.each([
    ['data/acp-stack', 'the folder .*acp-stack belongs to another user'],
    ['data/acp-stack/served', 'the folder .*served belongs to another user'],
  ])('that has made %s before makes the server refuse to start, with a sentence', async (made, problem) => {
    ownFolder(join(home, 'data'), owner, 0o1777);
    if (made !== 'data/acp-stack') ownFolder(join(home, 'data/acp-stack'), owner, 0o777);
    ownFolder(join(home, made), other, 0o777);
    const { url, exitCode, said } = await start();
    expect([url, exitCode]).toEqual([undefined, 2]);
    expect(said()).toMatch(
      new RegExp(`the token could not be stored \\(${problem}; remove it\\); set ACP_SERVE_TOKEN`, 'u'),
    );
    expect(readdirSync(join(home, made)).filter((name) => name !== 'served')).toEqual([]);
  });

  test('that has made a link in the place of the folder makes the server refuse to start', async () => {
    ownFolder(join(home, 'data'), owner, 0o755);
    ownFolder(join(home, 'data/acp-stack'), owner, 0o777);
    ownFolder(join(home, 'mine'), other, 0o777);
    symlinkSync(join(home, 'mine'), served());
    const { url, exitCode, said } = await start();
    expect([url, exitCode]).toEqual([undefined, 2]);
    expect(said()).toContain('is a link or a file, not a folder; remove it');
    expect(readdirSync(join(home, 'mine'))).toEqual([]);
  });
});
