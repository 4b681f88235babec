/** A journal in PostgreSQL: what is refused when it is opened, and what other programs do to it meanwhile. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { Client } from 'pg';
import { expect, test as anyTest } from 'vitest';

import { sharedPostgres, whyNoPostgres } from '../../../../test/support/postgres-server.mjs';
import { TcpProxy } from '../../../../test/support/tcp-proxy.ts';
import { entries, refusal } from '../journal-contract.test-support.ts';
import type { Journal, JournalError } from '../index.ts';
import { postgresJournal, type PostgresJournalOptions } from '../postgres.ts';

/** Left out if this user cannot start PostgreSQL; `whyNoPostgres` says why. */
const test = anyTest.skipIf(whyNoPostgres !== undefined);

let schemas = 0;

/** The name of a schema that no other test uses. */
const freshSchema = (): string => `journal ${process.pid} "${(schemas += 1)}"`;

const open = async (options: PostgresJournalOptions = {}): Promise<Journal> =>
  postgresJournal((await sharedPostgres()).url, { schema: freshSchema(), onRisk: () => undefined, ...options });

/** A connection of another program. */
async function otherProgram(): Promise<
  AsyncDisposable & { run(sql: string, ...values: unknown[]): Promise<unknown[]> }
> {
  const client = new Client({ connectionString: (await sharedPostgres()).url });
  await client.connect();
  return {
    run: async (sql, ...values) => (await client.query({ text: sql, values, rowMode: 'array' })).rows.flat(),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const quoted = (schema: string): string => `"${schema.replaceAll('"', '""')}"`;

/** The processes of the server that wait for a lock in a statement about the schema. */
async function waitingFor(schema: string): Promise<unknown[]> {
  await using other = await otherProgram();
  return await other.run(
    `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    quoted(schema),
  );
}

async function failure(work: Promise<unknown>): Promise<JournalError> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => error as JournalError,
  );
}

test('several programs that open a new journal at once create it once', async () => {
  const schema = freshSchema();
  const journals = await Promise.all(Array.from({ length: 5 }, () => open({ schema })));
  const [first, ...others] = journals;
  await first?.create('one', { events: [1] });
  for (const journal of others) expect(await journal.get('one')).toMatchObject({ last: 1 });
  await Promise.all(journals.map((journal) => journal.close()));
});

test('a journal of a later version is refused', async () => {
  const schema = freshSchema();
  await (await open({ schema })).close();
  await using other = await otherProgram();
  await other.run(`UPDATE ${quoted(schema)}.journal_version SET version = 99`);
  const { code, message } = await failure(open({ schema }));
  expect({ code, message }).toEqual({
    code: 'newer',
    message: `The journal in the schema ${schema} was written by a later version of this program (99, this one supports 1); update this program.`,
  });
});

test('a schema with tables that are not a journal is refused and stays as it is', async () => {
  const schema = freshSchema();
  await using other = await otherProgram();
  await other.run(`CREATE SCHEMA ${quoted(schema)}`);
  await other.run(`CREATE TABLE ${quoted(schema)}.flowers (name text)`);
  const { code, message } = await failure(open({ schema }));
  expect({ code, message }).toEqual({
    code: 'foreign',
    message: `The schema ${schema} of the database has tables that are not a journal; choose another schema.`,
  });
  expect(await other.run('SELECT table_name FROM information_schema.tables WHERE table_schema = $1', schema)).toEqual([
    'flowers',
  ]);
});

test('an empty schema is used', async () => {
  const schema = freshSchema();
  await using other = await otherProgram();
  await other.run(`CREATE SCHEMA ${quoted(schema)}`);
  await using journal = await open({ schema });
  await journal.create('one');
});

test('a database in another encoding is refused', async () => {
  await using other = await otherProgram();
  const database = `latin_${process.pid}`;
  await other.run(`CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const url = new URL((await sharedPostgres()).url);
  url.pathname = database;
  expect(await failure(postgresJournal(url.href))).toMatchObject({ code: 'foreign' });
  await other.run(`DROP DATABASE ${database}`);
});

test.each([
  ['no address', 'secret'],
  ['another protocol', 'mysql://user:secret@host/name'],
  ['no port number', 'postgres://user:secret@host:port/name'],
])('an address that cannot be used is refused without repeating it: %s', async (_, url) => {
  const error = await failure(postgresJournal(url));
  expect(error.code).toBe('invalid');
  expect(JSON.stringify([error.message, error.cause, error.stack])).not.toContain('secret');
});

test.each([
  { schema: '' },
  { schema: 'x'.repeat(64) },
  { schema: 'pg_mine' },
  { connections: 0 },
  { connectTimeout: -1 },
  { statementTimeout: 0.5 },
])('options that cannot be used are refused: %j', async (options) => {
  expect(await refusal(open(options))).toBe('invalid');
});

test('a wrong password, a missing database and a missing server are each named in one sentence', async () => {
  const url = new URL((await sharedPostgres()).url);
  const place = url.host;
  url.password = 'secret';
  expect(await failure(postgresJournal(url.href))).toMatchObject({
    code: 'denied',
    message: `PostgreSQL at ${place} denied the access; check user, password and permissions: password authentication failed for user "acp".`,
  });
  const other = new URL((await sharedPostgres()).url);
  other.pathname = 'none';
  expect(await failure(postgresJournal(other.href))).toMatchObject({
    code: 'unavailable',
    message: `PostgreSQL at ${place} cannot be used: database "none" does not exist.`,
  });
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, 'close');
  expect(await failure(postgresJournal(`postgres://user:secret@127.0.0.1:${port}/name`))).toMatchObject({
    code: 'unavailable',
    message: `PostgreSQL at 127.0.0.1:${port} did not answer: connect ECONNREFUSED 127.0.0.1:${port}.`,
  });
});

test('a server that never answers is given up after the time that was set', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const opening = postgresJournal(`postgres://user@127.0.0.1:${port}/name`, { connectTimeout: 50 });
  expect(await failure(opening)).toMatchObject({ code: 'unavailable' });
  silent.close();
});

