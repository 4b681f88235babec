/** The beats of a node on PostgreSQL, beside work that is slow. */
import { postgresJournal } from '@acp-stack/journal/postgres';
import { systemClock } from '@acp-stack/rpc';
import { expect, test as anyTest } from 'vitest';

import { sharedPostgres, whyNoPostgres } from '../support/postgres-server.mjs';
import { PostgresConnection } from '../../packages/journal/src/postgres/postgres-connection.ts';
import { NodeMembership } from '../../packages/hub/src/nodes/membership.ts';

/** Left out if this user cannot start PostgreSQL; `whyNoPostgres` says why. */
const test = anyTest.skipIf(whyNoPostgres !== undefined);

const otherProgram = (url: string, schema: string): Promise<PostgresConnection> =>
  PostgresConnection.open({
    url,
    schema,
    connections: 1,
    connectTimeout: 60_000,
    statementTimeout: 60_000,
    metadataBytes: 1,
    waitingBytes: 1,
  });

test('a node goes on beating while its appends wait for a lock and its connections are all in use', async () => {
  const { url } = await sharedPostgres();
  const schema = `beats ${process.pid}`;
  await using journal = await postgresJournal(url, { schema, onRisk: () => undefined });
  const streams = Array.from({ length: 8 }, (_, index) => `log/${index}`);
  for (const stream of streams) await journal.create(stream);
  const other = await otherProgram(url, schema);
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const membership = new NodeMembership({ journal, clock: systemClock, beatEvery: 10, lapsedAfter: 60_000, log });
  const ignore = (): void => undefined;
  await membership.start({ died: ignore, lapsed: ignore, returned: ignore, asked: ignore });
  await other.execute('BEGIN');
  await other.execute(`SELECT 1 FROM "${schema}".streams WHERE name LIKE 'log/%' FOR UPDATE`);
  let ended = 0;
  const slow = [journal.append('log/0', [1]), ...streams.map((stream) => journal.patch(stream, { title: 'x' }))].map(
    (call) => call.then(() => (ended += 1)),
  );
  const beat = async (): Promise<number> => {
    const [[found] = []] = await other.query({
      name: '',
      text: `SELECT metadata::json ->> 'beat' FROM "${schema}".streams WHERE name LIKE 'node/%'`,
    });
    return Number(found);
  };
  const before = await beat();
  await expect.poll(beat).toBeGreaterThan(before + 5);
  expect(ended).toBe(0);
  expect(membership.isActive).toBe(true);
  await other.execute('COMMIT');
  await other.close();
  await Promise.all(slow);
  await membership.leave({ hasSessions: false, requests: [] });
  expect(lines).toEqual([]);
});
