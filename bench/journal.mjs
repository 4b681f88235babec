/**
 * Compares the journal in SQLite with bare libsql of the same durability, and the one in PostgreSQL with bare inserts,
 * in alternating slices of one process, and measures lists and loads.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { percentile } from './support/interleave.mjs';
import { postgresAppends } from './support/postgres-appends.mjs';
import { row } from './support/rounds.mjs';

/** About the size of one chunk of a message. */
const event = () => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(120) } });
const events = (count) => Array.from({ length: count }, event);

/** Short slices, and many: other programs use the same disk. */
const slicesPerRound = 32;
const ofBare = { unit: '% of the rate of bare libsql', better: 'higher' };
const listed = 10_000;
const loaded = 50_000;

/** Returns the rows of the table; `journalShare` scales the number of slices, sessions and events. */
export async function benchJournal({ rounds, journalShare: share, say }) {
  const { sqliteJournal } = await import('@acp-stack/journal');
  const folder = mkdtempSync(join(tmpdir(), 'acp-bench-'));
  const [written, read] = await Promise.all(['written.db', 'read.db'].map((name) => sqliteJournal(join(folder, name))));
  try {
    return [
      ...(await appends(written, folder, { rounds, share })),
      ...(await lists(read, folder, { rounds, share })),
      ...(await postgresAppends({ rounds, share, say })),
    ];
  } finally {
    await Promise.all([written.close(), read.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

// ------------------------------------------------------------------------------------------------ appends

/**
 * A slice is `count` appends of `size` events. The journal has `inFlight` appends pending at a time; the bare database
 * is synchronous and always has one.
 */
const cases = [
  { name: 'appends of one event, each awaited', size: 1, count: 10, inFlight: 1, target: 50 },
  { name: 'appends of one event, 16 waiting at a time', size: 1, count: 48, inFlight: 16, target: 70 },
  { name: 'appends of 100 events, each awaited', size: 100, count: 3, inFlight: 1, target: 70 },
  { name: 'appends of 100 events, 4 waiting at a time', size: 100, count: 8, inFlight: 4, target: 70 },
];

async function appends(journal, folder, { rounds, share }) {
  const bare = await bareDatabase(join(folder, 'bare.db'));
  const rows = [];
  for (const { name, size, count, inFlight, target } of cases) {
    await journal.create(name);
    const slicesInRound = Math.max(8, Math.round(slicesPerRound * share));
    const variants = [() => ours(journal, name, { size, count, inFlight }), async () => bare.append(size, count)];
    for (const run of variants) await run();
    const values = [];
    for (let round = 0; round < rounds; round += 1) {
      const slices = [[], []];
      for (let slice = 0; slice < slicesInRound; slice += 1) {
        const order = slice % 2 === 0 ? [0, 1] : [1, 0];
        for (const which of order) slices[which].push(await timed(variants[which]));
      }
      const [left, right] = slices.map((each) => percentile(each, 0.5));
      values.push((right / left) * 100);
    }
    const about = { group: 'journal', name, ...ofBare };
    rows.push(row(about, values, target));
  }
  bare.close();
  return rows;
}

async function ours(journal, stream, { size, count, inFlight }) {
  let started = 0;
  const writer = async () => {
    while (started < count) {
      started += 1;
      await journal.append(stream, events(size));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
}

/** What a program would write without a journal: a table, a prepared statement, a transaction for each batch. */
async function bareDatabase(path) {
  const { default: Database } = await import('libsql');
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'CREATE TABLE events (stream INTEGER, sequence INTEGER, at INTEGER, event TEXT, PRIMARY KEY (stream, sequence)) WITHOUT ROWID',
  );
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT sequence, at, event FROM events WHERE stream = ? ORDER BY sequence').raw();
  let last = 0;
  const write = (batch) => {
    for (const each of batch) insert.run(1, (last += 1), Date.now(), JSON.stringify(each));
  };
  return {
    append: (size, count) => {
      for (let n = 0; n < count; n += 1) {
        if (size > 1) database.exec('BEGIN IMMEDIATE');
        write(events(size));
        if (size > 1) database.exec('COMMIT');
      }
    },
    /** Loads all events at once, parsed. */
    load: () => select.all(1).map(([sequence, at, text]) => ({ sequence, at, event: JSON.parse(text) })).length,
    close: () => database.close(),
  };
}

// ------------------------------------------------------------------------------------------------ lists and loads

async function lists(journal, folder, { rounds, share }) {
  const many = Math.round(listed * share);
  await Promise.all(
    Array.from({ length: many }, (_, n) =>
      journal.create(`s${n}`, { metadata: { cwd: `/garden/${n % 10}`, title: `Session ${n}`, updatedAt: n } }),
    ),
  );
  const length = Math.round((loaded * share) / 1000) * 1000;
  await journal.create('long');
  for (let n = 0; n < length; n += 1000) await journal.append('long', events(1000));
  const bare = await bareDatabase(join(folder, 'bare-read.db'));
  bare.append(1000, length / 1000);
  const measures = [
    { name: `a page of 50 of ${many} sessions`, run: () => journal.list(), target: 10 },
    { name: `a page of 50 in one folder of ${many} sessions`, run: () => inFolder(journal), target: 10 },
    { name: `all ${many} sessions in pages of 200`, run: () => everyPage(journal) },
    { name: `the load of a session of ${length} events`, run: () => load(journal), bare: () => bare.load() },
  ];
  const rows = [];
  for (const { name, run, bare: other, target } of measures) {
    await run();
    const values = [];
    const shares = [];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await timed(run));
      if (other !== undefined) shares.push(((await timed(async () => other())) / values.at(-1)) * 100);
    }
    const about = { group: 'journal', name, unit: 'ms', better: 'lower' };
    rows.push(row(about, values, target));
    if (other !== undefined) rows.push(row({ ...about, ...ofBare }, shares));
  }
  bare.close();
  return rows;
}

const inFolder = (journal) => journal.list({ where: { cwd: '/garden/3', archived: false } });

async function everyPage(journal) {
  let cursor;
  do ({ next: cursor } = await journal.list({ limit: 200, ...(cursor === undefined ? {} : { cursor }) }));
  while (cursor !== undefined);
}

async function load(journal) {
  let count = 0;
  for await (const { sequence } of journal.read('long')) count = sequence;
  return count;
}

/** Milliseconds. */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