test('a role that may only create a schema is enough, also to end a lost change', async () => {
  const role = `writer_${process.pid}`;
  const schema = freshSchema();
  await using other = await otherProgram();
  await other.run(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const url = new URL((await sharedPostgres()).url);
  Object.assign(url, { username: role, password: 'secret' });
  expect(await failure(postgresJournal(url.href, { schema }))).toMatchObject({ code: 'denied' });
  await other.run(`GRANT CREATE ON DATABASE postgres TO ${role}`);
  await using proxy = await TcpProxy.to(url.href);
  await using journal = await postgresJournal(proxy.through(url.href), { schema, onRisk: () => undefined });
  await journal.create('one');
  await journal.append('one', [1]);
  proxy.dropReplies();
  const lost = failure(journal.append('one', [2]));
  await expect.poll(() => other.run(`SELECT count(*) FROM ${quoted(schema)}.events`)).toEqual(['2']);
  proxy.cut();
  expect(await lost).toMatchObject({ code: 'interrupted' });
  expect(await journal.append('one', [3])).toEqual({ first: 3, last: 3 });
});

test('a folder of any length and with any character is found, and no other', async () => {
  await using journal = await open();
  const long = '/garden/'.repeat(2000);
  const folders = [long, `${long}x`, 'a\0b', '\uD800', 'é', ''];
  for (const [index, cwd] of folders.entries()) await journal.create(`s${index}`, { metadata: { cwd, labels: ['l'] } });
  for (const [index, cwd] of folders.entries()) {
    for (const where of [{ cwd }, { cwd, label: 'l' }]) {
      const { streams } = await journal.list({ where });
      expect(streams.map(({ stream, metadata }) => [stream, metadata.cwd])).toEqual([[`s${index}`, cwd]]);
    }
  }
});

test('patches of several programs are all applied', async () => {
  const schema = freshSchema();
  await using first = await open({ schema });
  await using second = await open({ schema });
  await first.create('one');
  const journals = [first, second];
  const patched = Array.from({ length: 20 }, (_, n) => journals[n % 2]?.patch('one', { [`p${n}`]: n }));
  const appended = Array.from({ length: 20 }, (_, n) =>
    journals[n % 2]?.append('one', [n], { patch: { [`a${n}`]: n } }),
  );
  await Promise.all([...patched, ...appended]);
  const info = await first.get('one');
  expect(info?.last).toBe(20);
  expect(Object.keys(info?.metadata ?? {})).toHaveLength(41);
});

test('programs that append to the same streams get numbers of their own, in their order', async () => {
  const schema = freshSchema();
  await using first = await open({ schema });
  await using second = await open({ schema });
  const streams = ['a', 'b', 'c'];
  for (const stream of streams) await first.create(stream);
  await Promise.all(
    [first, second].flatMap((journal, writer) =>
      Array.from({ length: 150 }, (_, n) => journal.append(streams[n % 3] ?? '', [{ writer, n }])),
    ),
  );
  for (const stream of streams) {
    const read = await entries(first, stream);
    expect(read.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    for (const writer of [0, 1]) {
      const own = read
        .map(({ event }) => event as { writer: number; n: number })
        .filter((each) => each.writer === writer);
      expect(own.map(({ n }) => n)).toEqual(own.map(({ n }) => n).toSorted((left, right) => left - right));
      expect(own).toHaveLength(50);
    }
  }
});

test.each<readonly [string, (other: Journal) => Promise<unknown>, number | 'fenced' | 'missing']>([
  ['nothing', async () => undefined, 5],
  ['appended to it', (other) => other.append('one', ['other', 'other']), 7],
  ['trimmed it', (other) => other.trim('one', { through: 4 }), 5],
  [
    'appended to it and trimmed what it had appended',
    async (other) => {
      await other.append('one', ['other', 'other']);
      await other.trim('one', { through: 6 });
    },
    7,
  ],
  [
    'deleted it and created another one of the same name',
    async (other) => {
      await other.delete('one');
      await other.create('one', { events: ['new'] });
    },
    2,
  ],
  ['deleted it', (other) => other.delete('one'), 'missing'],
  ['fenced it', (other) => other.fence('one'), 'fenced'],
  [
    'fenced and released it',
    async (other) => {
      await other.release('one', await other.fence('one'));
    },
    5,
  ],
])('a writer that remembers the end of a stream notices that another program has %s', async (_, change, outcome) => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  await using other = await open({ schema });
  await journal.create('one');
  await journal.append('one', [1, 2]);
  await journal.append('one', [3, 4]);
  await change(other);
  const appended = await journal.append('one', ['next']).then(
    ({ first }) => first,
    ({ code }: JournalError) => code,
  );
  expect(appended).toBe(outcome);
  if (typeof outcome !== 'number') return;
  expect((await journal.append('one', ['more'], { expectedLast: outcome })).last).toBe(outcome + 1);
  const read = await entries(other, 'one');
  expect(read.at(-1)).toMatchObject({ sequence: outcome + 1, event: 'more' });
  expect(read.map(({ sequence }) => sequence)).toEqual(read.map((_entry, index) => (read[0]?.sequence ?? 0) + index));
});

test('owners that fence each other under load never write after the other has begun', async () => {
  const schema = freshSchema();
  await using first = await open({ schema });
  await using second = await open({ schema });
  await first.create('one');
  const accepted: number[] = [];
  const own = async (journal: Journal): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      const { token } = await journal.fence('one');
      const appends = Array.from({ length: 12 }, (_, n) => journal.append('one', [{ token, n }], { token }));
      for (const result of await Promise.allSettled(appends)) {
        if (result.status === 'fulfilled') accepted.push(result.value.last);
        else expect((result.reason as JournalError).code).toBe('fenced');
      }
    }
  };
  await Promise.all([own(first), own(second)]);
  const read = await entries(first, 'one');
  expect(read.map(({ sequence }) => sequence)).toEqual(accepted.toSorted((left, right) => left - right));
  const tokens = read.map(({ event }) => (event as { token: number }).token);
  expect(tokens).toEqual(tokens.toSorted((left, right) => left - right));
});

