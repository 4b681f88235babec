/**
 * The operations of a store as statements of PostgreSQL, except appends.
 *
 * Each change is one statement. A change of metadata names the revision that it is based on, and is repeated if another
 * writer was faster.
 */
import { patchMetadata, type StoredMetadata } from '../store/metadata.ts';
import { damagedEvent, damagedMetadata, exists, missing, trimmed } from '../store/store-errors.ts';
import type { EventPage, OperationName, Operations, StoredStream } from '../store/store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { Row, Value } from './postgres-connection.ts';
import { metadataColumns, streamInfoOf, type Statements } from './statements.ts';

/** Applies a patch to the metadata of a stream; both are JSON strings. */
export type PatchStream = (stream: string, metadata: string, patch: string) => StoredMetadata;

export function patchWithin(metadataBytes: number): PatchStream {
  return (stream, metadata, patch) => {
    try {
      return patchMetadata(metadata, patch, metadataBytes);
    } catch (error) {
      throw error instanceof SyntaxError ? damagedMetadata(stream, error) : error;
    }
  };
}

type OtherName = Exclude<OperationName, 'append'>;

export type PostgresOperations = {
  readonly [Name in OtherName]: (params: Operations[Name]['params']) => Promise<Operations[Name]['result']>;
};

export function postgresOperations(
  pool: ConnectionPool,
  statements: Statements,
  patched: PatchStream,
): PostgresOperations {
  const { create, read, get, size, metadata, patch, copy, fence, release, trim, remove, list } = statements;

  const find = async (stream: string): Promise<StoredStream | undefined> => {
    const [row] = await pool.run('reads', get, [stream]);
    return row === undefined ? undefined : streamInfoOf(row);
  };

  /** Changes the metadata of `stream` with `change`, again and again until no other writer was faster. */
  const changeMetadata = async (
    stream: string,
    text: string,
    change: (changed: StoredMetadata, revision: string) => Promise<Row | undefined>,
  ): Promise<{ readonly changed: StoredMetadata; readonly row: Row }> => {
    for (;;) {
      const [found] = await pool.run('reads', metadata, [[stream]]);
      if (found === undefined) throw missing(stream);
      const [, present, revision] = found;
      const changed = patched(stream, present ?? '', text);
      const row = await change(changed, revision ?? '');
      if (row !== undefined) return { changed, row };
    }
  };

  return {
    create: async ({ stream, at, metadata: text, texts }) => {
      const stored = patched(stream, '{}', text);
      const values = [stream, ...columnValues(stored), at, texts.join('\n')];
      const [row] = await pool.run('changes', create, values);
      if (row === undefined) throw exists(stream);
      return newStream(stream, stored, { id: row[0], at, floor: 0, last: texts.length });
    },
    read: async (params) => {
      const { stream, after, count, bytes } = params;
      const [row] = await pool.run('reads', read, [stream, after ?? null, count, bytes]);
      if (row === undefined) throw missing(stream);
      return pageOf(params, row);
    },
    get: ({ stream }) => find(stream),
    size: async ({ stream }) => {
      const [row] = await pool.run('reads', size, [stream]);
      if (row === undefined) throw missing(stream);
      return { events: Number(row[0]), bytes: Number(row[1]) };
    },
    patch: async ({ stream, patch: text }) => {
      const { row } = await changeMetadata(stream, text, async (changed, revision) => {
        const [updated] = await pool.run('changes', patch, [stream, ...columnValues(changed), revision]);
        return updated;
      });
      return streamInfoOf(row);
    },
    list: async (params) => {
      const { statement, values } = list(params);
      return (await pool.run('reads', statement, values)).map(streamInfoOf);
    },
    copy: async ({ from, to, at, patch: text }) => {
      const { changed, row } = await changeMetadata(from, text, async (stored, revision) => {
        const [copied] = await pool.run('changes', copy, [to, ...columnValues(stored), at, from, revision]);
        return copied;
      });
      const [floor, last, id] = row;
      if (id === null) throw exists(to);
      return newStream(to, changed, { id, at, floor: Number(floor), last: Number(last) });
    },
    fence: async ({ stream }) => {
      const [[token, last, before] = []] = await pool.run('changes', fence, [stream]);
      if (token === null) throw missing(stream);
      return { token: Number(token), last: Number(last), before: Number(before) };
    },
    release: async ({ stream, token, before }) => {
      const [[released] = []] = await pool.run('changes', release, [stream, token, before]);
      return released === 't';
    },
    trim: async ({ stream, through }) => {
      await pool.run('changes', trim, [stream, through]);
      const found = await find(stream);
      if (found === undefined) throw missing(stream);
      return found;
    },
    delete: async ({ stream }) => {
      const [[removed] = []] = await pool.run('changes', remove, [stream]);
      return removed === 't';
    },
  };
}

function columnValues(stored: StoredMetadata): Value[] {
  const { updated, cwd, archived, metadata, labels } = metadataColumns(stored);
  return [updated, cwd, archived, metadata, labels];
}

function newStream(
  stream: string,
  { text, updatedAt }: StoredMetadata,
  { id, at, floor, last }: { id: string | null | undefined; at: number; floor: number; last: number },
): StoredStream {
  return { stream, streamId: Number(id), metadata: text, updatedAt, createdAt: at, first: floor + 1, last };
}

function pageOf({ stream, after, streamId }: Operations['read']['params'], row: Row): EventPage {
  const [id, floor, last, first, end] = row.slice(0, 5).map(Number) as [number, number, number, number, number];
  const [ats, texts] = row.slice(5);
  if (streamId !== undefined && streamId !== id) throw missing(stream);
  const from = after ?? floor;
  if (from < floor) throw trimmed(stream, from, floor + 1);
  const page = { streamId: id, first: from + 1, last };
  if (typeof texts !== 'string') {
    if (from < last) throw damagedEvent(stream, from + 1);
    return { ...page, ats: [], texts: [] };
  }
  const found = texts.split('\n');
  if (first !== from + 1 || found.length !== end - from) throw damagedEvent(stream, from + 1);
  return { ...page, ats: (ats ?? '').split(',').map(Number), texts: found };
}
