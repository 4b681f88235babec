/**
 * The processes that a program under test has started: those in its process group, and those that left it.
 *
 * Windows has no groups: a program is ended there together with what it has started, and what it leaves behind is not
 * seen.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { win32 } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two checks. */
const pause = 20;

/** The system that runs the programs; tests pass their own. */
export interface GroupSystem {
  readonly platform?: NodeJS.Platform;
  readonly kill?: (pid: number, signal: NodeJS.Signals) => void;
  readonly runTool?: (file: string, args: readonly string[]) => void;
}

/** Whether processes have groups, so that a program is started with `detached` to lead one. */
export const hasGroups = (platform: NodeJS.Platform = process.platform): boolean => platform !== 'win32';

/** Sends a signal to the group of a program; on Windows, any signal ends the program with what it has started. */
export function signalGroup(
  pid: number,
  signal: NodeJS.Signals,
  { platform = process.platform, kill = process.kill.bind(process), runTool = startTool }: GroupSystem = {},
): void {
  // A program that was not started has the id 0 here, and `kill(-0)` is a signal to the group of the suite itself.
  if (pid === 0) return;
  if (!hasGroups(platform)) {
    const system = process.env['SystemRoot'] ?? String.raw`C:\Windows`;
    runTool(win32.join(system, 'System32', 'taskkill.exe'), ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    kill(-pid, signal);
  } catch {
    // The group is gone.
  }
}

function startTool(file: string, args: readonly string[]): void {
  spawn(file, args, { stdio: 'ignore', windowsHide: true })
    .on('error', () => undefined)
    .unref();
}

/** Whether processes of the group still run after `ms`; returns at once when there are none. */
export async function isGroupLeft(group: number, ms: number): Promise<boolean> {
  for (let waited = 0; isGroupRunning(group); waited += pause) {
    if (waited >= ms) return true;
    await wait(pause);
  }
  return false;
}

function isGroupRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return !isDead(group);
}

/** Whether the group has only zombies left: processes that have ended, whose parents have not read their exit status. */
function isDead(group: number): boolean {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .every((name) => isDeadOrElsewhere(name, group));
  } catch {
    // Only Linux has such a folder.
    return false;
  }
}

function isDeadOrElsewhere(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; state, parent and group follow it.
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(itsGroup) !== group || state === 'Z' || state === 'X';
  } catch {
    return true;
  }
}

/**
 * Kills every process that has `variable`, such as `NAME=value`, in its environment, in any group, until there is none
 * left or `ms` have passed. Does nothing on other systems than Linux, where environments cannot be read.
 */
export async function endMarked(variable: string, ms: number): Promise<void> {
  for (let waited = 0; waited <= ms; waited += pause) {
    const left = processIds().filter((each) => hasVariable(each, variable));
    if (left.length === 0) return;
    for (const pid of left) endNow(Number(pid));
    await wait(pause);
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function hasVariable(pid: string, variable: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  } catch {
    return [];
  }
}
