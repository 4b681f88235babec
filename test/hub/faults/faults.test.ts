import { describe, expect, test } from 'vitest';

import { checkHistory } from '../checker/check-history.ts';
import { runFaults, type FaultOptions } from './run-faults.ts';

/** More schedules: `npm run test:hub`. One of them can be looked at: ACP_HUB_SEED=7 ACP_HUB_FAULTS=1 ACP_HUB_LOG=1. */
const first = Number(process.env['ACP_HUB_SEED'] ?? 1);
const count = Number(process.env['ACP_HUB_FAULTS'] ?? 1);
const length = Number(process.env['ACP_HUB_LENGTH'] ?? 2000);
const log = (line: string): void => void process.stderr.write(line);
const logging = process.env['ACP_HUB_LOG'] === '1' ? { log } : {};

const longest = process.env['ACP_LONG'] === '1' ? 900_000 : 180_000;

const seeds = Array.from({ length: count }, (_, index) => first + index);

const kinds: readonly (readonly [name: string, options: Omit<FaultOptions, 'seed' | 'length'>])[] = [
  ['one hub on SQLite', { database: 'sqlite', hubs: 1 }],
  ['three hubs on PostgreSQL', { database: 'postgres', hubs: 3 }],
  ['two hubs on a PostgreSQL that is killed', { database: 'postgres', hubs: 2, killDatabase: true }],
];

describe.each(kinds)('%s, with kills, pauses and broken connections', (_, options) => {
  test.each(seeds)(
    'lose, repeat and reorder nothing, seed %i',
    async (seed) => {
      const history = await runFaults({ ...options, ...logging, seed, length });
      expect(checkHistory(history)).toEqual([]);
      // Something has happened.
      expect(new Set(history.events.map(({ kind }) => kind))).toEqual(
        new Set([...history.events.map(({ kind }) => kind), 'attached', 'saw', 'stayed', 'given', 'wrote']),
      );
    },
    longest,
  );
});
