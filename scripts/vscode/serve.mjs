/** Runs `code-server` on loopback, with the packaged extension and folders of its own, which are removed with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { prepareCodeServer } from './tools.mjs';

/** Milliseconds until the editor must answer: it may be the first start on a busy machine. */
const patience = 180_000;

/** Starts it for `folder`; resolves when it answers. `settings` are those of its user, `config` is the config file of `acp`. */
export async function serveEditor(root, { vsix, folder, settings = {}, config = {} }) {
  const program = prepareCodeServer(root);
  const home = mkdtempSync(join(tmpdir(), 'acp-vscode-'));
  const data = join(home, 'data');
  mkdirSync(join(data, 'User'), { recursive: true });
  const quietly = {
    'workbench.startupEditor': 'none',
    'extensions.autoUpdate': false,
    'telemetry.telemetryLevel': 'off',
    'remote.autoForwardPorts': false,
  };
  const all = { ...quietly, ...settings };
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(all, undefined, 2));
  mkdirSync(join(home, 'config', 'acp-stack'), { recursive: true });
  writeFileSync(join(home, 'config', 'acp-stack', 'config.json'), JSON.stringify(config));
  const places = ['--user-data-dir', data, '--extensions-dir', join(home, 'extensions')];
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'share') };
  const installed = spawnSync(process.execPath, [program, ...places, '--install-extension', vsix], {
    env,
    encoding: 'utf8',
  });
  if (installed.status !== 0)
    throw new Error(`The extension was not installed:\n${installed.stdout}${installed.stderr}`);
  const port = await freePort();
  const quiet = ['--disable-telemetry', '--disable-update-check', '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [program, ...places, ...quiet], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(resolve(folder))}`;
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await answering(url, { child, output: () => output });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url,
    home,
    ended,
    close,
    logs: join(data, 'logs'),
    keepLogs: (target) => cpSync(join(data, 'logs'), target, { recursive: true }),
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answering(url, { child, output }) {
  const end = Date.now() + patience;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`code-server ended with ${child.exitCode}:\n${output()}`);
    const response = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (response !== undefined) return;
    if (Date.now() > end) throw new Error(`code-server did not answer within ${patience / 1000} s:\n${output()}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}
