import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { tarGz } from '../../archive/tar-builder.test-support.ts';
import { archiveServer } from '../../install/store.test-support.ts';
import { checkFolder } from '../check/check-folder.ts';
import { goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';

/** Stands in for `npx`, or is an agent itself; its last argument says how it behaves. */
const standIn = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { readdirSync, writeFileSync } = require('node:fs');
const [, name, log, behaviour] = process.argv.slice(2);
const { result, exit } = JSON.parse(behaviour);
const { HOME, TMPDIR } = process.env;
if (exit !== undefined) {
  console.error('no garden here');
  process.exit(exit);
}
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeFileSync(log, JSON.stringify({ name, pid: child.pid, env: process.env, home: readdirSync(HOME), cwd: readdirSync('.'), TMPDIR }));
let text = '';
process.stdin.on('data', (chunk) => {
  text += chunk;
  const line = text.split('\\n')[0];
  if (!text.includes('\\n')) return;
  const { id, params } = JSON.parse(line);
  writeFileSync(log + '.params', JSON.stringify(params));
  text = '';
  if (result !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;

/** Node looks for it in all folders above. */
const kind = { type: 'commonjs' };

afterEach(() => vi.unstubAllEnvs());

const version1 = (authMethods: readonly object[]): object => ({
  result: { protocolVersion: 1, agentCapabilities: {}, authMethods },
});
const version2 = (authMethods: readonly object[]): object => ({
  result: { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {}, authMethods },
});
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that has ended and was not collected yet is not alive.
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

test('starts each agent in an empty home, checks its auth methods, and leaves nothing behind', async () => {
  const behaviours = {
    aster: version1([{ id: 'login', name: 'Log in' }]),
    iris: version2([{ type: 'terminal', methodId: 'login', name: 'Log in' }]),
    lily: version1([]),
    rose: version2([{ type: 'garden-gate', methodId: 'gate', name: 'Gate' }]),
    tulip: { exit: 3 },
  };
  await using tools = await testFolder({ 'bin/npx': standIn, 'bin/package.json': kind });
  await chmod(join(tools.path, 'bin/npx'), 0o755);
  const logOf = (id: string): string => join(tools.path, `${id}.json`);
  await using folder = await testFolder({
    ...Object.fromEntries(
      Object.entries(behaviours).map(([id, behaviour]) => {
        const npx = {
          package: `${id}@1.2.3`,
          args: [logOf(id), JSON.stringify(behaviour)],
          env: { GARDEN: id, HOME: tmpdir() },
        };
        return [`${id}/agent.json`, { ...goodManifest, id, distribution: { npx } }];
      }),
    ),
    'violet/agent.json': { ...goodManifest, id: 'violet', distribution: { uvx: { package: 'violet@1.2.3' } } },
    'weed/agent.json': { id: 'weed' },
  });
  vi.stubEnv('PATH', [join(tools.path, 'bin'), join(tools.path, 'nothing')].join(delimiter));
  vi.stubEnv('SECRET_OF_THE_BUILD', 'x');
  vi.stubEnv('GARDEN_PROXY', 'y');

  const report = await checkFolder(folder.path, { handshake: { passEnv: ['GARDEN_PROXY'] } });

  const found = report.problems.filter(({ rule }) => rule.startsWith('handshake-'));
  expect(found.map(({ file, path, rule, message }) => [file, path, rule, message])).toEqual([
    [
      'lily/agent.json',
      '/distribution/npx',
      'handshake-auth',
      'The agent needs an auth method of type agent or terminal, but it offers no auth methods.',
    ],
    [
      'rose/agent.json',
      '/distribution/npx',
      'handshake-auth',
      'The agent needs an auth method of type agent or terminal, but it offers only garden-gate.',
    ],
    [
      'tulip/agent.json',
      '/distribution/npx',
      'handshake-start',
      'The agent could not be started and asked: The agent npx exited with code 3 before it said anything. It printed: no garden here',
    ],
  ]);
  expect(report.unchecked.slice(-2)).toEqual([
    'violet: uvx is not on PATH; install uv to use this distribution.',
    'weed was not started, because its manifest has errors.',
  ]);
  for (const id of ['aster', 'iris', 'lily', 'rose']) {
    const seen = JSON.parse(readFileSync(logOf(id), 'utf8')) as {
      readonly pid: number;
      readonly env: Readonly<Record<string, string>>;
    };
    expect(seen).toMatchObject({
      name: `${id}@1.2.3`,
      home: [],
      cwd: [],
      env: { GARDEN: id, GARDEN_PROXY: 'y', TERM: 'dumb' },
    });
    expect(seen.env).not.toHaveProperty('SECRET_OF_THE_BUILD');
    expect(existsSync(seen.env['HOME'] ?? '/')).toBe(false);
    expect(isAlive(seen.pid)).toBe(false);
  }
  const params = JSON.parse(readFileSync(`${logOf('aster')}.params`, 'utf8')) as object;
  expect(JSON.stringify(params)).toContain('"terminal-auth":true');
});

test('a binary distribution is downloaded, unpacked and started', async () => {
  await using home = await testFolder();
  const log = join(home.path, 'log');
  const archive = tarGz({ name: 'rose', content: standIn }, { name: 'package.json', content: JSON.stringify(kind) });
  await using server = await archiveServer({ '/download/v1.2.3/rose.tar.gz': archive });
  const behaviour = version1([{ id: 'login', name: 'Log in' }]);
  const build = {
    archive: `${server.origin}/download/v1.2.3/rose.tar.gz`,
    cmd: './rose',
    args: ['acp', 'rose', log, JSON.stringify(behaviour)],
  };
  const binary = Object.fromEntries(
    ['darwin', 'linux', 'windows'].flatMap((system) =>
      [`${system}-x86_64`, `${system}-aarch64`].map((target) => [target, build]),
    ),
  );
  await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, distribution: { binary } } });
  const found = async (): Promise<readonly string[]> =>
    (await checkFolder(folder.path, { handshake: true })).problems
      .filter(({ rule }) => rule.startsWith('handshake'))
      .map(({ message }) => message);
  expect(await found()).toEqual([]);
  expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({ name: 'rose', home: [] });
  server.answer = (_, response) => response.writeHead(404).end();
  expect((await found())[0]).toMatch(/^The agent could not be started and asked: .*404/u);
});

test('an agent that does not answer is given up and ended', async () => {
  await using tools = await testFolder({ 'bin/npx': standIn, 'bin/package.json': kind });
  await chmod(join(tools.path, 'bin/npx'), 0o755);
  const npx = { package: 'rose@1.2.3', args: [join(tools.path, 'log'), '{}'] };
  await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, distribution: { npx } } });
  vi.stubEnv('PATH', join(tools.path, 'bin'));
  const report = await checkFolder(folder.path, { handshake: { timeout: 100 } });
  expect(report.problems.find(({ rule }) => rule === 'handshake-start')?.message).toMatch(/did not respond|hang/u);
});

