/**
 * Brings a checkout up to date: the pinned pnpm, the locked dependencies, the compiled sources.
 *
 * Speaks only on stderr, because the program it prepares owns stdout. When all is current it writes nothing and takes
 * a few milliseconds, so a checkout that is set up may be read-only.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packageFolders } from '../workspace.mjs';
import { explain, isNetworkFailure } from './explain.mjs';
import { acquire } from './lock.mjs';
import { npmCommand } from './npm-command.mjs';
import { hasPrevious, putBack, setAside } from './previous-install.mjs';
import { run } from './run.mjs';
import { whenFree } from './when-free.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const tools = join(root, '.tools');
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const neededMegabytes = 400;
const previous = join(tools, 'previous-install');
const installStamp = join(root, 'node_modules', '.acp-installed');
const buildStamp = join(root, 'node_modules', '.acp-built');

/** Installs and builds what is missing or stale. */
export async function prepare({ build: withBuild }) {
  if (isInstalled() && (!withBuild || isBuilt())) return;
  await exclusively(async (signal) => {
    const started = performance.now();
    if (hasPrevious(previous) && !existsSync(installStamp)) putBack(root, previous, homes());
    if (!isInstalled()) await install(signal);
    if (withBuild && !isBuilt()) await build(signal);
    say(`Ready after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  });
}

/** Installs the pinned pnpm when it is missing; returns the path of its program. */
export async function preparePnpm() {
  const { home, program } = pinnedPnpm();
  if (!existsSync(home)) await exclusively(installPnpm);
  return program;
}

/** Two commands started at once set up once: the second waits, then finds the work done. A stop aborts the work. */
async function exclusively(work) {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  try {
    makeFolder(tools);
    const release = await acquire(join(tools, 'setup.lock'), () =>
      say('Waiting for another set-up of this checkout …'),
    );
    for (const signal of stopSignals) process.on(signal, interrupt);
    try {
      await work(interruption.signal);
    } finally {
      for (const signal of stopSignals) process.off(signal, interrupt);
      release();
    }
  } catch (error) {
    throw explain(error, root);
  }
}

/** `mkdirSync` with `recursive` would say of a read-only disk that the parent is missing. */
function makeFolder(path) {
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function pinnedPnpm() {
  const version = readManifest('.').packageManager.replace('pnpm@', '');
  const home = join(tools, `pnpm-${version}`);
  return { version, home, program: join(home, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs') };
}

/** Installs next to the final place and moves it there whole, so an interrupted download leaves nothing half done. */
async function installPnpm(signal) {
  const { version, home } = pinnedPnpm();
  if (existsSync(home)) return;
  say(`Installing pnpm ${version} …`);
  const partial = `${home}.partial`;
  rmSync(partial, { recursive: true, force: true });
  makeFolder(partial);
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run([...npmCommand(), 'install', '--prefix', partial, ...options, ...patience('--'), `pnpm@${version}`], {
    cwd: partial,
    task: `pnpm ${version} could not be installed`,
    signal,
  });
  whenFree(() => renameSync(partial, home));
}

/** Enough for a bad moment of the network, and an answer within seconds when there is none. */
function patience(prefix) {
  return ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=4000'].map(
    (option) => `${prefix}${option}`,
  );
}

async function install(signal) {
  if (!existsSync(installStamp)) checkFreeSpace();
  await installPnpm(signal);
  say('Installing the dependencies; the first time takes about half a minute …');
  const offline = !(await isRegistryReachable(signal));
  try {
    setAside(root, previous, homes());
    // What could not be moved must not look complete.
    rmSync(installStamp, { force: true });
    await runPnpmInstall(offline, signal);
    writeFileSync(installStamp, installKey());
  } catch (error) {
    putBack(root, previous, homes());
    throw error;
  }
  whenFree(() => rmSync(previous, { recursive: true, force: true }));
}

async function runPnpmInstall(offline, signal) {
  // pnpm reads .npmrc files, but not the variable by which npm hands on a registry.
  const registry = process.env.npm_config_registry;
  const options = ['--frozen-lockfile', '--reporter=append-only', ...patience('--config.')];
  if (registry !== undefined) options.push(`--config.registry=${registry}`);
  if (offline) options.push('--offline');
  await run([process.execPath, pinnedPnpm().program, 'install', ...options], {
    cwd: root,
    task: 'the dependencies could not be installed',
    signal,
  });
}

/** npm on a full disk does not always say so, hence the look before. */
function checkFreeSpace() {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free >= neededMegabytes) return;
  throw new Error(
    `Set-up needs ${neededMegabytes} MB and the disk has ${free} MB left: free some space and run the command again.`,
  );
}

/** Without a network pnpm would try for many minutes, so npm looks first; what was downloaded before may suffice. */
async function isRegistryReachable(signal) {
  try {
    await run([...npmCommand(), 'ping', '--loglevel=error', '--fetch-timeout=10000', ...patience('--')], {
      cwd: root,
      task: 'the npm registry did not answer',
      signal,
    });
    return true;
  } catch (error) {
    if (error.interrupted) throw error;
    return !isNetworkFailure(error);
  }
}

async function build(signal) {
  say('Building …');
  const started = `${buildStamp}.started`;
  writeFileSync(started, '');
  // A build that is stopped leaves files of two builds, which no older stamp may call complete.
  rmSync(buildStamp, { force: true });
  await run([process.execPath, join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    task: 'the sources could not be compiled',
    signal,
  });
  whenFree(() => renameSync(started, buildStamp));
}

function isInstalled() {
  return existsSync(installStamp) && readFileSync(installStamp, 'utf8') === installKey() && homes().every(hasPackages);
}

/** True when every package that the manifest names is in its place; a stamp may outlive what it stands for. */
function hasPackages(home) {
  const { dependencies, devDependencies } = readManifest(home);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return names.every((name) => existsSync(join(root, home, 'node_modules', name)));
}

/**
 * Changes when an install would give something else: the lock file, a manifest's dependencies, the platform. Not the
 * version of Node: the native parts of the dependencies use Node-API, which is the same in all of them.
 */
function installKey() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readText(file));
  for (const home of homes()) {
    const { name, packageManager, dependencies, devDependencies, peerDependencies } = readManifest(home);
    hash.update(JSON.stringify([name, packageManager, dependencies, devDependencies, peerDependencies]));
  }
  return hash.digest('hex');
}

/** The root, then every package and app. */
function homes() {
  return ['.', ...packageFolders(root)];
}

/** Compares times only: asking the compiler takes longer than a whole start of the program may. */
function isBuilt() {
  const built = statSync(buildStamp, { throwIfNoEntry: false })?.mtimeMs;
  const configs = readdirSync(root).filter(isConfig);
  const shared = [...configs, 'scripts/build.mjs', 'scripts/build'];
  if (built === undefined || shared.some((name) => isNewer(join(root, name), built))) return false;
  return packageFolders(root).every((home) => {
    const inputs = ['package.json', 'tsconfig.json', 'src'].map((name) => join(root, home, name));
    return existsSync(join(root, home, 'dist')) && !inputs.some((path) => isNewer(path, built));
  });
}

function isConfig(name) {
  return /^tsconfig.*\.json$/.test(name);
}

/** True when `path` or anything in it changed at `time` or later; a folder changes when a file in it goes. */
function isNewer(path, time) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (stat.mtimeMs >= time) return true;
  return stat.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time));
}

function readManifest(home) {
  try {
    return JSON.parse(readText(join(home, 'package.json')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${join(home, 'package.json')} is not valid JSON: mend it and run the command again.`, {
      cause: error,
    });
  }
}

function readText(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${file} is missing: restore it with "git checkout ${file}" and run the command again.`, {
      cause: error,
    });
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
