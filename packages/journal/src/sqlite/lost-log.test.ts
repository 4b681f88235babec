/** A log that is missing, damaged or of another journal is reported, and what is left can be read. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sqliteJournal, type Journal, type JournalError } from '../index.ts';
import { entries, numbered } from '../journal-contract.test-support.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const endings = ['', '-wal', '-last'];

/** A journal as a crash leaves it: some events are in the file, and some only in the log. */
async function crashed(
  name: string,
  after: (journal: Journal) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const path = join(folder, `${name}-live.db`);
  {
    await using journal = await sqliteJournal(path);
    await journal.create('one', { metadata: { updatedAt: 1 }, events: numbered(5) });
  }
  const copy = join(folder, `${name}.db`);
  await using journal = await sqliteJournal(path);
  for (let n = 6; n <= 20; n += 1) await journal.append('one', [n]);
  await after(journal);
  for (const end of endings) copyFileSync(path + end, copy + end);
  return copy;
}

async function reopened(path: string): Promise<{ readonly losses: JournalError[]; readonly events: number }> {
  const losses: JournalError[] = [];
  await using journal = await sqliteJournal(path, { onLoss: (error) => losses.push(error) });
  const events = await entries(journal, 'one').catch(() => []);
  return { losses, events: events.length };
}

test('nothing is reported of a log that is whole', async () => {
  const path = await crashed('a');
  expect(await reopened(path)).toEqual({ losses: [], events: 20 });
  expect(await reopened(path)).toEqual({ losses: [], events: 20 });
});

describe('is reported', () => {
  const loss = (path: string): object => ({
    losses: [
      expect.objectContaining({
        code: 'corrupt',
        message: `The journal ${path} has lost events, at least event 20 of one: its log (${path}-wal) was removed, replaced or damaged. What is left can be read.`,
      }),
    ],
  });

  test('a log that was removed', async () => {
    const path = await crashed('a');
    rmSync(`${path}-wal`);
    expect(await reopened(path)).toMatchObject({ ...loss(path), events: 5 });
  });

  test('a log that is garbage, from its start or from somewhere in it', async () => {
    for (const start of [0, 16, 32, 60, 32 + 4120 * 3 + 100]) {
      const path = await crashed(`a${start}`);
      const bytes = readFileSync(`${path}-wal`);
      bytes.fill(0xa5, start, start + 4096);
      writeFileSync(`${path}-wal`, bytes);
      const { losses, events } = await reopened(path);
      expect(losses).toMatchObject([{ code: 'corrupt' }]);
      expect(events).toBeGreaterThanOrEqual(5);
      expect(events).toBeLessThan(20);
    }
  });

  test('a log that was cut off', async () => {
    const path = await crashed('a');
    writeFileSync(`${path}-wal`, readFileSync(`${path}-wal`).subarray(0, 32 + 4120 * 4));
    expect((await reopened(path)).losses).toHaveLength(1);
  });

  test('the log of another journal', async () => {
    const path = await crashed('a');
    const other = await crashed('b', (journal) => journal.append('one', ['something else', 'and more']));
    copyFileSync(`${other}-wal`, `${path}-wal`);
    const outcome = await reopened(path).catch((error: unknown) => ({ losses: [error as JournalError] }));
    expect(outcome.losses).toMatchObject([{ code: 'corrupt' }]);
  });

  test('a stream that was created in it', async () => {
    const path = await crashed('a', (journal) => journal.create('two', { events: [1] }));
    rmSync(`${path}-wal`);
    expect((await reopened(path)).losses).toMatchObject([{ message: expect.stringContaining('at least stream 2') }]);
  });

  test('until something else is stored', async () => {
    const path = await crashed('a');
    rmSync(`${path}-wal`);
    expect((await reopened(path)).losses).toHaveLength(1);
    expect((await reopened(path)).losses).toHaveLength(1);
    {
      await using journal = await sqliteJournal(path);
      await journal.append('one', [6]);
    }
    expect((await reopened(path)).losses).toEqual([]);
  });
});

test.each([
  ['deleted', (journal: Journal) => journal.delete('one')],
  ['trimmed', (journal: Journal) => journal.trim('one', { through: 20 })],
])('nothing is reported of an event that was %s', async (_, remove) => {
  const path = await crashed('a', remove);
  expect((await reopened(path)).losses).toEqual([]);
});

test('the record is private, and a journal works without it', async () => {
  const path = await crashed('a');
  expect(statSync(join(folder, 'a-live.db-last')).mode & 0o777).toBe(0o600);
  rmSync(`${path}-last`);
  expect(await reopened(path)).toEqual({ losses: [], events: 20 });
  expect(existsSync(`${path}-last`)).toBe(true);
  writeFileSync(`${path}-last`, 'garbage');
  expect(await reopened(path)).toEqual({ losses: [], events: 20 });
});
