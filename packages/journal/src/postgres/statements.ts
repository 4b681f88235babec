/** The statements of a journal in PostgreSQL, and the form of their parameters and results. */
import type { StoredMetadata } from '../store/metadata.ts';
import type { ListParams, StoredStream } from '../store/store.ts';
import type { Row, Statement, Value } from './postgres-connection.ts';
import { quoted } from './postgres-settings.ts';

export interface Statements {
  readonly append: Statement;
  readonly appendNext: Statement;
  readonly create: Statement;
  readonly read: Statement;
  readonly get: Statement;
  readonly size: Statement;
  /** Metadata and revision of several streams. */
  readonly metadata: Statement;
  readonly patch: Statement;
  readonly copy: Statement;
  readonly fence: Statement;
  readonly release: Statement;
  readonly trim: Statement;
  readonly remove: Statement;
  /** One statement for each combination of filters, so that each can use its index. */
  readonly list: (params: ListParams) => { readonly statement: Statement; readonly values: readonly Value[] };
}

/** Returns the statements for the tables in a schema. */
export function statementsOf(schemaName: string): Statements {
  const schema = quoted(schemaName);
  const last = `greatest(s.floor, coalesce((SELECT max(e.sequence) FROM ${schema}.events e WHERE e.stream = s.id), 0))`;
  const stream = `s.name, s.id, s.metadata, s.updated, s.created, s.floor, ${last}`;
  const metadata = '$2::bigint, $3::text, $4::boolean, $5::text, $6::text[]';
  return {
    append: named('append', `SELECT ids, owners, lasts, stale FROM ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8)`),
    appendNext: named('append next', `SELECT ${schema}.append_next($1, $2, $3, $4, $5, $6, $7)`),
    create: named(
      'create',
      `WITH added AS (
        INSERT INTO ${schema}.streams (name, updated, cwd, archived, metadata, labels, created, floor)
        VALUES ($1::text, ${metadata}, $7::bigint, 0) ON CONFLICT (name) DO NOTHING RETURNING id
      ), events AS (
        INSERT INTO ${schema}.events (stream, sequence, at, event)
        SELECT added.id, sequence, $7::bigint, event
        FROM added, unnest(string_to_array($8::text, chr(10))) WITH ORDINALITY AS event (event, sequence)
      ) SELECT id FROM added`,
    ),
    // One row, because each row has a fixed cost. The texts are separated by line breaks, which JSON does not contain.
    read: named(
      'read',
      `SELECT s.id, s.floor, ${last}, page.first, page.last, page.ats, page.texts FROM ${schema}.streams s,
      LATERAL (
        SELECT min(sequence) AS first, max(sequence) AS last, string_agg(at::text, ',' ORDER BY sequence) AS ats,
          string_agg(event, chr(10) ORDER BY sequence) AS texts
        FROM (
          SELECT sequence, at, event, sum(octet_length(event)) OVER (ORDER BY sequence) AS total
          FROM (
            SELECT sequence, at, event FROM ${schema}.events
            WHERE stream = s.id AND sequence > coalesce($2::bigint, s.floor) ORDER BY sequence LIMIT $3
          ) AS candidates
        ) AS counted WHERE total <= $4::bigint OR sequence = coalesce($2::bigint, s.floor) + 1
      ) AS page WHERE s.name = $1`,
    ),
    get: named('get', `SELECT ${stream} FROM ${schema}.streams s WHERE s.name = $1`),
    size: named(
      'size',
      `SELECT count(e.sequence), coalesce(sum(octet_length(e.event)), 0) FROM ${schema}.streams s
      LEFT JOIN ${schema}.events e ON e.stream = s.id WHERE s.name = $1 GROUP BY s.id`,
    ),
    metadata: named('metadata', `SELECT name, metadata, revision FROM ${schema}.streams WHERE name = ANY ($1)`),
    patch: named(
      'patch',
      `UPDATE ${schema}.streams s
      SET updated = $2, cwd = $3, archived = $4, metadata = $5, labels = $6, revision = revision + 1
      WHERE s.name = $1 AND s.revision = $7 RETURNING ${stream}`,
    ),
    copy: named(
      'copy',
      `WITH source AS (
        SELECT s.id, s.floor, ${last} AS last FROM ${schema}.streams s WHERE s.name = $8 AND s.revision = $9
      ), added AS (
        INSERT INTO ${schema}.streams (name, updated, cwd, archived, metadata, labels, created, floor)
        SELECT $1::text, ${metadata}, $7::bigint, floor FROM source ON CONFLICT (name) DO NOTHING RETURNING id
      ), events AS (
        INSERT INTO ${schema}.events (stream, sequence, at, event)
        SELECT added.id, e.sequence, e.at, e.event FROM added, source, ${schema}.events e WHERE e.stream = source.id
      ) SELECT source.floor, source.last, added.id FROM source LEFT JOIN added ON true`,
    ),
    fence: named('fence', `SELECT token, last, before FROM ${schema}.fence($1)`),
    release: named('release', `SELECT ${schema}.release($1, $2, $3)`),
    trim: named('trim', `SELECT ${schema}.trim($1, $2)`),
    remove: named('remove', `SELECT ${schema}.remove($1)`),
    list: ({ cwd, archived, label, behind, limit }) => {
      const values: Value[] = [];
      const conditions: string[] = [];
      const parameter = (value: Value): string => `$${values.push(value)}`;
      // A list by label is ordered and filtered by the copies in the table of labels.
      const [from, table, id] =
        label === undefined
          ? [`${schema}.streams s`, 's', 's.id']
          : [`${schema}.labels l JOIN ${schema}.streams s ON s.id = l.stream`, 'l', 'l.stream'];
      if (label !== undefined) conditions.push(`l.label = ${parameter(label)}`);
      if (cwd !== undefined) {
        const folder = parameter(JSON.stringify(cwd));
        conditions.push(`left(${table}.cwd, 200) = left(${folder}, 200)`, `${table}.cwd = ${folder}`);
      }
      if (archived !== undefined) conditions.push(`${table}.archived = ${parameter(archived)}`);
      if (behind !== undefined) {
        conditions.push(`(${table}.updated, ${id}) < (${parameter(behind.updatedAt)}, ${parameter(behind.streamId)})`);
      }
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
      const order = `ORDER BY ${table}.updated DESC, ${id} DESC LIMIT ${parameter(limit)}`;
      const filters = Object.entries({ label, cwd, archived, behind }).filter(([, value]) => value !== undefined);
      const statement = named(
        ['list', ...filters.map(([name]) => name)].join(' '),
        `SELECT ${stream} FROM ${from} ${where} ${order}`,
      );
      return { statement, values };
    },
  };
}

const named = (name: string, text: string): Statement => ({ name, text });

/** Metadata as the columns of a stream. */
export function metadataColumns({ text, updatedAt, cwd, archived, labels }: StoredMetadata): MetadataColumns {
  return { updated: updatedAt, cwd: cwd === null ? null : JSON.stringify(cwd), archived, metadata: text, labels };
}

/** In the order of the parameters. */
export interface MetadataColumns {
  readonly updated: number;
  readonly cwd: string | null;
  readonly archived: boolean;
  readonly metadata: string;
  readonly labels: readonly string[];
}

/** Reads a row of a stream. */
export function streamInfoOf([name, id, metadata, updated, created, floor, last]: Row): StoredStream {
  return {
    stream: name ?? '',
    streamId: Number(id),
    metadata: metadata ?? '',
    updatedAt: Number(updated),
    createdAt: Number(created),
    first: Number(floor) + 1,
    last: Number(last),
  };
}

/** The numbers of an array of PostgreSQL. */
export const numbersOf = (array: string | null): number[] =>
  array === null || array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);
