/**
 * Names the process that works on a session, so that others can tell work that goes on from work that died with its process.
 *
 * A number of a process is given again some day; the moment at which it was started is not. Where the system does not tell that moment, work of others
 * counts as dead.
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The mark of a process of this machine; undefined when it does not run, or nothing is known about it. */
export function workerMark(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, which may hold anything, ends with the last parenthesis; proc(5) counts the fields from there.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : `${hostname()} ${pid} ${fields[18] ?? ''}`;
  } catch {
    return undefined;
  }
}

/** Whether another process, the one with this mark, is still there. */
export function isAtWork(mark: unknown): boolean {
  if (typeof mark !== 'string') return false;
  const pid = Number(mark.split(' ').at(-2));
  return Number.isInteger(pid) && pid !== process.pid && workerMark(pid) === mark;
}