test('an append that waits while another program takes over is refused', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  await using other = await otherProgram();
  await journal.create('one');
  const { token } = await journal.fence('one');
  await other.run('BEGIN');
  await other.run(`SELECT ${quoted(schema)}.fence('one')`);
  const appended = refusal(journal.append('one', [1], { token }));
  await expect.poll(() => waitingFor(schema)).toHaveLength(1);
  await other.run('COMMIT');
  expect(await appended).toBe('fenced');
  expect(await journal.get('one')).toMatchObject({ last: 0 });
});

test('a fence waits for an append that is being written, and counts it', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  await using other = await otherProgram();
  await journal.create('one');
  await other.run('BEGIN');
  await other.run(`SELECT ${quoted(schema)}.append('{one}', '{0}', '{-1}', '{1,1}', '{1,2}', '{5,6}', E'1\\n2', '[]')`);
  const fenced = journal.fence('one');
  await expect.poll(() => waitingFor(schema)).toHaveLength(1);
  await other.run('COMMIT');
  expect(await fenced).toMatchObject({ last: 2 });
});

test('a change that was lost on the way is decided before the next one, and never written later', async () => {
  const schema = freshSchema();
  const { url } = await sharedPostgres();
  await using proxy = await TcpProxy.to(url);
  await using journal = await postgresJournal(proxy.through(url), { schema, onRisk: () => undefined });
  await using other = await otherProgram();
  await journal.create('one');
  await other.run('BEGIN');
  await other.run(`SELECT * FROM ${quoted(schema)}.streams FOR UPDATE`);
  const lost = failure(journal.append('one', ['lost']));
  await expect.poll(() => waitingFor(schema)).toHaveLength(1);
  const [executing] = await waitingFor(schema);
  proxy.cut();
  expect(await lost).toMatchObject({ code: 'interrupted' });
  const next = journal.append('one', ['next'], { expectedLast: 0 });
  // The server was still executing the lost one when its connection was gone.
  await expect.poll(() => waitingFor(schema)).not.toContain(executing);
  await other.run('COMMIT');
  expect(await next).toEqual({ first: 1, last: 1 });
  expect((await entries(journal, 'one')).map(({ event }) => event)).toEqual(['next']);
});

