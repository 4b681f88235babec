/** The agent on a journal that is damaged in one place, or that is full: its client gets an error that says so. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sqliteJournal, type Journal } from '@acp-stack/journal';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AgentFixture, textOf } from '../../apps/agent/src/sessions/agent-fixture.test-support.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/checkout.ts';

let folder: TemporaryFolder;
let cwd: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  cwd = join(folder.path, 'garden');
  file = join(folder.path, 'sessions.db');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'rose.md'), 'A rose is red.\n');
});

afterEach(() => {
  folder[Symbol.dispose]();
});

/** The events of a session that an agent would read. */
async function eventsOf(journal: Journal, sessionId: string): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for await (const { sequence, event } of journal.read(sessionId)) {
    expect(sequence).toBe(events.length + 1);
    events.push(event);
  }
  return events;
}

/** The output of commands in updates. */
function outputIn(updates: readonly object[]): string {
  return updates
    .flatMap((update) => ('data' in update ? [Buffer.from(String(update.data), 'base64').toString('latin1')] : []))
    .join('');
}

describe('a damaged session', () => {
  test.each([
    ['event', 'UPDATE events SET event = \'{"type":\' WHERE sequence = 2 AND stream = 1', 'Its event 2'],
    ['record', 'UPDATE streams SET facts = \'{"cwd":\' WHERE id = 1', 'Its record'],
  ])('is refused with a sentence about its %s, and the others are as usable as before', async (_, sql, what) => {
    let [damaged, sound] = ['', ''];
    {
      await using journal = await sqliteJournal(file);
      await using life = new AgentFixture({ journal, cwd });
      [damaged, sound] = [await life.open(), await life.open()];
      for (const sessionId of [damaged, sound]) await life.prompt(sessionId, '/read rose.md');
    }
    const database = new Database(file);
    database.exec(sql);
    database.close();
    await using journal = await sqliteJournal(file);
    await using life = new AgentFixture({ journal, cwd });
    await expect(life.load(damaged)).rejects.toMatchObject({
      code: -32_603,
      message: `The session ${damaged} cannot be read: ${what} is damaged; restore the journal from a backup, or delete this session.`,
    });
    expect(textOf(await life.load(sound))).toContain('A rose is red.');
    expect(await life.prompt(sound, '/read rose.md')).toMatchObject({ stopReason: 'end_turn' });
    expect((await life.call('session/list', {}))['sessions']).toContainEqual(
      expect.objectContaining({ sessionId: sound }),
    );
    await life.call('session/delete', { sessionId: damaged });
    expect((await life.call('session/list', {}))['sessions']).toMatchObject([{ sessionId: sound }]);
  });
});

describe('a journal without room', () => {
  test('keeps what was acknowledged, tells the client, and takes more as soon as there is room', async () => {
    await using journal = await sqliteJournal(file, { fileBytes: 400_000 });
    await using life = new AgentFixture({ journal, cwd });
    const [sessionId, other] = [await life.open(), await life.open()];
    await life.prompt(other, `/read ${'rose.md '.repeat(10_000)}`);
    await life.prompt(sessionId, '/read rose.md');
    // On a busy machine the long output may come in one piece, of which nothing is stored; this one has room.
    const { updates: stored } = await life.prompt(sessionId, '/run seq 1 3000');
    const { stopReason, error, updates } = await life.prompt(sessionId, '/run seq 1 100000');
    expect(stopReason).toBe('error');
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^This cannot be stored: There is no space left .*; free some space and try again\.$/u,
      ) as string,
    });
    // Everything that the client has heard is there, and nothing is there by halves.
    const heard = outputIn([...stored, ...updates]);
    const events = await eventsOf(journal, sessionId);
    expect(heard.length).toBeGreaterThan(10_000);
    expect(outputIn(events.map((event) => (event as { readonly update: object }).update)).slice(0, heard.length)).toBe(
      heard,
    );
    expect(JSON.stringify(events)).toContain('A rose is red.');
    // What cannot be stored is not done, whether or not there is room for the prompt.
    const from = life.updates.length;
    const edited = life.prompt(sessionId, `/edit rose.md "red" "${'white '.repeat(20_000)}"`);
    const refused: unknown = await edited.then(
      ({ error: told }) => told,
      (thrown: unknown) => thrown,
    );
    expect(refused).toMatchObject({ message: expect.stringContaining('no space left') as string });
    expect(readFileSync(join(cwd, 'rose.md'), 'utf8')).toContain('red');
    await life.hears(({ state }) => state === 'idle', from);
    await life.call('session/delete', { sessionId: other });
    expect(await life.prompt(sessionId, '/read rose.md')).toMatchObject({ stopReason: 'end_turn' });
    await using later = new AgentFixture({ journal, cwd });
    expect(textOf(await later.load(sessionId))).toContain('A rose is red.');
  });
});
