/** Agents that start and end by the thousand: those that are killed or leave commands behind leave nothing either. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { webSocket } from '@acp-stack/http/node';
import { client } from '@acp-stack/sdk';
import { expect, test } from 'vitest';

import { growth, SoakedHub } from './soaked-hub.ts';

const isLong = process.env['ACP_LONG'] === '1';
const starts = isLong ? 10_000 : 10;
const atOnce = isLong ? 16 : 10;
/** The folders of the sessions: of ten agents one is killed, and one leaves a command behind. */
const folders = ['killed', 'leaving', ...Array.from({ length: 8 }, () => 'obedient')] as const;

/** What the system knows of each process; it may end meanwhile. */
function processes(file: 'stat' | 'environ'): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/u.test(pid) ? [readFileSync(`/proc/${pid}/${file}`, 'latin1')] : [];
    } catch {
      return [];
    }
  });
}

/** How many children of a process have ended and were not waited for. */
const zombiesOf = (parent: number): number =>
  processes('stat').filter((stat) => stat.slice(stat.lastIndexOf(')')).startsWith(`) Z ${parent} `)).length;

/** How many processes an agent in this folder has left, itself included. */
const leftIn = (folder: string): number =>
  processes('environ').filter((environ) => environ.split('\0').includes(`ACP_SOAK=${folder}`)).length;

const longest = isLong ? 90 * 60_000 : 180_000;

test(
  `of ${starts} agents that start and end, no process, no zombie and no open file is left`,
  { timeout: longest },
  async () => {
    await using hub = await SoakedHub.start({ keep: 100 });
    for (const folder of folders) mkdirSync(join(hub.folder, folder), { recursive: true });
    let [started, most] = [0, 0];
    /** After how many milliseconds the work of an agent that is killed has ended. */
    const ends: number[] = [];
    const work = async (): Promise<void> => {
      await using connection = await client({ name: 'starter', version: '1.0.0' }).connect(webSocket(hub.url));
      while (started < starts) {
        const folder = folders[(started += 1) % folders.length] ?? '';
        const setup = { cwd: join(hub.folder, folder), _meta: { 'acp-stack.dev/hub': { agent: 'brief' } } };
        const session = await connection.newSession(setup);
        if (folder === 'leaving') most = Math.max(most, leftIn(hub.folder));
        if (folder === 'killed') {
          const since = performance.now();
          await Promise.allSettled([session.prompt('die')]);
          ends.push(performance.now() - since);
          expect(session.state.state).toBe('idle');
        }
        await connection.request('session/delete', { sessionId: session.id });
      }
    };
    const fresh = await hub.holdings();
    await Promise.all(Array.from({ length: atOnce }, () => work()));
    // An agent and a command that it has started were there at the same time.
    expect(most).toBeGreaterThanOrEqual(2);
    // With the first client the hub makes what it then keeps, one of each. Timers of seconds are the soak test's.
    const leftOver = async (): Promise<object> => ({
      zombies: zombiesOf(hub.pid),
      left: leftIn(hub.folder),
      more: growth(fresh, await hub.holdings(), 1).filter((line) => !line.includes('timers')),
    });
    await expect.poll(leftOver).toEqual({ zombies: 0, left: 0, more: [] });
    if (!isLong) return;
    const [median = 0, late = 0] = [0.5, 0.95].map(
      (part) => ends.toSorted((a, b) => a - b)[Math.floor(part * ends.length)],
    );
    process.stderr.write(
      `the work of a killed agent ended after ${median.toFixed(0)} ms, of 95 % within ${late.toFixed(0)} ms\n`,
    );
    // Other tests run at the same time, and starve some.
    expect(late).toBeLessThan(1000);
  },
);
