/** The journal as it is installed, in programs of its own. */
import { join } from 'node:path';

import { sqliteJournal } from '@acp-stack/journal';
import { expect, test } from 'vitest';

import { repository, run, temporaryFolder } from '../support/checkout.ts';

const door = JSON.stringify(join(repository, 'packages', 'journal', 'dist', 'index.js'));

/** Runs a program that has the door of the journal as `door`; answers with what it printed. */
async function program(code: string): Promise<string> {
  const text = `const door = ${door};\n${code}`;
  const command = [process.execPath, '--input-type=module', '--eval', text] as const;
  const { code: exit, stdout, stderr } = await run([...command], { cwd: repository, env: process.env });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout;
}

test('importing the journal loads no database, and opening one loads it in another thread only', async () => {
  using folder = temporaryFolder();
  const stdout = await program(`
    import { createRequire } from 'node:module';
    const { cache } = createRequire(door);
    const loaded = () => Object.keys(cache).filter((file) => file.includes('libsql')).length;
    const { sqliteJournal } = await import(door);
    const before = [loaded(), process.moduleLoadList.includes('NativeModule worker_threads')];
    const journal = await sqliteJournal(${JSON.stringify(join(folder.path, 'journal.db'))});
    console.log(JSON.stringify([...before, loaded()]));
    await journal.close();
  `);
  expect(JSON.parse(stdout)).toEqual([0, false, 0]);
});

test('an open journal does not keep a program running, and loses nothing that was acknowledged', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'journal.db');
  await program(`
    const { sqliteJournal } = await import(door);
    const journal = await sqliteJournal(${JSON.stringify(file)});
    await journal.create('one', { events: [1, 2] });
    await journal.append('one', [3]);
  `);
  await using journal = await sqliteJournal(file);
  expect(await journal.get('one')).toMatchObject({ last: 3 });
});

test('a program that waits for the journal keeps running until it has its answer', async () => {
  using folder = temporaryFolder();
  const stdout = await program(`
    const { sqliteJournal } = await import(door);
    const file = ${JSON.stringify(join(folder.path, 'journal.db'))};
    void sqliteJournal(file).then(async (journal) => {
      await journal.create('one');
      console.log(JSON.stringify(await journal.append('one', [1])));
    });
    void sqliteJournal(file + '/none/journal.db').catch((error) => console.log(JSON.stringify(error.code)));
  `);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual(expect.arrayContaining([{ first: 1, last: 1 }, 'unavailable']));
});
