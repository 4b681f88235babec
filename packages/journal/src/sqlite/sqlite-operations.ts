/** The operations of a store as SQL. The caller begins a transaction before an operation that writes. */
import { patchMetadata, type StoredMetadata } from '../store/metadata.ts';
import { assertWritable, isLateRelease, previousOwnerOf } from '../store/ownership.ts';
import { damagedEvent, damagedMetadata, exists, missing, trimmed } from '../store/store-errors.ts';
import { eventChecksum } from './event-checksum.ts';
import type { Bound, Query, Row, SqliteConnection } from './sqlite-connection.ts';
import { bytesOf, selectStream, streamInfoOf, last, createListQuery, number } from './stream-info-queries.ts';
import { backupJournal } from './journal-backup.ts';
import type { LastEvent } from './last-event-record.ts';
import { decodeText, decodeLines } from './text-decoding.ts';
import type {
  AppendParams,
  CreateParams,
  EventPage,
  ReadParams,
  Operations,
  OperationTable,
  StoredStream,
} from '../store/store.ts';

/** Operations that need no transaction. */
export const readOnlyOperations: ReadonlySet<string> = new Set(['read', 'get', 'size', 'list', 'backup']);

/** Events written by one statement, because each call into the library has a fixed cost. */
const eventsPerStatement = 32;

/** The maximum number of streams whose last event number is cached. */
const maxCachedEnds = 1000;

export interface SqliteOperations extends OperationTable {
  /** Copies the journal to a new file. */
  backup(params: { readonly path: string }): void;
  /**
   * Appends one event by one statement, which is a transaction by itself. Returns undefined, and changes nothing, if
   * that is not possible: the last event number of the stream must be cached and still right.
   */
  appendAlone(params: AppendParams): Operations['append']['result'] | undefined;
  /** The newest event that was written since the last call; undefined if there is none. */
  takeNewest(): LastEvent | undefined;
}

/** Returns the operations on a connection; each writes only after all its checks have passed. */
export function sqliteOperations(
  connection: SqliteConnection,
  limits: { readonly metadataBytes: number },
): SqliteOperations {
  const streams = new Streams(connection, limits);
  const lists = createListQuery(connection);
  return {
    append: (params) => streams.append(params),
    appendAlone: (params) => streams.appendAlone(params),
    takeNewest: () => streams.takeNewest(),
    create: (params) => streams.create(params),
    read: (params) => streams.read(params),
    get: ({ stream }) => streams.get(stream),
    size: ({ stream }) => streams.size(stream),
    patch: ({ stream, patch }) => streams.patch(stream, patch),
    list: (params) => lists(params).map(streamInfoOf),
    copy: (params) => streams.copy(params),
    fence: ({ stream }) => streams.fence(stream),
    release: (params) => streams.release(params),
    trim: ({ stream, through }) => streams.trim(stream, through),
    delete: ({ stream }) => streams.delete(stream),
    backup: ({ path }) => {
      backupJournal(connection, path);
    },
  };
}

