import { expect, test } from 'vitest';

import { ConnectionPool } from './connection-pool.ts';
import { LostConnection, type PostgresConnection, type Row } from './postgres-connection.ts';
import type { ServerAccess } from './server-access.ts';

const statement = { name: 'read', text: 'SELECT 1' };

/** Connections that answer, until they are told that the way to the server is dead. */
class Network {
  readonly opened: { isOpen: boolean; isDead: boolean }[] = [];
  /** How often a statement was not answered. */
  lost = 0;
  readonly access = {
    place: 'postgres://there',
    connect: async () => this.#connect(),
    settle: async () => undefined,
    addLost: () => undefined,
  } as unknown as ServerAccess;

  #connect(): PostgresConnection {
    const connection = {
      isOpen: true,
      isDead: false,
      backend: { pid: '1', start: '1' },
      destroy: () => (connection.isOpen = false),
      query: async (): Promise<readonly Row[]> => {
        await Promise.resolve();
        if (!connection.isDead) return [[String(this.opened.indexOf(connection))]];
        connection.isOpen = false;
        this.lost += 1;
        throw new LostConnection('no answer');
      },
    };
    this.opened.push(connection);
    return connection as unknown as PostgresConnection;
  }
}

test('one connection without an answer is enough: idle ones are not tried one after the other', async () => {
  const network = new Network();
  const pool = new ConnectionPool(network.access, 4);
  await Promise.all([1, 2, 3, 4].map(() => pool.run('reads', statement, [])));
  expect(network.opened).toHaveLength(4);
  for (const connection of network.opened) connection.isDead = true;
  expect(await pool.run('reads', statement, [])).toEqual([['4']]);
  expect(network.lost).toBe(1);
  expect(network.opened.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false, true]);
});
