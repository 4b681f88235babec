/**
 * Whether the server waits for its disk.
 *
 * `synchronous_commit` is set by each connection of the journal; these two only the operator of the server can set.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { PostgresConnection } from './postgres-connection.ts';

const needed = ['fsync', 'full_page_writes'];

/** The error that says that a loss of power may lose or damage committed events; undefined if it cannot. */
export async function powerLossRisk(connection: PostgresConnection, place: string): Promise<JournalError | undefined> {
  const settings = needed.map((name) => `current_setting('${name}')`).join(', ');
  const [row = []] = await connection.query({ name: '', text: `SELECT ${settings}` });
  const off = needed.filter((_, index) => row[index] === 'off');
  if (off.length === 0) return undefined;
  const words = `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off: a loss of power may lose stored events`;
  return new JournalError('unavailable', `PostgreSQL at ${place} does not wait for its disk (${words}); turn it on.`);
}
