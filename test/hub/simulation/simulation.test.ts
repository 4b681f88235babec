import { expect, test } from 'vitest';

import { checkHistory } from '../checker/check-history.ts';
import { runSchedule } from './run-schedule.ts';

const isLong = process.env['ACP_LONG'] === '1';
const first = Number(process.env['ACP_HUB_SEED'] ?? 1);
const count = Number(process.env['ACP_HUB_SCHEDULES'] ?? (isLong ? 1000 : 20));
/** One schedule can be looked at: ACP_HUB_SEED=7 ACP_HUB_SCHEDULES=1 ACP_HUB_LOG=1. */
const hasLog = process.env['ACP_HUB_LOG'] === '1';
const log = (line: string): void => void process.stderr.write(`${line}\n`);

test(
  `${count} random schedules of nodes, clients, agents and faults from seed ${first} on keep every promise`,
  async () => {
    const found: unknown[] = [];
    for (let seed = first; seed < first + count; seed += 1) {
      try {
        const violations = checkHistory(await runSchedule({ seed, ...(hasLog ? { log } : {}) }));
        if (violations.length > 0) found.push({ seed, violations });
      } catch (error) {
        found.push({ seed, error: (error as Error).message });
      }
    }
    expect(found).toEqual([]);
  },
  Math.max(60_000, 2000 * count),
);
