/**
 * A lock of a folder that one process at a time can have, on the machine of the folder or on several that share it.
 *
 * A process that wants the lock creates a file with a name of its own in the folder, and then looks for files of
 * others. It has the lock if there is none of a running process; otherwise it withdraws. Names are never used again, so
 * deleting the file of a process that has ended is always safe, and two processes can never both have the lock.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** What another process has locked. */
export interface FolderHolder {
  /** The file that stands for its lock. */
  readonly path: string;
  /** Its process id; undefined if it runs on another machine, or the file is not one of ours. */
  readonly pid: number | undefined;
}

/** The lock, until it is released, or the process that has it. */
export type FolderClaim =
  | { readonly kind: 'claimed'; readonly release: () => Promise<void> }
  | { readonly kind: 'held'; readonly by: FolderHolder };

/** Another process may have the lock for a moment only, or two may have withdrawn because of each other. */
const attempts = 5;

/** Locks `folder`, which is made if it does not exist; the lock ends with the process at the latest. */
export async function claimFolder(folder: string, signal?: AbortSignal): Promise<FolderClaim> {
  for (let attempt = 1; ; attempt += 1) {
    const name = `${ownPrefix()}-${randomBytes(8).toString('hex')}`;
    const path = join(folder, name);
    await createIn(folder, path);
    const other = await findOther(folder, name);
    if (other === undefined) return { kind: 'claimed', release: () => rm(path, { force: true }) };
    await rm(path, { force: true });
    if (attempt === attempts) return { kind: 'held', by: { path: join(folder, other), pid: localPid(other) } };
    await wait(randomInt(10, 60), undefined, signal === undefined ? {} : { signal });
  }
}

/** Creates a file in a folder that another process may remove while it is empty. */
async function createIn(folder: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await (await open(path, 'wx', 0o600)).close();
      return;
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone || attempt === attempts) throw error;
    }
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

const ownHost = shortHash(hostname());
const unknownStart = '0';

/** `pid-start-host`: a process is the same if all three are. */
function ownPrefix(): string {
  return `${process.pid}-${startOf(process.pid) ?? unknownStart}-${ownHost}`;
}

interface ClaimName {
  readonly pid: number;
  readonly start: string;
  readonly host: string;
}

function partsOf(name: string): ClaimName | undefined {
  const [, pid, start, host] = /^(\d+)-([0-9a-f]+)-([0-9a-f]+)-[0-9a-f]+$/u.exec(name) ?? [];
  if (pid === undefined || start === undefined || host === undefined) return undefined;
  return { pid: Number(pid), start, host };
}

function localPid(name: string): number | undefined {
  const parts = partsOf(name);
  return parts?.host === ownHost ? parts.pid : undefined;
}

function isRunning(name: string): boolean {
  const parts = partsOf(name);
  // Not a file of ours, or of another machine with which the folder is shared: leave it alone.
  if (parts === undefined || parts.host !== ownHost) return true;
  const { pid, start } = parts;
  if (start !== unknownStart) return startOf(pid) === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells two processes with the same id apart, also across a restart of the machine; undefined outside of Linux. */
function startOf(pid: number): string | undefined {
  try {
    // The name of the program is in parentheses and may contain anything; the state is the first field after it.
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
