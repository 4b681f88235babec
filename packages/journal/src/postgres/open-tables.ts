/**
 * Makes sure that the tables of a journal exist and have the current version.
 *
 * Several programs may do this at once. Tables that are not a journal, or of a later version, are refused and stay as
 * they are.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { quoted } from './postgres-settings.ts';
import { migrations } from './table-schema.ts';

/** The first key of the lock that migrations wait for: "ACPJ". */
const lockClass = 0x4143504a;

/** Of the last migration. */
const schemaVersion: number = migrations.length;

export async function openTables(connection: PostgresConnection, name: string): Promise<void> {
  if ((await versionOf(connection, name)) === schemaVersion) return;
  const schema = quoted(name);
  await connection.execute('BEGIN');
  try {
    // Before the locks of tables, which other programs need while they use the journal.
    await connection.query({ name: '', text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))' }, [lockClass, name]);
    const version = await versionOf(connection, name);
    if (version === undefined) {
      await connection.execute(`CREATE SCHEMA IF NOT EXISTS ${schema};
        CREATE TABLE ${schema}.journal_version (version integer NOT NULL);
        INSERT INTO ${schema}.journal_version VALUES (0)`);
    }
    for (const migration of migrations.slice(version))
      await connection.execute(migration.replaceAll('$$schema', () => schema));
    await connection.execute(`UPDATE ${schema}.journal_version SET version = ${schemaVersion}`);
    await connection.execute('COMMIT');
  } catch (error) {
    if (connection.isOpen) await connection.execute('ROLLBACK');
    throw error;
  }
}

/** The version of the tables; undefined if there are none. Throws if they cannot be used. */
async function versionOf(connection: PostgresConnection, name: string): Promise<number | undefined> {
  const relations = await connection.query(
    {
      name: '',
      text: `SELECT relname FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
        ORDER BY relname = 'journal_version' DESC LIMIT 1`,
    },
    [name],
  );
  const [[relation] = []] = relations;
  if (relation === undefined) return undefined;
  if (relation !== 'journal_version') {
    throw new JournalError(
      'foreign',
      `The schema ${name} of the database has tables that are not a journal; choose another schema.`,
    );
  }
  const [[version] = []] = await connection.query({
    name: '',
    text: `SELECT max(version) FROM ${quoted(name)}.journal_version`,
  });
  if (Number(version) > schemaVersion) {
    throw new JournalError(
      'newer',
      `The journal in the schema ${name} was written by a later version of this program (${version}, this one supports ${schemaVersion}); update this program.`,
    );
  }
  return Number(version);
}
