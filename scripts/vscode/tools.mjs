/**
 * What the extension for VS Code is packaged and tested with: `vsce` and `code-server`, in exact versions below `.tools`.
 *
 * Neither is a dependency: they are large, and only two commands use them. No script of a package is run, except those
 * that compile the native parts that `code-server` cannot start without.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npmCommand } from '../setup/npm-command.mjs';
import { whenFree } from '../setup/when-free.mjs';

/** The last version that runs on Node 20. */
const vsceVersion = '3.9.2';
/** VS Code 1.100, the oldest that the extension supports. */
const codeServerVersion = '4.100.3';

/** Native parts: in `code-server` itself, and in the editor inside it. */
const natives = {
  '.': ['argon2'],
  'lib/vscode': ['node-pty', '@vscode/spdlog', 'native-watchdog', '@parcel/watcher'],
};

const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error'];

/** Installs `vsce`, if it is missing; returns the path of its program. */
export function prepareVsce(root) {
  const home = join(root, '.tools', `vsce-${vsceVersion}`);
  once(home, (folder) => {
    npm([...install, '--save-exact', `@vscode/vsce@${vsceVersion}`], folder);
  });
  return join(home, 'node_modules', '@vscode', 'vsce', 'vsce');
}

/** Installs `code-server`, if it is missing; returns the path of its program. */
export function prepareCodeServer(root) {
  const home = join(root, '.tools', `code-server-${codeServerVersion}`);
  once(home, (folder) => {
    npm([...install, '--save-exact', `code-server@${codeServerVersion}`], folder);
    const server = join(folder, 'node_modules', 'code-server');
    for (const [place, names] of Object.entries(natives)) {
      npm(install, join(server, place));
      // One that is not compiled here may have come compiled; whether the editor starts decides.
      for (const name of names) npm(['rebuild', '--loglevel=error', name], join(server, place), { mayFail: true });
    }
  });
  return join(home, 'node_modules', 'code-server', 'out', 'node', 'entry.js');
}

/** Makes a folder complete or not at all. */
function once(home, work) {
  if (existsSync(home)) return;
  const partial = `${home}-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n');
  process.stderr.write(`Installing ${home.split(/[\\/]/).at(-1)}; this takes some minutes …\n`);
  try {
    work(partial);
    whenFree(() => renameSync(partial, home));
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function npm(words, cwd, { mayFail = false } = {}) {
  const [program, ...first] = npmCommand();
  const { status, stderr, error } = spawnSync(program, [...first, ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error !== undefined) throw error;
  if (status !== 0 && !mayFail) throw new Error(`npm ${words.join(' ')} failed in ${cwd}:\n${stderr}`);
}