test('nothing is started without the option', async () => {
  await using tools = await testFolder();
  await mkdir(join(tools.path, 'bin'));
  await writeFile(join(tools.path, 'bin/npx'), `#!/bin/sh\ntouch "${join(tools.path, 'started')}"\n`, { mode: 0o755 });
  await using folder = await testFolder({ 'rose/agent.json': goodManifest });
  vi.stubEnv('PATH', join(tools.path, 'bin'));
  const report = await checkFolder(folder.path);
  expect(report.unchecked).toContain('Agents were not started, so their auth methods are not known.');
  expect(existsSync(join(tools.path, 'started'))).toBe(false);
});

test('for a team, a program beside its manifest is started without builds for other systems', async () => {
  const { result } = version1([]) as { readonly result: object };
  const program = `#!${process.execPath}
process.stdin.once('data', (chunk) => {
  const { id } = JSON.parse(String(chunk).split('\\n')[0]);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ${JSON.stringify(result)} }));
});
`;
  const build = { archive: 'rose', cmd: './rose' };
  const binary = { 'linux-aarch64': build, 'linux-x86_64': build, 'darwin-aarch64': build };
  await using folder = await testFolder({
    'rose/agent.json': { ...goodManifest, distribution: { binary } },
    'rose/rose': program,
  });
  const { problems, passed, unchecked } = await checkFolder(folder.path, { handshake: true, rules: 'team' });
  const asked = problems.filter(({ rule }) => rule.startsWith('handshake-'));
  expect(asked.map(({ level, rule }) => [level, rule])).toEqual([['warning', 'handshake-auth']]);
  expect({ passed, unchecked }).toEqual({
    passed: true,
    unchecked: ['No address was asked, so archives and packages may not exist.'],
  });
});