function queriesOf(connection: SqliteConnection) {
  const query = (sql: string): Query => connection.query(sql);
  return {
    stream: query(`${selectStream} WHERE name = ?`),
    bounds: query(
      `SELECT id, ${number('floor')}, ${last}, ${number('owner')}, ${number('known')} FROM streams WHERE name = ?`,
    ),
    insert: query(
      'INSERT INTO streams (name, created, updated, cwd, archived, facts, floor, known) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
    ),
    update: query(
      'UPDATE streams SET updated = ?, cwd = ?, archived = ?, facts = ?, known = max(known, ?) WHERE id = ?',
    ),
    remove: query('DELETE FROM streams WHERE id = ?'),
    nextOwner: query('UPDATE owners SET newest = newest + 1 RETURNING newest'),
    own: query('UPDATE streams SET owner = ? WHERE id = ?'),
    remember: query('INSERT OR REPLACE INTO released VALUES (?, ?, ?)'),
    released: query(`SELECT ${number('before')} FROM released WHERE stream = ? AND token = ?`),
    forget: query('DELETE FROM released WHERE stream = ? AND token > ?'),
    raiseFloor: query('UPDATE streams SET floor = ? WHERE id = ?'),
    // After the previous event or, if that was trimmed, after the floor. Otherwise the stream is null, which violates
    // NOT NULL; a number that is already used violates the primary key.
    insertNext: query(`
      INSERT INTO events VALUES ((
        SELECT id FROM streams WHERE id = ?1 AND owner = ?5 AND (
          floor = ?2 - 1 OR floor < ?2 AND EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND sequence = ?2 - 1)
        )
      ), ?2, ?3, ?4, ?6)`),
    insertEvent: query('INSERT INTO events VALUES (?, ?, ?, ?, ?)'),
    insertEvents: query(`INSERT INTO events VALUES ${Array(eventsPerStatement).fill('(?, ?, ?, ?, ?)').join()}`),
    copyEvents: query('INSERT INTO events SELECT ?1, sequence, at, event, sum FROM events WHERE stream = ?2'),
    removeEvents: query('DELETE FROM events WHERE stream = ? AND sequence <= ?'),
    pageEnd: query(`
      SELECT ${number('max(sequence)')} FROM (
        SELECT sequence, sum(octet_length(event)) OVER (ORDER BY sequence) AS total
        FROM (SELECT sequence, event FROM events WHERE stream = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3)
      ) WHERE total <= ?4 OR sequence = ?2 + 1`),
    // One row, because each row and each value read as bytes has a fixed cost.
    page: query(`
      SELECT group_concat(${number('sequence')}), group_concat(${number('ifnull(at, 0)')}), ${bytesOf('group_concat(event, char(10))')},
        group_concat(${number('ifnull(sum, -1)')})
      FROM (SELECT * FROM events WHERE stream = ? AND sequence > ? AND sequence <= ? ORDER BY sequence)`),
    size: query(`
      SELECT count(*), ${number('ifnull(sum(octet_length(event)), 0)')} FROM events WHERE stream = ? AND sequence > ?`),
    single: query(`SELECT ${bytesOf('event')} FROM events WHERE stream = ? AND sequence = ?`),
  } satisfies Record<string, Query>;
}

class Streams {
  readonly #queries: ReturnType<typeof queriesOf>;
  readonly #metadataBytes: number;
  /**
   * The last event numbers this thread wrote; other programs may have written since, or the transaction may have
   * failed.
   */
  readonly #ends = new Map<string, { readonly id: number; readonly last: number }>();

  #newest: LastEvent | undefined;

  constructor(connection: SqliteConnection, { metadataBytes }: { readonly metadataBytes: number }) {
    this.#queries = queriesOf(connection);
    this.#metadataBytes = metadataBytes;
  }

  append(params: AppendParams): Operations['append']['result'] {
    const { stream, texts, patch } = params;
    const { id, last: lastBefore, owner, known } = this.#boundsOf(stream);
    if (lastBefore < known) throw damagedEvent(stream, lastBefore + 1);
    assertWritable(params, lastBefore, owner);
    const end = lastBefore + texts.length;
    if (patch !== undefined) this.#updateMetadata({ ...this.#find(stream), last: end }, patch);
    this.#insertEvents(id, lastBefore, params);
    return this.#cacheEnd(stream, id, { first: lastBefore + 1, last: end });
  }

