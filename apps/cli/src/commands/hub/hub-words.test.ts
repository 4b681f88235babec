/** What `acp hub` says about its address and its database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { JournalError, memoryJournal } from '@acp-stack/journal';
import { expect, test, vi } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal } from '../../terminal/captured-terminal.ts';
import { databaseFailure, stopFailure } from './hub-database.ts';
import { othersWords } from './hub-start.ts';

test('a hub that listens on all addresses says how others reach it, or that they cannot', () => {
  const url = 'https://127.0.0.1:8421/acp';
  expect(othersWords('127.0.0.1', url, ['hub.example'])).toBeUndefined();
  expect(othersWords('0.0.0.0', url, ['hub.example'])).toBe('others reach it at https://hub.example:8421/acp');
  expect(othersWords('::', url)).toContain('name it for others by --allow-host');
});

test('failures of the database name it once, in the words of the hub, and say what to do', () => {
  const sqlite = { kind: 'sqlite', path: '/srv/hub.db' } as const;
  const postgres = { kind: 'postgres', url: 'postgres://hub:geheim@db/acp' } as const;
  const away = new JournalError('unavailable', 'PostgreSQL at db:5432 did not answer: connect ECONNREFUSED.');
  expect(databaseFailure(away, postgres)).toMatchObject({
    exitCode: 7,
    message:
      'the database postgres://hub@db/acp: PostgreSQL at db:5432 did not answer: connect ECONNREFUSED; start it, or check the address',
  });
  const damaged = new JournalError('corrupt', 'The journal /srv/hub.db is damaged and was not changed; restore it.');
  expect(databaseFailure(damaged, sqlite)).toMatchObject({
    message: 'the database /srv/hub.db is damaged and was not changed; restore it',
  });
  expect(stopFailure(away, postgres)).toMatchObject({ exitCode: 7, message: expect.stringContaining('as they were') });
  const bug = new TypeError('x');
  expect([databaseFailure(bug, sqlite), stopFailure(bug, sqlite)]).toEqual([bug, bug]);
});

/** The database of the test, which is away when the test says so. */
const database = vi.hoisted(() => ({ isAway: false }));
vi.mock('@acp-stack/journal/postgres', () => ({
  postgresJournal: () =>
    new Proxy(memoryJournal(), {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (!database.isAway || name === 'close') return value.bind(target) as unknown;
        return () =>
          Promise.reject(new JournalError('unavailable', 'PostgreSQL at db:5432 did not answer: it is away.'));
      },
    }),
}));

test('a hub that is stopped while its database is away says so in one sentence', async () => {
  const home = mkdtempSync(join(tmpdir(), 'acp-hub-words-'));
  const env = { HOME: home, XDG_DATA_HOME: home, ACP_HUB_DATABASE: 'postgres://hub:geheim@db/acp' };
  const terminal = captureTerminal({ env });
  const running = run(['hub', '--port', '0', '--root', home], terminal);
  await expect.poll(() => terminal.out()).toContain('\n');
  database.isAway = true;
  process.emit('SIGTERM', 'SIGTERM');
  expect(await running).toBe(7);
  expect(terminal.err().split('\n').slice(-3)).toEqual([
    'acp hub: shutting down; press Ctrl+C again to end it at once',
    'acp: the hub has stopped, and its sessions are as they were stored last; the database postgres://hub@db/acp: ' +
      'PostgreSQL at db:5432 did not answer: it is away; start it, or check the address',
    '',
  ]);
  rmSync(home, { recursive: true });
});
