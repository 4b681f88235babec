/**
 * Programs that write to a journal, killed at any moment: nothing that was acknowledged is lost, and nothing is there
 * by halves.
 *
 * Short here; `npm run test:long` does it 200 times.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { sqliteJournal, type Journal } from '@acp-stack/journal';
import Database from 'libsql';
import { beforeAll, describe, expect, test } from 'vitest';

import { repository, temporaryFolder } from '../support/checkout.ts';

const isLong = process.env['ACP_LONG'] === '1';
const rounds = isLong ? 200 : 8;
const writer = join(import.meta.dirname, 'fixtures', 'journal-writer.mjs');

beforeAll(() => {
  // The program uses what a user installs.
  expect(existsSync(join(repository, 'packages', 'journal', 'dist', 'index.js'))).toBe(true);
});

interface Acknowledged {
  readonly first: number;
  readonly last: number;
  readonly batch: string;
}

interface Written {
  readonly batch: string;
  readonly index: number;
  readonly size: number;
}

/**
 * Starts a writer, kills it when it has said `lines` lines, and answers with what it had acknowledged until it was
 * gone.
 */
async function writeAndKill(file: string, writers: number, lines: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [writer, file, String(writers)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  if (lines === 0) child.kill('SIGKILL');
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  });
  const [[, signal]] = await Promise.all([once(child, 'close'), once(output, 'close')]);
  expect(signal).toBe('SIGKILL');
  // A line that was cut off by the kill was not acknowledged.
  return said.slice(1).flatMap((line) => {
    const [, first, last, batch] = /^(\d+) (\d+) (\d+\.\d+\.\d+)$/u.exec(line) ?? [];
    return batch === undefined ? [] : [{ first: Number(first), last: Number(last), batch }];
  });
}

/** What was written behind `after`: without a gap, and each batch whole and in one piece. */
async function readBatches(journal: Journal, after: number): Promise<{ batches: Map<string, number>; last: number }> {
  const batches = new Map<string, number>();
  let last = after;
  let open: Written | undefined;
  for await (const { sequence, event } of journal.read('one', { after })) {
    const written = event as Written;
    expect(sequence).toBe(last + 1);
    const expected = open === undefined ? { index: 0 } : { batch: open.batch, index: open.index + 1 };
    expect(written).toMatchObject(expected);
    if (written.index === 0) batches.set(written.batch, sequence);
    open = written.index === written.size - 1 ? undefined : written;
    last = sequence;
  }
  expect(open).toBeUndefined();
  return { batches, last };
}

/** The newest batch of each writer, in the metadata and in the events: they are written together. */
async function expectFactsOfEvents(journal: Journal, batches: ReadonlyMap<string, number>): Promise<void> {
  const newest = new Map([...batches.keys()].map((batch) => [`last-${batch.split('.')[1]}`, batch]));
  const { metadata } = (await journal.get('one')) ?? {};
  expect(metadata).toMatchObject(Object.fromEntries(newest));
}

function integrity(file: string): unknown {
  const database = new Database(file);
  try {
    return database.prepare('PRAGMA integrity_check').raw().all();
  } finally {
    database.close();
  }
}

/** The same numbers every time, spread over 0 to `most`. */
function* spread(most: number): Generator<number, never> {
  for (let state = 12_345; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield (state >> 8) % (most + 1);
}

describe('a program that is killed while it writes to a journal', () => {
  test(
    `has lost nothing that was acknowledged, in ${rounds} rounds`,
    async () => {
      using folder = temporaryFolder();
      const file = join(folder.path, 'journal.db');
      {
        await using journal = await sqliteJournal(file);
        await journal.create('one');
      }
      let verified = 0;
      let acknowledgements = 0;
      const numbers = spread(80);
      for (let round = 0; round < rounds; round += 1) {
        // Every third round has two programs at once, one of which goes on while the other is killed.
        const programs = round % 3 === 2 ? 2 : 1;
        const writers = 1 + (round % 6);
        const acknowledged = await Promise.all(
          Array.from({ length: programs }, () => writeAndKill(file, writers, numbers.next().value)),
        );
        await using journal = await sqliteJournal(file);
        const { batches, last } = await readBatches(journal, verified);
        for (const { first, batch } of acknowledged.flat()) expect(batches.get(batch), batch).toBe(first);
        if (programs === 1) await expectFactsOfEvents(journal, batches);
        expect(await journal.get('one')).toMatchObject({ first: 1, last });
        expect(integrity(file)).toEqual([['ok']]);
        verified = last;
        acknowledgements += acknowledged.flat().length;
      }
      expect(acknowledgements).toBeGreaterThan(rounds * 5);
    },
    isLong ? 900_000 : 300_000,
  );
});