test('a commit whose reply was lost is interrupted, and the next call sees that it was written', async () => {
  const { url } = await sharedPostgres();
  const schema = freshSchema();
  await using direct = await open({ schema });
  await using proxy = await TcpProxy.to(url);
  await using journal = await postgresJournal(proxy.through(url), { schema, onRisk: () => undefined });
  await direct.create('one');
  await journal.append('one', ['first']);
  proxy.dropReplies();
  const lost = failure(journal.append('one', ['second']));
  await expect.poll(() => direct.get('one')).toMatchObject({ last: 2 });
  proxy.cut();
  expect(await lost).toMatchObject({ code: 'interrupted' });
  expect(await refusal(journal.append('one', ['second'], { expectedLast: 1 }))).toBe('conflict');
  expect((await entries(journal, 'one')).map(({ event }) => event)).toEqual(['first', 'second']);
});

test('a statement that takes too long fails with busy and changes nothing', async () => {
  const schema = freshSchema();
  await using patient = await open({ schema });
  await patient.create('one');
  await using journal = await open({ schema, statementTimeout: 500 });
  await using other = await otherProgram();
  await other.run('BEGIN');
  await other.run(`SELECT * FROM ${quoted(schema)}.streams FOR UPDATE`);
  expect(
    await Promise.all([refusal(journal.append('one', [1])), refusal(journal.patch('one', { title: 'x' }))]),
  ).toEqual(['busy', 'busy']);
  await other.run('COMMIT');
  expect(await patient.append('one', [2])).toEqual({ first: 1, last: 1 });
});

