/** Every journal fulfils the contract and behaves like the model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';

import { sharedPostgres, whyNoPostgres } from '../../../test/support/postgres-server.mjs';
import { memoryJournal, sqliteJournal, type Fence, type Journal, type JournalError } from './index.ts';
import { journalContract, type OpenJournal } from './journal-contract.test-support.ts';
import { postgresJournal } from './postgres.ts';
import { Model, streamNames, works, type Work } from './journal-model.test-support.ts';

const isLong = process.env['ACP_LONG'] === '1';

const folder = mkdtempSync(join(tmpdir(), 'acp-journal-'));
let opened = 0;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** In a file of its own each time. */
const openSqlite: OpenJournal = (options) => sqliteJournal(join(folder, `${(opened += 1)}.db`), options);

/** In a schema of its own each time. */
const openPostgres: OpenJournal = async (options) =>
  postgresJournal((await sharedPostgres()).url, {
    ...options,
    schema: `${process.pid}-${(opened += 1)}`,
    onRisk: () => undefined,
  });

const owned: readonly (readonly [name: string, open: OpenJournal])[] = [
  ['memoryJournal', async (options) => memoryJournal(options)],
  ['sqliteJournal', openSqlite],
];

const journals: typeof owned = whyNoPostgres === undefined ? [...owned, ['postgresJournal', openPostgres]] : owned;

test.skipIf(whyNoPostgres !== undefined)(
  `postgresJournal is tested too; ${whyNoPostgres ?? 'nothing prevents it'}`,
  () => {
    expect(journals).toHaveLength(owned.length + 1);
  },
);

for (const [name, open] of journals) journalContract(name, open);

test.each(owned)('%s calls no watcher, because no other process changes it', async (_, open) => {
  const called: (readonly string[])[] = [];
  {
    await using journal = await open();
    using _watching = journal.watch((streams) => called.push(streams));
    await journal.create('one', { events: [1] });
    await journal.append('one', [2], { patch: { title: 'Two' } });
    await journal.delete('one');
  }
  expect(called).toEqual([]);
});

/** What came of a piece of work; tokens are left out, since only their order is promised. */
async function outcome(work: () => unknown): Promise<unknown> {
  try {
    const result = await work();
    if (typeof result !== 'object' || result === null || !('token' in result)) return result;
    const { token: _, before: __, ...rest } = result as Partial<Fence>;
    return rest;
  } catch (error) {
    return (error as JournalError).code;
  }
}

async function expectSame(journal: Journal, doings: readonly Work[]): Promise<void> {
  const model = new Model();
  const tokens: number[] = [];
  for (const { words, onJournal, onModel } of doings) {
    const real = await outcome(async () => {
      const result = await onJournal(journal, tokens);
      if (typeof result === 'object' && result !== null && 'token' in result) tokens.push(Number(result.token));
      return result;
    });
    expect(real, words).toEqual(await outcome(() => onModel(model)));
  }
}

describe.each(journals)('%s, given any work', (_, open) => {
  test('does what the model does', { timeout: 600_000 }, async () => {
    await using journal = await open();
    await fc.assert(
      fc.asyncProperty(works, async (doings) => {
        for (const stream of streamNames) await journal.delete(stream);
        await expectSame(journal, doings);
      }),
      { numRuns: isLong ? 3000 : 100 },
    );
  });
});
