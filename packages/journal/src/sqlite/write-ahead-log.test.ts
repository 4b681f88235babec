import { expect, test } from 'vitest';

import type { SqliteConnection } from './sqlite-connection.ts';
import { preallocateLog } from './write-ahead-log.ts';

/** A connection that fails at each statement that contains `word`. */
function failing(word: string): { readonly connection: SqliteConnection; readonly executed: string[] } {
  const executed: string[] = [];
  const execute = (sql: string): void => {
    if (sql.includes(word)) throw new Error('disk I/O error');
    executed.push(sql);
  };
  const transaction = (): void => {
    execute('BEGIN IMMEDIATE');
  };
  return { connection: { execute, transaction } as unknown as SqliteConnection, executed };
}

test.each(['wal_autocheckpoint', 'busy_timeout = 0', 'BEGIN'])(
  'a journal works without preallocation: a failure of “%s” is ignored, and writers wait as before',
  (word) => {
    const { connection, executed } = failing(word);
    preallocateLog(connection, '/nowhere/garden.db', 1234.5);
    expect(executed.at(-1)).toBe('PRAGMA busy_timeout = 1235');
  },
);

test('a journal that would no longer wait for other writers is not opened', () => {
  const { connection } = failing('busy_timeout = 5');
  expect(() => preallocateLog(connection, '/nowhere/garden.db', 5)).toThrow('disk I/O error');
});