  appendAlone({
    stream,
    at,
    texts,
    expectedLast,
    token = 0,
    patch,
  }: AppendParams): Operations['append']['result'] | undefined {
    const end = this.#ends.get(stream);
    const [text] = texts;
    if (end === undefined || text === undefined || texts.length > 1 || patch !== undefined) return undefined;
    if (expectedLast !== undefined && expectedLast !== end.last) return undefined;
    const sequence = end.last + 1;
    this.#ends.delete(stream);
    try {
      const sum = eventChecksum(sequence, at, text);
      this.#queries.insertNext.run(end.id, sequence, at, text, token, sum);
      this.#newest = { streamId: end.id, sequence, sum };
    } catch (error) {
      if (String((error as { readonly code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) return undefined;
      throw error;
    }
    return this.#cacheEnd(stream, end.id, { first: sequence, last: sequence });
  }

  takeNewest(): LastEvent | undefined {
    const newest = this.#newest;
    this.#newest = undefined;
    return newest;
  }

  create({ stream, at, metadata, texts }: CreateParams): StoredStream {
    const id = this.#insertStream(stream, {
      at,
      metadata: patchMetadata('{}', metadata, this.#metadataBytes),
      floor: 0,
      last: texts.length,
    });
    this.#insertEvents(id, 0, { at, texts });
    return this.#find(stream);
  }

  read({ stream, after, streamId, count, bytes }: ReadParams): EventPage {
    const { pageEnd, page, single } = this.#queries;
    const { id, floor, last: end, known } = this.#boundsOf(stream);
    if (streamId !== undefined && streamId !== id) throw missing(stream);
    const from = after ?? floor;
    if (from < floor) throw trimmed(stream, from, floor + 1);
    const through = Number(pageEnd.row(id, from, count, bytes)?.[0] ?? from);
    const [sequences, times, events = null, sums] = page.row(id, from, through) ?? [];
    const numbers = numbersOf(sequences);
    const gap = numbers.findIndex((sequence, index) => sequence !== from + index + 1);
    if (gap !== -1) throw damagedEvent(stream, from + gap + 1);
    if (numbers.length === 0 && from < known) throw damagedEvent(stream, from + 1);
    const ats = numbersOf(times);
    // If one of them is damaged, read all of them one by one.
    const texts =
      decodeLines(events, numbers.length) ??
      numbers.map((sequence) => decodeText(single.row(id, sequence)?.[0] ?? null));
    return {
      streamId: id,
      first: from + 1,
      ats,
      texts: soundTexts(texts, { first: from + 1, ats, sums: numbersOf(sums) }),
      last: Math.max(end, known),
    };
  }

  get(stream: string): StoredStream | undefined {
    const row = this.#queries.stream.row(stream);
    return row === undefined ? undefined : { ...streamInfoOf(row), stream };
  }

  size(stream: string): Operations['size']['result'] {
    const { id, floor } = this.#boundsOf(stream);
    const [events, bytes] = this.#queries.size.row(id, floor) ?? [];
    return { events: Number(events), bytes: Number(bytes) };
  }

  patch(stream: string, patch: string): StoredStream {
    this.#updateMetadata(this.#find(stream), patch);
    return this.#find(stream);
  }

  copy({ from, to, at, patch }: Operations['copy']['params']): StoredStream {
    const { streamId, metadata, first, last: end } = this.#find(from);
    const id = this.#insertStream(to, {
      at,
      metadata: this.#patched(from, metadata, patch),
      floor: first - 1,
      last: end,
    });
    this.#queries.copyEvents.run(id, streamId);
    return this.#find(to);
  }

  fence(stream: string): Operations['fence']['result'] {
    const { id, last: end, owner: before } = this.#boundsOf(stream);
    const token = Number(this.#queries.nextOwner.row()?.[0]);
    this.#queries.own.run(token, id);
    return { token, last: end, before };
  }

  release({ stream, token, before }: Operations['release']['params']): boolean {
    const { bounds, own, remember, released, forget } = this.#queries;
    if (bounds.row(stream) === undefined) return false;
    const { id, owner } = this.#boundsOf(stream);
    if (owner !== token) {
      if (isLateRelease({ token, before }, owner)) remember.run(id, token, before);
      return false;
    }
    const previous = previousOwnerOf(before, (each) => {
      const [found] = released.row(id, each) ?? [];
      return found === undefined ? undefined : Number(found);
    });
    own.run(previous, id);
    forget.run(id, previous);
    return true;
  }

  trim(stream: string, through: number): StoredStream {
    const { streamId, first, last: end } = this.#find(stream);
    const floor = Math.min(Math.max(through, first - 1), end);
    this.#queries.raiseFloor.run(floor, streamId);
    this.#queries.removeEvents.run(streamId, floor);
    return this.#find(stream);
  }

  delete(stream: string): boolean {
    const found = this.get(stream);
    if (found === undefined) return false;
    this.#queries.removeEvents.run(found.streamId, found.last);
    this.#queries.remove.run(found.streamId);
    this.#queries.forget.run(found.streamId, 0);
    return true;
  }

  #find(stream: string): StoredStream {
    const found = this.get(stream);
    if (found === undefined) throw missing(stream);
    return found;
  }

