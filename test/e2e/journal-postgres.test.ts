/** The journal in PostgreSQL as it is installed: programs that are paused, and a server that is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Journal, JournalError } from '@acp-stack/journal';
import { postgresJournal } from '@acp-stack/journal/postgres';
import { expect, test as anyTest } from 'vitest';

import { repository, run } from '../support/checkout.ts';
import { privatePostgres, sharedPostgres, whyNoPostgres } from '../support/postgres-server.mjs';

/** Left out if this user cannot start PostgreSQL; `whyNoPostgres` says why. */
const test = anyTest.skipIf(whyNoPostgres !== undefined);

const isLong = process.env['ACP_LONG'] === '1';
const door = JSON.stringify(join(repository, 'packages', 'journal', 'dist', 'postgres.js'));

async function events(journal: Journal, stream: string): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const { event } of journal.read(stream)) read.push(event);
  return read;
}

test('the doors of the journal load no driver, and an open journal does not keep a program running', async () => {
  const { url } = await sharedPostgres();
  const program = `
    import { createRequire } from 'node:module';
    const main = await import(${JSON.stringify(join(repository, 'packages', 'journal', 'dist', 'index.js'))});
    const { postgresJournal } = await import(${door});
    const { cache } = createRequire(${door});
    const loaded = () => Object.keys(cache).filter((file) => /node_modules.pg/.test(file)).length > 0;
    const before = loaded();
    const journal = await postgresJournal(${JSON.stringify(url)}, { schema: 'program', onRisk: () => undefined });
    journal.watch(() => undefined);
    await journal.create('one', { events: [1] });
    await journal.append('one', [2]);
    const error = await journal.append('none', [1]).catch((caught) => caught);
    console.log(JSON.stringify([before, loaded(), error instanceof main.JournalError, error.code]));`;
  const command = [process.execPath, '--input-type=module', '--eval', program] as const;
  const { code, stdout, stderr } = await run([...command], { cwd: repository, env: process.env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([false, true, true, 'missing']);
});

test('a program that was paused while it appended writes nothing after another one has taken over', async () => {
  const { url } = await sharedPostgres();
  await using journal = await postgresJournal(url, { schema: 'paused', onRisk: () => undefined });
  await journal.create('one');
  const program = `
    const { postgresJournal } = await import(${door});
    const journal = await postgresJournal(${JSON.stringify(url)}, { schema: 'paused', onRisk: () => undefined });
    const { token } = await journal.fence('one');
    const write = async (writer) => {
      for (let n = 1; ; n += 1) {
        const { last } = await journal.append('one', [{ token, writer, n }], { token });
        if (n === 20) console.log('writing');
      }
    };
    const errors = await Promise.allSettled([1, 2, 3, 4].map(write));
    console.log(JSON.stringify(errors.map(({ reason }) => reason.code)));
    await journal.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  child.kill('SIGSTOP');
  const { token, last } = await journal.fence('one');
  const appended = await journal.append('one', [{ token }], { token });
  expect(appended.first).toBe(last + 1);
  child.kill('SIGCONT');
  const rest: string[] = [];
  for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line);
  expect(JSON.parse(rest.at(-1) ?? '')).toEqual(['fenced', 'fenced', 'fenced', 'fenced']);
  const owners = (await events(journal, 'one')).map((event) => (event as { token: number }).token);
  expect(owners.slice(last)).toEqual([token]);
  expect(new Set(owners.slice(0, last)).size).toBe(1);
});

test(
  'a server that is killed while it commits loses nothing that was acknowledged, and nothing is there twice',
  { timeout: 300_000 },
  async () => {
    const rounds = isLong ? 20 : 3;
    const server = await privatePostgres();
    await using journal = await postgresJournal(server.url, { connectTimeout: 30_000 });
    const streams = ['a', 'b', 'c'];
    for (const stream of streams) await journal.create(stream);
    const acknowledged = new Map<string, string[]>(streams.map((stream) => [stream, []]));
    const uncertain = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const isOver = new AbortController();
      const write = async (stream: string, writer: number): Promise<void> => {
        for (let n = 0; !isOver.signal.aborted; n += 1) {
          const name = `${round}.${stream}.${writer}.${n}`;
          try {
            await journal.append(stream, [name]);
            acknowledged.get(stream)?.push(name);
          } catch (error) {
            const { code } = error as JournalError;
            expect(['interrupted', 'unavailable']).toContain(code);
            if (code === 'interrupted') uncertain.add(name);
          }
        }
      };
      const counted = (): number => [...acknowledged.values()].flat().length;
      const before = counted();
      const writers = streams.flatMap((stream) => [0, 1, 2].map((writer) => write(stream, writer)));
      await expect.poll(counted).toBeGreaterThan(before + 50 + 37 * round);
      await server.kill();
      const killed = counted();
      await server.run();
      await expect.poll(counted).toBeGreaterThan(killed + 20);
      isOver.abort();
      await Promise.all(writers);
    }
    expect(uncertain.size).toBeGreaterThan(0);
    for (const stream of streams) {
      const read = (await events(journal, stream)) as string[];
      expect(new Set(read).size).toBe(read.length);
      const expected = acknowledged.get(stream) ?? [];
      expect(read.filter((name) => !uncertain.has(name))).toEqual(expected.filter((name) => read.includes(name)));
      expect(expected.filter((name) => !read.includes(name))).toEqual([]);
      expect(read.filter((name) => !uncertain.has(name)).length).toBe(expected.length);
      expect((await journal.get(stream))?.last).toBe(read.length);
    }
    await journal.close();
    await server.stop();
  },
);

test('a journal waits for a standby server until it is the primary one', { timeout: 300_000 }, async () => {
  const server = await privatePostgres();
  await using journal = await postgresJournal(server.url, { connectTimeout: 60_000 });
  await journal.create('one', { events: [1] });
  await journal.append('one', [2]);
  await server.stop();
  await server.runAsStandby();
  await expect(postgresJournal(server.url)).rejects.toMatchObject({
    code: 'unavailable',
    message: `PostgreSQL at 127.0.0.1:${server.port} did not answer: it is a standby server, which can only be read.`,
  });
  const appended = journal.append('one', [3]);
  server.promote();
  expect(await appended).toEqual({ first: 3, last: 3 });
  await journal.close();
  await server.stop();
});

test('the servers of a run end with it, also when it is killed, and leave nothing behind', async () => {
  const support = JSON.stringify(join(repository, 'test', 'support', 'postgres-server.mjs'));
  const program = `
    const { sharedPostgres } = await import(${support});
    const { pid, folder } = await sharedPostgres();
    console.log(JSON.stringify({ pid, folder }));
    setInterval(() => undefined, 1000);`;
  const { VITEST_WORKER_ID: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(dirname(folder))).toBe(false);
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});
