/**
 * A process that leads a process group of its own, and everything that it started.
 *
 * A signal goes to the group. On Linux it also goes to descendants that left the group: they are looked up in `/proc`
 * and remembered by process id and start time, so that one that has lost its parent meanwhile is still found and never
 * mistaken for another. Only a process that begins a session of its own and loses its parent between two looks, as a
 * daemon does on purpose, is out of reach.
 *
 * Windows has neither groups nor signals: `taskkill` ends the process with its descendants at once, as long as the
 * process itself runs. What it has started and left behind when it exits is out of reach there.
 */
import { fs, spawn } from '../node/lazy-modules.ts';
import { hasProcessGroups } from '../system/process-groups.ts';
import { windowsTool } from '../system/system-command.ts';
import { watchdog } from './watchdog.ts';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startedAt: string;
}

/** The system that runs the processes. */
export interface TreeSystem {
  /** The rules that hold; those of the running system when absent. */
  readonly platform?: NodeJS.Platform;
  /** Starts a tool of Windows and does not wait for it. */
  readonly runTool?: (file: string, args: readonly string[]) => void;
}

/** A process and all that it started, to be signalled together. */
export class ProcessTree {
  readonly #root: number;
  readonly #system: Required<TreeSystem>;
  /** Descendants outside of the group, by process id, with their start times. */
  readonly #strays = new Map<number, string>();
  /** From then on the system may give its process id to another process. */
  #hasRootExited = false;

  constructor(root: number, { platform = process.platform, runTool = startTool }: TreeSystem = {}) {
    this.#root = root;
    this.#system = { platform, runTool };
  }

  /** Remembers the processes that belong to the tree now. */
  look(): void {
    if (this.#system.platform !== 'linux') return;
    this.#remember(readProcesses());
  }

  /** The process itself has exited. */
  rootExited(): void {
    this.#hasRootExited = true;
  }

  /** Stops watching what is left of the tree; for one that cannot be ended. */
  release(): void {
    for (const [pid, startedAt] of this.#strays) this.#drop(pid, startedAt);
  }

  /** Sends `signal` to every process of the tree. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (!hasProcessGroups(this.#system.platform)) {
      this.#endWithDescendants();
      return;
    }
    this.look();
    send(-this.#root, signal);
    for (const pid of this.#strays.keys()) send(pid, signal);
  }

  /** Whether a process of the tree is still running; a zombie is not. */
  isAlive(): boolean {
    if (!hasProcessGroups(this.#system.platform)) return !this.#hasRootExited;
    const mayHaveGroup = send(-this.#root, 0);
    if (this.#system.platform !== 'linux') return mayHaveGroup;
    if (!mayHaveGroup && this.#strays.size === 0) return false;
    const processes = readProcesses();
    this.#remember(processes);
    return this.#strays.size > 0 || processes.some(({ group }) => group === this.#root);
  }

  /** The id of a process that has exited may belong to another one. */
  #endWithDescendants(): void {
    if (this.#hasRootExited) return;
    this.#system.runTool(windowsTool('taskkill.exe'), ['/pid', String(this.#root), '/t', '/f']);
  }

  #remember(processes: readonly ProcessEntry[]): void {
    const members = descendants(this.#root, processes, this.#hasRootExited);
    const running = new Map(processes.map(({ pid, startedAt }) => [pid, startedAt]));
    for (const [pid, startedAt] of this.#strays) if (running.get(pid) !== startedAt) this.#drop(pid, startedAt);
    for (const { pid, group, startedAt } of members) if (group !== this.#root) this.#add(pid, startedAt);
  }

  /** The watchdog is told before a signal is sent: it cannot find a process that has lost its parent. */
  #add(pid: number, startedAt: string): void {
    if (this.#strays.get(pid) === startedAt) return;
    this.#strays.set(pid, startedAt);
    watchdog.watchStray(pid, startedAt);
  }

  #drop(pid: number, startedAt: string): void {
    this.#strays.delete(pid);
    watchdog.forgetStray(pid, startedAt);
  }
}

/** Sends a signal; false if there is no such process. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startTool(file: string, args: readonly string[]): void {
  spawn(file, args, { stdio: 'ignore', windowsHide: true })
    .on('error', () => undefined)
    .unref();
}

/** Every process below `root`, or in its session, without `root`. */
function descendants(root: number, processes: readonly ProcessEntry[], hasRootExited: boolean): ProcessEntry[] {
  const children = groupByParent(processes);
  const found = new Map<number, ProcessEntry>();
  const own = hasRootExited ? [] : (children.get(root) ?? []);
  const queue = [...own, ...processes.filter(({ session }) => session === root)];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.pid === root || found.has(next.pid)) continue;
    found.set(next.pid, next);
    queue.push(...(children.get(next.pid) ?? []));
  }
  return [...found.values()];
}

function groupByParent(processes: readonly ProcessEntry[]): Map<number, ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of processes) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  return children;
}

/** All running processes. */
function readProcesses(): ProcessEntry[] {
  const { readdirSync, readFileSync } = fs();
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    let line: string;
    try {
      line = readFileSync(`/proc/${name}/stat`, 'latin1');
    } catch {
      return [];
    }
    // The second field is the name of the program in parentheses, and may contain anything; numbers follow.
    const [state, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return [];
    const startedAt = rest[startTimeField] ?? '';
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session), startedAt }];
  });
}

/** Field 22 of proc_pid_stat(5), counted after the session. */
const startTimeField = 22 - 7;
