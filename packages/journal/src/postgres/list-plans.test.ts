/** How PostgreSQL finds the rows of a list. */
import { Client } from 'pg';
import { expect, test as anyTest } from 'vitest';

import { sharedPostgres, whyNoPostgres } from '../../../../test/support/postgres-server.mjs';
import { postgresJournal } from '../postgres.ts';
import { statementsOf } from './statements.ts';

/** Left out if this user cannot start PostgreSQL; `whyNoPostgres` says why. */
const test = anyTest.skipIf(whyNoPostgres !== undefined);

const filters = [
  { cwd: '/garden' },
  { archived: false },
  { label: 'shared' },
  { behind: { updatedAt: 1, streamId: 1 } },
];

/** Every combination of the filters. */
const combinations = filters.reduce<object[]>(
  (all, filter) => [...all, ...all.map((one) => ({ ...one, ...filter }))],
  [{}],
);

test('every list reads its page from an index in its order, and sorts nothing', async () => {
  const schema = `plans ${process.pid}`;
  const { url } = await sharedPostgres();
  await using _journal = await postgresJournal(url, { schema, onRisk: () => undefined });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO "${schema}".streams (name, created, updated, cwd, archived, metadata, labels, floor)
    SELECT 's' || n, n, n, '"/garden/' || n % 20 || '"', n % 2 = 0, '{}', ARRAY['label ' || n % 3], 0 FROM generate_series(1, 3000) n`);
  await client.query(`ANALYZE "${schema}".streams, "${schema}".labels`);
  // As every connection of a journal does.
  await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
  for (const given of combinations) {
    const none = { cwd: undefined, archived: undefined, label: undefined, behind: undefined };
    const { statement } = statementsOf(schema).list({ ...none, ...given, limit: 50 });
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statement.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const index = `${'label' in given ? 'labels' : 'streams'}_by_${'cwd' in given ? 'folder' : 'time'}`;
    expect(plan).toMatch(new RegExp(`Scan Backward using ${index} `, 'u'));
    expect(plan).not.toContain('Sort');
    expect(plan).not.toContain('Seq Scan');
  }
  await client.end();
});
