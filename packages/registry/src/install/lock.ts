/**
 * Makes sure that only one process at a time changes a store, and in it only one call.
 *
 * Each process that wants the lock creates a file with a name of its own, and then looks for files of others. It has the
 * lock if there is none of a running process; otherwise it withdraws. Names are never used again, so deleting the file
 * of a process that has ended is always safe, and two processes can never both have the lock.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { RegistryError } from '../contract/registry-error.ts';

/** What runs while the lock is held. */
export interface LockedWork<Result> {
  readonly signal?: AbortSignal | undefined;
  readonly beforeStep?: ((step: 'lock' | 'unlock') => void | Promise<void>) | undefined;
  readonly work: () => Promise<Result>;
}

/** Another process may hold the lock for a moment only, or two may have withdrawn because of each other. */
const attempts = 5;

/** Calls of this process that wait or run, by the folder of the locks. */
const queues = new Map<string, Promise<void>>();

/** Runs `work` with the lock of the store in `folder`. Throws `locked` if another process has it. */
export async function withLock<Result>(folder: string, locked: LockedWork<Result>): Promise<Result> {
  const { signal } = locked;
  const path = join(folder, 'locks');
  await mkdir(path, { recursive: true, mode: 0o700 });
  const key = await realpath(path);
  const before = queues.get(key) ?? Promise.resolve();
  const running = before.then(() => runLocked(key, locked));
  const settled = running.then(ignore, ignore);
  queues.set(key, settled);
  void settled.then(() => {
    if (queues.get(key) === settled) queues.delete(key);
  });
  await orAborted(before, signal);
  return running;
}

async function runLocked<Result>(folder: string, { signal, beforeStep, work }: LockedWork<Result>): Promise<Result> {
  signal?.throwIfAborted();
  await beforeStep?.('lock');
  const claim = await takeClaim(folder, signal);
  try {
    const result = await work();
    await beforeStep?.('unlock');
    return result;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Returns the path of the file that stands for the lock. */
async function takeClaim(folder: string, signal: AbortSignal | undefined): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const name = `${ownPrefix()}-${randomBytes(8).toString('hex')}`;
    const path = join(folder, name);
    await (await open(path, 'wx', 0o600)).close();
    const other = await findOther(folder, name);
    if (other === undefined) return path;
    await rm(path, { force: true });
    if (attempt === attempts) throw lockedBy(join(folder, other));
    await wait(randomInt(10, 60), undefined, signal === undefined ? {} : { signal });
  }
}

/** Returns the file of another process that is running, and deletes those of processes that have ended. */
async function findOther(folder: string, own: string): Promise<string | undefined> {
  let found: string | undefined;
  for (const name of await readdir(folder)) {
    if (name === own) continue;
    if (isRunning(name)) found = name;
    else await rm(join(folder, name), { force: true });
  }
  return found;
}

function lockedBy(path: string): RegistryError {
  const [, pid] = /(\d+)-[^/\\]*$/u.exec(path) ?? [];
  const sentence = `Process ${pid ?? 'of another program'} is installing or removing an agent; try again when it is done`;
  return new RegistryError('locked', `${sentence}, or delete ${path} if it no longer runs.`);
}

/** `pid-start-host`: a process is the same if all three are. */
function ownPrefix(): string {
  return `${process.pid}-${startOf(process.pid) ?? unknownStart}-${ownHost}`;
}

const ownHost = shortHash(hostname());
const unknownStart = '0';

function isRunning(name: string): boolean {
  const [, pid, start, host] = /^(\d+)-([0-9a-f]+)-([0-9a-f]+)-[0-9a-f]+$/u.exec(name) ?? [];
  // Not a file of ours, or of another machine with which the folder is shared: leave it alone.
  if (pid === undefined || host !== ownHost) return true;
  if (start !== unknownStart) return startOf(Number(pid)) === start;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells two processes with the same id apart, also across a restart of the machine; undefined outside of Linux. */
function startOf(pid: number): string | undefined {
  try {
    // The name of the program is in parentheses and may contain anything; the state is the first field behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\)\s*/su, '')
      .split(' ');
    const isOver = fields[0] === 'Z' || fields[0] === 'X';
    return isOver ? undefined : shortHash(`${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${fields[19]}`);
  } catch {
    return undefined;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Waits for `promise`, or until the signal is aborted. */
async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true, signal: done.signal });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    done.abort();
  }
}

function ignore(): void {}