/** Holds the rows of streams, so that every change of them waits, until the result is disposed of. */
async function heldRows(schema: string, streams: readonly string[]): Promise<AsyncDisposable> {
  const other = await otherProgram();
  await other.run('BEGIN');
  await other.run(`SELECT 1 FROM ${quoted(schema)}.streams WHERE name = ANY ($1) FOR UPDATE`, streams);
  return other;
}

test('a reserved journal waits neither for a full pool, nor for appends, nor for changes of other streams', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  const reserved = journal.reserve?.() ?? journal;
  await reserved.create('own', { metadata: { labels: ['own'] } });
  // More than there are connections.
  const streams = Array.from({ length: 8 }, (_, index) => `held ${index}`);
  for (const stream of streams) await journal.create(stream);
  const held = await heldRows(schema, streams);
  let ended = 0;
  const slow = [journal.append('held 0', [1]), ...streams.map((stream) => journal.patch(stream, { title: 'x' }))].map(
    (call) => call.then(() => (ended += 1)),
  );
  await expect.poll(async () => (await waitingFor(schema)).length).toBe(5);
  await reserved.patch('own', { beat: 1 });
  await reserved.append('own', ['asked']);
  const found = await reserved.list({ where: { label: 'own' } });
  expect(found.streams).toMatchObject([{ stream: 'own', metadata: { beat: 1 }, last: 1 }]);
  expect(ended).toBe(0);
  await held[Symbol.asyncDispose]();
  await Promise.all(slow);
});

test('a reserved journal gives up after the time that was set for it', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  const reserved = journal.reserve?.({ timeout: 500 }) ?? journal;
  await journal.create('held');
  await using _ = await heldRows(schema, ['held']);
  // On a slow machine it is the connecting that takes too long.
  expect(['busy', 'unavailable']).toContain(await refusal(reserved.patch('held', { beat: 1 })));
});

test('a reserved journal is closed with the journal, and sends its hints', async () => {
  const schema = freshSchema();
  await using watcher = await open({ schema });
  const journal = await open({ schema });
  const reserved = journal.reserve?.() ?? journal;
  const heard: string[] = [];
  using _ = watcher.watch((streams) => void heard.push(...(streams.length === 0 ? ['all'] : streams)));
  await expect.poll(() => heard).toContain('all');
  await reserved.create('own');
  await expect.poll(() => heard).toContain('own');
  await journal.close();
  expect(await failure(reserved.get('own'))).toMatchObject({ code: 'closed' });
  expect(() => journal.reserve?.()).toThrow('closed');
});

test('a server that stops answering ends every pending call', async () => {
  const { url } = await sharedPostgres();
  await using proxy = await TcpProxy.to(url);
  const options = { schema: freshSchema(), statementTimeout: 500, connectTimeout: 500, connections: 2 };
  const journal = await postgresJournal(proxy.through(url), { onRisk: () => undefined, ...options });
  await journal.create('one', { events: [0] });
  await journal.append('one', [0]);
  proxy.dropReplies();
  const outcomes = await Promise.all([
    refusal(journal.append('one', [1])),
    ...Array.from({ length: 10 }, () => refusal(journal.get('other'))),
  ]);
  expect(outcomes).toEqual(['interrupted', ...Array<string>(10).fill('unavailable')]);
  await journal.close();
});

test('a connection that was lost while nothing ran is replaced, and reads are repeated', async () => {
  const { url } = await sharedPostgres();
  await using proxy = await TcpProxy.to(url);
  await using journal = await postgresJournal(proxy.through(url), {
    schema: freshSchema(),
    connections: 1,
    onRisk: () => undefined,
  });
  await journal.create('one', { events: [1, 2, 3] });
  await journal.append('one', [4]);
  proxy.cut();
  expect(await entries(journal, 'one')).toHaveLength(4);
  proxy.cutAfter(20);
  expect(await entries(journal, 'one')).toHaveLength(4);
  expect(await refusal(journal.append('one', [5]))).toMatch(/^(none|interrupted)$/);
});

/** What a watcher was called with. */
function watched(journal: Journal): Disposable & { readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  const watching = journal.watch((streams) => calls.push(streams));
  return { calls, [Symbol.dispose]: () => watching[Symbol.dispose]() };
}

