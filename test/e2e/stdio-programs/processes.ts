/** Processes as the tests look at them. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, vi } from 'vitest';

/** The path of one of the programs here. */
export const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Whether a process runs; one that has ended and was not collected does not. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}

/** Resolves with the milliseconds until none of `pids` runs; fails after `limit`. */
export async function untilGone(pids: readonly number[], limit: number): Promise<number> {
  const started = performance.now();
  await vi.waitFor(
    () => {
      expect(pids.filter(isRunning)).toEqual([]);
    },
    { timeout: limit, interval: 5 },
  );
  return performance.now() - started;
}

/** The processes that this one has started and that still run. */
export function ownChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(process.pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** The processes that run with these words, each ended by a zero character. */
export function running(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === `${words}\0`;
      } catch {
        return false;
      }
    });
}

/** How many descriptors this process has open. */
export const openDescriptors = (): number => readdirSync('/proc/self/fd').length;

/** A client in a process of its own, at work; the numbers are those of the agent and of all that it started. */
export async function startClient(
  words: string,
  agent: readonly string[],
): Promise<{ readonly kill: () => void; readonly pids: readonly number[] }> {
  const child = spawn(process.execPath, [program('busy-client.mjs'), words, ...agent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.resume();
    return {
      pids: JSON.parse(line) as number[],
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  }
  throw new Error('the client has not begun');
}
