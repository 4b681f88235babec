/** The SQL that reads streams without their events: one stream, or a page of a list. */
import type { Bound, Query, Row, SqliteConnection } from './sqlite-connection.ts';
import { decodeText } from './text-decoding.ts';
import type { ListParams, StoredStream } from '../store/store.ts';

export const number = (sql: string): string => `CAST(${sql} AS INTEGER)`;
export const bytesOf = (sql: string): string => `CAST(${sql} AS BLOB)`;

export const last: string = number('max(floor, ifnull((SELECT max(sequence) FROM events WHERE stream = id), 0))');
// Name and metadata in one value, because each value that is read as bytes costs extra.
const nameAndMetadata = bytesOf('name || char(0) || facts');
const columns = `id, ${nameAndMetadata}, ${number('created')}, ${number('floor')}, ${last}, ${number('streams.updated')}`;
export const selectStream: string = `SELECT ${columns} FROM streams`;
// A cross join keeps its order: the labels first, by their index.
const selectLabelled = `SELECT ${columns} FROM labels CROSS JOIN streams ON id = labels.stream`;

/**
 * Returns a query for lists, with one prepared statement for each combination of filters, so that each can use its
 * index.
 */
export function createListQuery(connection: SqliteConnection): (params: ListParams) => Row[] {
  const queries = new Map<string, Query>();
  return ({ cwd, archived, label, behind, limit }) => {
    const [select, table, id] =
      label === undefined ? [selectStream, 'streams', 'id'] : [selectLabelled, 'labels', 'labels.stream'];
    const conditions: string[] = [];
    const values: Bound[] = [];
    const narrow = (condition: string, ...bound: readonly Bound[]): void => {
      conditions.push(condition);
      values.push(...bound);
    };
    if (label !== undefined) narrow('label = ?', label);
    if (cwd !== undefined) narrow(`${table}.cwd = ?`, cwd);
    if (archived !== undefined) narrow(`${table}.archived = ?`, Number(archived));
    if (behind !== undefined) narrow(`(${table}.updated, ${id}) < (?, ?)`, behind.updatedAt, behind.streamId);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const sql = `${select} ${where} ORDER BY ${table}.updated DESC, ${id} DESC LIMIT ?`;
    const query = queries.get(sql) ?? connection.query(sql);
    queries.set(sql, query);
    return query.rows(...values, limit);
  };
}

/** Reads a row; if its bytes are not UTF-8, the name and the metadata are empty. */
export function streamInfoOf([id, bytes = null, created, floor, end, updated]: Row): StoredStream {
  const [name = '', metadata = ''] = decodeText(bytes).split('\0', 2);
  return {
    stream: name,
    streamId: Number(id),
    createdAt: Number(created),
    metadata,
    updatedAt: Number(updated),
    first: Number(floor) + 1,
    last: Number(end),
  };
}
