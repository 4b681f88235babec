/**
 * Compares appends to a journal in PostgreSQL with what a program would write without one: a loop that inserts a batch
 * by `INSERT … SELECT FROM unnest(…)` and awaits it, on the same server and with batches of the same size.
 */
import { Client } from 'pg';

import { privatePostgres } from '../../test/support/postgres-server.mjs';
import { percentile } from './interleave.mjs';
import { row } from './rounds.mjs';

const sessions = 1000;
const sizes = [1, 16, 100, 500];
const target = 60;
/** Short slices, and many: other programs use the same disk. */
const slicesPerRound = 16;
const batchesPerSlice = 5;
const event = () => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(120) } });

/** Returns the rows; none, and says why, if the server cannot be started. */
export async function postgresAppends({ rounds, share, say }) {
  let server;
  try {
    server = await privatePostgres();
  } catch (error) {
    say?.(`  PostgreSQL is left out, because it cannot be started: ${error.message}`);
    return [];
  }
  const { postgresJournal } = await import('@acp-stack/journal/postgres');
  const journal = await postgresJournal(server.url);
  const bare = await bareTable(server.url);
  try {
    const many = Math.max(20, Math.round(sessions * share));
    for (let n = 0; n < many; n += 1) await journal.create(`s${n}`);
    const rows = [];
    for (const size of sizes) {
      const variants = [() => ours(journal, size, many), () => bare.append(size, many)];
      const values = await ratios(variants, { rounds, slices: Math.max(4, Math.round(slicesPerRound * share)) });
      const name = `PostgreSQL: appends of one event to ${many} sessions, ${size} waiting at a time`;
      rows.push(
        row({ group: 'journal', name, unit: '% of the rate of bare inserts', better: 'higher' }, values, target),
      );
    }
    return rows;
  } finally {
    await Promise.all([journal.close(), bare.close()]);
    await server.stop();
  }
}

async function ratios(variants, { rounds, slices }) {
  for (const run of variants) for (let n = 0; n < 3; n += 1) await run();
  const values = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = [[], []];
    for (let slice = 0; slice < slices; slice += 1) {
      for (const which of slice % 2 === 0 ? [0, 1] : [1, 0]) times[which].push(await timed(variants[which]));
    }
    const [left, right] = times.map((each) => percentile(each, 0.5));
    values.push((right / left) * 100);
  }
  return values;
}

/** `size` appends are pending at a time; each is to a session by chance. */
async function ours(journal, size, many) {
  let started = 0;
  const writer = async () => {
    while (started < size * batchesPerSlice) {
      started += 1;
      await journal.append(`s${Math.floor(Math.random() * many)}`, [event()]);
    }
  };
  await Promise.all(Array.from({ length: size }, writer));
}

async function bareTable(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE bare (stream bigint, sequence bigint, at bigint, event text, PRIMARY KEY (stream, sequence))',
  );
  const text = 'INSERT INTO bare SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])';
  const lasts = new Map();
  const batch = (size, many) => {
    const columns = [[], [], [], []];
    for (let n = 0; n < size; n += 1) {
      const stream = Math.floor(Math.random() * many);
      const sequence = (lasts.get(stream) ?? 0) + 1;
      lasts.set(stream, sequence);
      for (const [index, value] of [stream, sequence, Date.now(), JSON.stringify(event())].entries())
        columns[index].push(value);
    }
    return columns;
  };
  return {
    append: async (size, many) => {
      for (let n = 0; n < batchesPerSlice; n += 1)
        await client.query({ name: 'append', text, values: batch(size, many) });
    },
    close: () => client.end(),
  };
}

/** Milliseconds. */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
