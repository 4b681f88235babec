/**
 * The folder of the Unix socket: only this user can open it, and it is gone when this process is.
 *
 * It is removed when the bridge closes and when the process exits. A process that was killed leaves it behind; the next
 * one that makes a folder removes those of processes that do not run any more.
 */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'acp-mcp-';

/** The system allows about 104 bytes for the path of a socket. */
const longestPath = 100;

const folders = new Set<string>();

/** Makes a folder for one socket, and returns the path of that. */
export function makeSocketPath(base: string = tmpdir()): string {
  removeLeftBehind(base);
  const name = `${prefix}${process.pid}-`;
  const isLong = join(base, `${name}123456`, 's').length > longestPath;
  const folder = mkdtempSync(join(isLong ? '/tmp' : base, name));
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  return join(folder, 's');
}

/** Removes the folder of a socket. */
export function removeSocketPath(path: string): void {
  remove(join(path, '..'));
  if (folders.size === 0) process.off('exit', removeAll);
}

function remove(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

function removeAll(): void {
  for (const folder of folders) remove(folder);
}

function removeLeftBehind(base: string): void {
  for (const name of namesIn(base)) {
    const id = new RegExp(`^${prefix}(\\d+)-`, 'u').exec(name)?.[1];
    const folder = join(base, name);
    if (id !== undefined && !isRunning(Number(id)) && isOurs(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function namesIn(base: string): readonly string[] {
  try {
    return readdirSync(base);
  } catch {
    // A folder that cannot be listed has nothing to remove.
    return [];
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // It runs, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOurs(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}
