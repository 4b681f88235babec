/**
 * `acp hub drain`: lets a running hub end its work, and waits until it has.
 *
 * The hub takes no more sessions until it is restarted, and hands those without work over. Without `--wait` nothing is
 * interrupted; leaving this command changes nothing in the hub.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { AgentRun } from '../../connect/run-with-agent.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { ask, withHub, type HubClientFlags, type HubCommand } from './hub-client.ts';

export interface DrainFlags extends HubClientFlags {
  /** Seconds after which running work is interrupted; never if absent. */
  readonly wait?: number;
}

/** Milliseconds between two looks at the hub. */
const pollEvery = 200;

/** Resolves when no session is left on the hub; its process goes on until it is stopped. */
export function drainHub(command: HubCommand<DrainFlags>, terminal: Terminal): Promise<number> {
  return withHub(command, terminal, (run) => drain(run, command.flags.wait), { isUnlimited: true });
}

async function drain(run: AgentRun, wait: number | undefined): Promise<number> {
  const say = (words: string): Promise<unknown> => run.terminal.stderr.tryWrite(`acp hub: ${words}\n`);
  const before = await loadOf(run);
  const start = performance.now();
  await ask(run, 'drain', { timeout: wait === undefined ? Number.MAX_SAFE_INTEGER : Math.round(wait * 1000) });
  await say(`it takes no more sessions until it is restarted; ${planOf(before.working, wait)}`);
  let { working } = before;
  for (;;) {
    const now = await loadOf(run);
    if (now.working === 0 && now.live === 0) break;
    if (now.working < working && now.working > 0) await say(stillWorks(now.working));
    if (now.working > 0) ({ working } = now);
    await run.deadline.until(delay(pollEvery, undefined, { signal: run.deadline.signal }));
  }
  const isLate = wait !== undefined && performance.now() - start >= wait * 1000;
  await say(
    isLate && working > 0
      ? `the work of ${sessions(working)} was interrupted; the hub can be stopped`
      : 'no session works any more; the hub can be stopped',
  );
  return 0;
}

function planOf(working: number, wait: number | undefined): string {
  if (working === 0) return 'no session works';
  if (wait === 0) return `the work of ${sessions(working)} is interrupted now`;
  const limit =
    wait === undefined
      ? 'as long as it takes; Ctrl+C stops the waiting, not the work'
      : `and interrupting what lasts longer than ${wait} ${wait === 1 ? 'second' : 'seconds'}`;
  return `waiting for ${sessions(working)} that ${working === 1 ? 'works' : 'work'}, ${limit}`;
}

const sessions = (count: number): string => `${count} ${count === 1 ? 'session' : 'sessions'}`;

const stillWorks = (count: number): string => `${sessions(count)} still ${count === 1 ? 'works' : 'work'}`;

async function loadOf(run: AgentRun): Promise<{ readonly working: number; readonly live: number }> {
  const { busySessions, liveSessions } = await ask(run, 'status', {});
  return { working: countOf(busySessions), live: countOf(liveSessions) };
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
