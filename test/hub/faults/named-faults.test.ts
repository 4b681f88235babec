/** Each fault by itself, many times, in the middle of a turn; the random schedules mix them. */
import { expect, test } from 'vitest';

import { checkHistory } from '../checker/check-history.ts';
import { repeatFault, type RepeatOptions } from './repeat-fault.ts';

const isLong = process.env['ACP_LONG'] === '1';
const seed = Number(process.env['ACP_HUB_SEED'] ?? 1);
/** One of them can be looked at: ACP_HUB_LOG=1, ACP_HUB_ROUNDS and the name of its test. */
const { ACP_HUB_ROUNDS } = process.env;
const timesOf = (long: number, short: number): number => Number(ACP_HUB_ROUNDS ?? (isLong ? long : short));
const log = (line: string): void => void process.stderr.write(line);
const logging = process.env['ACP_HUB_LOG'] === '1' ? { log } : {};

const longest = isLong ? 90 * 60_000 : 300_000;

const oneHub = { database: 'sqlite', hubs: 1 } as const;
const threeHubs = { database: 'postgres', hubs: 3 } as const;

/** How often in `npm run test:hub`, how often here, and whether each turn that is hit ends as interrupted. */
type Case = Omit<RepeatOptions, 'seed' | 'times' | 'log'> & {
  readonly long: number;
  readonly short: number;
  readonly interrupts: boolean;
};

const cases: readonly Case[] = [
  { fault: 'the agent is killed', ...oneHub, agentFailures: 1000, long: 200, short: 6, interrupts: true },
  { fault: 'the hub is killed', ...oneHub, long: 100, short: 2, interrupts: true },
  { fault: 'the owner is killed', ...threeHubs, long: 100, short: 1, interrupts: true },
  {
    fault: 'the owner is paused until another one has taken over',
    ...threeHubs,
    long: 100,
    short: 1,
    interrupts: true,
  },
  { fault: 'the database is killed', ...threeHubs, hubs: 2, killDatabase: true, long: 20, short: 1, interrupts: false },
  { fault: 'a link is broken', ...threeHubs, long: 120, short: 6, interrupts: false },
];

(isLong ? test.concurrent : test).each(cases.map((each) => [each.fault, each] as const))(
  '%s while a turn runs: the turn ends, and nothing is lost, repeated or reordered',
  async (_, { long, short, interrupts, ...options }) => {
    const times = timesOf(long, short);
    const { history, interrupted } = await repeatFault({ ...options, ...logging, seed, times });
    expect(checkHistory(history)).toEqual([]);
    if (interrupts) expect(interrupted).toBeGreaterThanOrEqual(times);
  },
  longest,
);

test(
  'all of three hubs are restarted, one after the other, while turns run: no turn is interrupted',
  async () => {
    const times = timesOf(20, 1);
    const fault = 'all hubs are restarted, one after the other';
    const { history, interrupted } = await repeatFault({ fault, ...threeHubs, ...logging, seed, times, drain: 60_000 });
    expect(checkHistory(history)).toEqual([]);
    expect(interrupted).toBe(0);
  },
  longest,
);
