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

/**
 * Clients that follow a session again, again and again, while it has no owner, do so at least that often in each
 * takeover, so that it is 500 times in all; most often it is 20 times and more.
 */
const leastResumes = 5;

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
];

(isLong ? test.concurrent : test).each(cases.map((each) => [each.fault, each] as const))(
  '%s while a turn runs: the turn ends, and nothing is lost, repeated or reordered',
  async (_, { long, short, interrupts, ...options }) => {
    const times = timesOf(long, short);
    const { history, interrupted, resumedInTakeover } = await repeatFault({ ...options, ...logging, seed, times });
    expect(checkHistory(history)).toEqual([]);
    if (options.fault === 'the owner is killed') expectResumes(resumedInTakeover, times);
    if (interrupts) expect(interrupted).toBeGreaterThanOrEqual(times);
  },
  longest,
);

/** The time of a takeover is fixed, and a slow machine resumes less often within it. */
function expectResumes(resumed: number, takeovers: number): void {
  if (isLong) process.stderr.write(`clients followed a session ${resumed} times in ${takeovers} takeovers\n`);
  expect(resumed).toBeGreaterThanOrEqual(isLong ? leastResumes * takeovers : 1);
}

test(
  `all of three hubs are restarted, one after the other, ${isLong ? 'while all clients send messages' : 'while turns run'}: no turn is interrupted, no message refused`,
  async () => {
    const times = timesOf(20, 1);
    const restart = 'all hubs are restarted, one after the other';
    const fault = isLong ? (`${restart}, under load` as const) : restart;
    const options = { fault, ...threeHubs, ...logging, seed, times, drain: 60_000 } as const;
    const { history, interrupted, refused, given } = await repeatFault(options);
    expect(checkHistory(history)).toEqual([]);
    expect({ interrupted, refused }).toEqual({ interrupted: 0, refused: 0 });
    if (!isLong) return;
    process.stderr.write(`${given} messages in ${times} restarts of all hubs, and no turn was interrupted\n`);
    // Three hubs end and begin in each round, and four clients work meanwhile.
    expect(given).toBeGreaterThan(12 * times);
  },
  longest,
);
