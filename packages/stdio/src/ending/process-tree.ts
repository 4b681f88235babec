/**
 * A process that leads a group of its own, and everything that it started.
 *
 * A signal goes to the group. On Linux also to those that left it: descendants are looked up in `/proc`, and remembered by their number and the
 * time of their start, so that one that has lost its parent meanwhile is still found and never mistaken for another. Out of reach is
 * only what begins a session of its own and loses its parent before anybody looks, as a daemon does on purpose.
 */
import { fs, spawn } from '../node/lazy-modules.ts';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly startedAt: string;
}

/** A process and all that it started, to be signalled together. */
export class ProcessTree {
  readonly #root: number;
  /** Those outside of the group, and when they started. */
  readonly #strays = new Map<number, string>();
  /** From then on the number of the process may be given to another one. */
  #hasRootExited = false;

  constructor(root: number) {
    this.#root = root;
  }

  /** Remembers who belongs to the tree now. */
  look(): void {
    if (process.platform !== 'linux') return;
    this.#remember(readProcesses());
  }

  /** The process itself has ended. */
  rootExited(): void {
    this.#hasRootExited = true;
  }

  /** Sends `signal` to everybody in the tree. */
  signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (process.platform === 'win32') {
      endOnWindows(this.#root);
      return;
    }
    this.look();
    send(-this.#root, signal);
    for (const pid of this.#strays.keys()) send(pid, signal);
  }

  /** Whether anybody of the tree still runs; who has ended and was not collected does not. */
  isAlive(): boolean {
    if (process.platform === 'win32') return false;
    const mayHaveGroup = send(-this.#root, 0);
    if (process.platform !== 'linux') return mayHaveGroup;
    if (!mayHaveGroup && this.#strays.size === 0) return false;
    const processes = readProcesses();
    this.#remember(processes);
    return this.#strays.size > 0 || processes.some(({ group }) => group === this.#root);
  }

  #remember(processes: readonly ProcessEntry[]): void {
    const members = descendants(this.#root, processes, this.#hasRootExited);
    const running = new Map(processes.map(({ pid, startedAt }) => [pid, startedAt]));
    for (const [pid, startedAt] of this.#strays) if (running.get(pid) !== startedAt) this.#strays.delete(pid);
    for (const { pid, group, startedAt } of members) if (group !== this.#root) this.#strays.set(pid, startedAt);
  }
}

/** Whether there was somebody to send it to. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Windows has no groups; its own tool follows the parents. */
function endOnWindows(pid: number): void {
  spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    .on('error', () => undefined)
    .unref();
}

/** Everybody below `root`, or in its session, without `root`. */
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

/** All processes that run. */
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
    // The name of the program comes second, in parentheses, and may hold anything; what follows is numbers.
    const [state, parent, group, session, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return [];
    const startedAt = rest[startTimeField] ?? '';
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session), startedAt }];
  });
}

/** Field 22 of proc_pid_stat(5), counted behind the session. */
const startTimeField = 22 - 7;
