/**
 * A hub that is used for long at a fifth of its load: sessions, clients and agents come and go, and nothing is left.
 *
 * It is looked at between the visits, when it has no clients: then the counts are the same each time, and so is the
 * memory but for its noise. The memory of the process is compared only behind its first hour, as an allocator takes
 * what it needs at first.
 */
import { http, webSocket } from '@acp-stack/http/node';
import { expect, test } from 'vitest';

import { growth, isIdle, SoakedHub, type Holdings } from './soaked-hub.ts';
import { slopeOf, type Slope } from './slope.ts';
import { visit } from './visit.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** ACP_HUB_SOAK=1440 is a day. */
const minutes = Number(process.env['ACP_HUB_SOAK'] ?? 10);
const minute = 60_000;
/**
 * Rounds of visits, of which so many happen at the same time; the long ones go on while there is time. A connection over
 * HTTP stays open for seconds when it is not needed any more, which the short ones do not wait for: they are one round, and
 * what it leaves is compared with a hub that had no clients.
 */
const load = isLong
  ? ({ atOnce: 10, visits: 50, keep: 1000, length: 'long', transports: [webSocket, http] } as const)
  : ({ atOnce: 6, visits: 6, rounds: 0, keep: 100, length: 'short', transports: [webSocket] } as const);
const mebibyte = 1024 * 1024;
/** What counts as growth, in MiB for an hour, and how many standard errors a slope has to be above it. */
const most = { slope: 1, errors: 3 };

interface Look extends Holdings {
  /** Hours since the begin. */
  readonly hours: number;
}

test(
  'what a hub holds does not grow while sessions, clients and agents come and go',
  { timeout: (minutes + 10) * minute },
  async () => {
    await using hub = await SoakedHub.start(load);
    const since = performance.now();
    const hoursSince = (): number => (performance.now() - since) / (60 * minute);
    const looks: Look[] = [];
    let [updates, number, working] = [0, 0, 0];
    const visits = async (): Promise<void> => {
      const until = number + load.visits;
      const begun = performance.now();
      const visitor = async (): Promise<void> => {
        while (number < until)
          await visit(hub, { ...load, number: (number += 1), onUpdate: () => void (updates += 1) });
      };
      await Promise.all(Array.from({ length: load.atOnce }, visitor));
      working += performance.now() - begun;
    };
    const fresh = await hub.holdings();
    await visits();
    // With the first clients the hub makes what it then keeps, one of each: a socket, an object for a process.
    const before = await hub.rest(fresh, 1);
    expect(growth(fresh, before, 1), 'after the first visits').toEqual([]);
    const isOver = (round: number): boolean => (isLong ? hoursSince() * 60 > minutes : round === load.rounds);
    for (let round = 0; !isOver(round); round += 1) {
      await visits();
      const after = await hub.rest(before);
      expect(growth(before, after), `after ${number} visits`).toEqual([]);
      expect(isIdle(after)).toBe(true);
      looks.push({ ...after, hours: hoursSince() });
    }
    if (!isLong) return;
    process.stderr.write(
      `soak: ${number} visits in ${(hoursSince() * 60).toFixed(1)} min, ${Math.round((updates / working) * 1000)} updates a second\n`,
    );
    process.stderr.write(`soak: ${JSON.stringify(looks.at(-1)?.counts)}\n`);
    // Before that, code is still compiled and tables get their size.
    const warm = looks.slice(Math.ceil(looks.length / 3));
    const memory = grownBy('memory', warm);
    if (memory !== undefined) expect(memory.slope - most.errors * memory.error).toBeLessThan(most.slope);
    const rss = grownBy(
      'rss',
      looks.filter(({ hours }) => hours > 1),
    );
    if (rss !== undefined) expect(rss.slope - most.errors * rss.error).toBeLessThan(most.slope);
    else grownBy('rss', warm);
  },
);

/** How many MiB an hour is grown, which is written out; undefined for too few looks. */
function grownBy(what: 'memory' | 'rss', looks: readonly Look[]): Slope | undefined {
  if (looks.length < 3) return undefined;
  const found = slopeOf(looks.map((look) => ({ x: look.hours, y: look[what] / mebibyte })));
  const { slope, error } = found;
  const sizes = looks.map((look) => (look[what] / mebibyte).toFixed(2)).join(' ');
  process.stderr.write(`soak: ${what} ${slope.toFixed(2)} ± ${error.toFixed(2)} MiB/h: ${sizes}\n`);
  return found;
}