test('a watcher hears which streams other programs change, and not what its own journal does', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  await using other = await open({ schema });
  await using stranger = await open();
  using heard = watched(journal);
  // It may have missed changes until it listens.
  await expect.poll(() => heard.calls).toEqual([[]]);
  await journal.create('own', { events: [1] });
  await stranger.create('elsewhere');
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['one', () => other.create('one')],
    ['one', () => other.append('one', [1])],
    ['one', () => other.patch('one', { title: 'One' })],
    ['two', () => other.copy('one', 'two')],
    ['two', () => other.trim('two', { through: 1 })],
    ['one', () => other.fence('one')],
    ['two', () => other.delete('two')],
  ];
  for (const [stream, change] of changes) {
    heard.calls.length = 0;
    await change();
    await expect.poll(() => heard.calls).toEqual([[stream]]);
  }
});

test('a watcher is told to look at everything when too many streams were changed for one hint', async () => {
  const schema = freshSchema();
  await using journal = await open({ schema });
  await using other = await open({ schema });
  const names = Array.from({ length: 40 }, (_, n) => `${n}-${'x'.repeat(200)}`);
  for (const name of names) await other.create(name);
  using heard = watched(journal);
  await expect.poll(() => heard.calls.length).toBeGreaterThan(0);
  await other.create('last');
  await expect.poll(() => heard.calls.flat()).toContain('last');
  heard.calls.length = 0;
  await Promise.all(names.map((name) => other.append(name, [1])));
  await expect.poll(() => heard.calls).toEqual([[]]);
});

test('a watcher that lost its connection listens again and is told to look at everything', async () => {
  const { url } = await sharedPostgres();
  const schema = freshSchema();
  await using proxy = await TcpProxy.to(url);
  await using journal = await postgresJournal(proxy.through(url), { schema, onRisk: () => undefined });
  await using other = await open({ schema });
  using heard = watched(journal);
  await expect.poll(() => heard.calls).toEqual([[]]);
  proxy.cut();
  await expect.poll(() => heard.calls).toEqual([[], []]);
  await other.create('one');
  await expect.poll(() => heard.calls).toEqual([[], [], ['one']]);
});

test('a server that does not wait for its disk is reported in one sentence', async () => {
  const risks: JournalError[] = [];
  await using journal = await open({ onRisk: (error) => risks.push(error) });
  await journal.create('one', { events: [1] });
  const { url } = await sharedPostgres();
  expect(risks.map(({ message }) => message)).toEqual([
    `PostgreSQL at ${new URL(url).host} does not wait for its disk (fsync is off: a loss of power may lose stored events); turn it on.`,
  ]);
});

test('the report is a warning of the process if the program does not take it', async () => {
  const warnings: Error[] = [];
  const listener = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listener);
  await using journal = await postgresJournal((await sharedPostgres()).url, { schema: freshSchema() });
  await journal.create('one');
  process.off('warning', listener);
  const message = expect.stringContaining('does not wait for its disk') as string;
  expect(warnings).toContainEqual(expect.objectContaining({ name: 'JournalWarning', message }));
});

test('a commit waits for the disk even if the settings of the user say otherwise', async () => {
  const url = new URL((await sharedPostgres()).url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  const schema = freshSchema();
  await using journal = await postgresJournal(url.href, { schema, onRisk: () => undefined });
  await using other = await otherProgram();
  await other.run(`CREATE TABLE ${quoted(schema)}.seen (setting text)`);
  await other.run(`CREATE FUNCTION ${quoted(schema)}.note() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO ${quoted(schema)}.seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$`);
  await other.run(`CREATE TRIGGER note AFTER INSERT ON ${quoted(schema)}.events
    FOR EACH STATEMENT EXECUTE FUNCTION ${quoted(schema)}.note()`);
  await journal.create('one', { events: [1] });
  await journal.append('one', [2]);
  expect(new Set(await other.run(`SELECT setting FROM ${quoted(schema)}.seen`))).toEqual(new Set(['on']));
});