  #boundsOf(stream: string): StreamBounds {
    const [id, floor, end, owner, known] = this.#queries.bounds.row(stream) ?? [];
    if (id === undefined) throw missing(stream);
    return { id: Number(id), floor: Number(floor), last: Number(end), owner: Number(owner), known: Number(known) };
  }

  #insertStream(stream: string, { at, metadata, floor, last: end }: NewStream): number {
    if (this.get(stream) !== undefined) throw exists(stream);
    const { text, updatedAt, cwd, archived } = metadata;
    return Number(this.#queries.insert.row(stream, at, updatedAt, cwd, Number(archived), text, floor, end)?.[0]);
  }

  #updateMetadata({ stream, streamId, metadata, last: end }: StoredStream, patch: string): void {
    const { text, updatedAt, cwd, archived } = this.#patched(stream, metadata, patch);
    this.#queries.update.run(updatedAt, cwd, Number(archived), text, end, streamId);
  }

  /** Caches the last event number of a stream; `insertNext` checks whether it is still right. */
  #cacheEnd(stream: string, id: number, result: Operations['append']['result']): Operations['append']['result'] {
    if (this.#ends.size >= maxCachedEnds) this.#ends.clear();
    this.#ends.set(stream, { id, last: result.last });
    return result;
  }

  #patched(stream: string, metadata: string, patch: string): StoredMetadata {
    try {
      return patchMetadata(metadata, patch, this.#metadataBytes);
    } catch (error) {
      throw error instanceof SyntaxError ? damagedMetadata(stream, error) : error;
    }
  }

  #insertEvents(id: number, lastBefore: number, { at, texts }: Pick<AppendParams, 'at' | 'texts'>): void {
    const { insertEvent, insertEvents } = this.#queries;
    const valuesOf = (text: string, index: number): Bound[] => {
      const sequence = lastBefore + index + 1;
      const sum = eventChecksum(sequence, at, text);
      this.#newest = { streamId: id, sequence, sum };
      return [id, sequence, at, text, sum];
    };
    const inBatches = texts.length - (texts.length % eventsPerStatement);
    for (let index = 0; index < inBatches; index += eventsPerStatement) {
      insertEvents.run(
        ...texts.slice(index, index + eventsPerStatement).flatMap((text, n) => valuesOf(text, index + n)),
      );
    }
    for (const [n, text] of texts.slice(inBatches).entries()) insertEvent.run(...valuesOf(text, inBatches + n));
  }
}

/** The ends of a stream; if `last` is less than `known`, events were lost. */
interface StreamBounds {
  readonly id: number;
  readonly floor: number;
  readonly last: number;
  readonly owner: number;
  readonly known: number;
}

interface NewStream {
  readonly at: number;
  readonly metadata: StoredMetadata;
  readonly floor: number;
  readonly last: number;
}

/**
 * The texts of a page; one whose checksum is wrong becomes empty, which is not JSON. An event without one is accepted.
 */
function soundTexts(
  texts: readonly string[],
  { first, ats, sums }: { readonly first: number; readonly ats: readonly number[]; readonly sums: readonly number[] },
): readonly string[] {
  return texts.map((text, index) => {
    const sum = sums[index] ?? noChecksum;
    return sum === noChecksum || sum === eventChecksum(first + index, ats[index] ?? 0, text) ? text : '';
  });
}

/** Stands for null in a list. */
const noChecksum = -1;

/** The numbers of a comma-separated list. */
const numbersOf = (list: Row[number] | undefined): number[] =>
  typeof list === 'string' ? list.split(',').map(Number) : [];
