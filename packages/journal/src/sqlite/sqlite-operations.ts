/** The steps of a store as SQL. Whoever takes one that writes has begun a transaction. */
import { patchFacts, type KeptFacts } from '../store/metadata.ts';
import { heirOf, isLate } from '../store/ownership.ts';
import { damagedEvent, damagedFacts, exists, missing, requireWritable, trimmed } from '../store/store-errors.ts';
import type { Bound, Query, Row, SqliteConnection } from './sqlite-connection.ts';
import { bytesOf, head, headOf, last, listQueries, number } from './stream-info-queries.ts';
import { textOf, textsOf } from './text-decoding.ts';
import type { AppendStep, CreateStep, EventPage, ReadStep, Steps, StepTable, StoredHead } from '../store/store.ts';

/** Steps that change nothing. */
export const readingSteps: ReadonlySet<string> = new Set(['read', 'get', 'list']);

/** Events that are written by one statement: each call into the library has its price. */
const together = 32;

/** Streams whose end is remembered. */
const mostEnds = 1000;

export interface SqliteSteps extends StepTable {
  /**
   * An append of one event by one statement, which is a transaction by itself; undefined when that cannot be done, and nothing was.
   *
   * It needs to be known from before where the stream ends.
   */
  appendAlone(given: AppendStep): Steps['append']['answer'] | undefined;
}

/** The steps on a connection; each writes only after it has found nothing to refuse. */
export function sqliteSteps(connection: SqliteConnection, limits: { readonly factsBytes: number }): SqliteSteps {
  const streams = new Streams(connection, limits);
  const lists = listQueries(connection);
  return {
    append: (given) => streams.append(given),
    appendAlone: (given) => streams.appendAlone(given),
    create: (given) => streams.create(given),
    read: (given) => streams.read(given),
    get: ({ stream }) => streams.get(stream),
    patch: ({ stream, patch }) => streams.patch(stream, patch),
    list: (given) => lists(given).map(headOf),
    copy: (given) => streams.copy(given),
    fence: ({ stream }) => streams.fence(stream),
    release: (given) => streams.release(given),
    trim: ({ stream, through }) => streams.trim(stream, through),
    delete: ({ stream }) => streams.delete(stream),
  };
}

function queriesOf(connection: SqliteConnection) {
  const query = (sql: string): Query => connection.query(sql);
  return {
    head: query(`${head} WHERE name = ?`),
    place: query(
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
    // Behind the event before it or, when that is trimmed, behind the floor; the stream is null, which no event may have, when that is not there. A number
    // that is taken is a conflict of keys.
    insertNext: query(`
      INSERT INTO events VALUES ((
        SELECT id FROM streams WHERE id = ?1 AND owner = ?5 AND (
          floor = ?2 - 1 OR floor < ?2 AND EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND sequence = ?2 - 1)
        )
      ), ?2, ?3, ?4)`),
    insertEvent: query('INSERT INTO events VALUES (?, ?, ?, ?)'),
    insertEvents: query(`INSERT INTO events VALUES ${Array(together).fill('(?, ?, ?, ?)').join()}`),
    copyEvents: query('INSERT INTO events SELECT ?1, sequence, at, event FROM events WHERE stream = ?2'),
    removeEvents: query('DELETE FROM events WHERE stream = ? AND sequence <= ?'),
    pageEnd: query(`
      SELECT ${number('max(sequence)')} FROM (
        SELECT sequence, sum(octet_length(event)) OVER (ORDER BY sequence) AS total
        FROM (SELECT sequence, event FROM events WHERE stream = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3)
      ) WHERE total <= ?4 OR sequence = ?2 + 1`),
    // One row: each has its price, and bytes more than others.
    page: query(`
      SELECT group_concat(${number('sequence')}), group_concat(${number('ifnull(at, 0)')}), ${bytesOf('group_concat(event, char(10))')}
      FROM (SELECT * FROM events WHERE stream = ? AND sequence > ? AND sequence <= ? ORDER BY sequence)`),
    single: query(`SELECT ${bytesOf('event')} FROM events WHERE stream = ? AND sequence = ?`),
  } satisfies Record<string, Query>;
}

class Streams {
  readonly #queries: ReturnType<typeof queriesOf>;
  readonly #factsBytes: number;
  /** Where streams ended when this thread last wrote to them; others may have written since, or the transaction may have failed. */
  readonly #ends = new Map<string, { readonly id: number; readonly last: number }>();

  constructor(connection: SqliteConnection, { factsBytes }: { readonly factsBytes: number }) {
    this.#queries = queriesOf(connection);
    this.#factsBytes = factsBytes;
  }

  append(given: AppendStep): Steps['append']['answer'] {
    const { stream, texts, patch } = given;
    const { id, last: behind, owner, known } = this.#place(stream);
    if (behind < known) throw damagedEvent(stream, behind + 1);
    requireWritable(given, behind, owner);
    const end = behind + texts.length;
    if (patch !== undefined) this.#change({ ...this.#find(stream), last: end }, patch);
    this.#write(id, behind, given);
    return this.#ended(stream, id, { first: behind + 1, last: end });
  }

  appendAlone({
    stream,
    at,
    texts,
    expectedLast,
    token = 0,
    patch,
  }: AppendStep): Steps['append']['answer'] | undefined {
    const end = this.#ends.get(stream);
    const [text] = texts;
    if (end === undefined || text === undefined || texts.length > 1 || patch !== undefined) return undefined;
    if (expectedLast !== undefined && expectedLast !== end.last) return undefined;
    const sequence = end.last + 1;
    this.#ends.delete(stream);
    try {
      this.#queries.insertNext.run(end.id, sequence, at, text, token);
    } catch (error) {
      if (String((error as { readonly code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) return undefined;
      throw error;
    }
    return this.#ended(stream, end.id, { first: sequence, last: sequence });
  }

  create({ stream, at, facts, texts }: CreateStep): StoredHead {
    const id = this.#add(stream, {
      at,
      facts: patchFacts('{}', facts, this.#factsBytes),
      floor: 0,
      last: texts.length,
    });
    this.#write(id, 0, { at, texts });
    return this.#find(stream);
  }

  read({ stream, after, life, count, bytes }: ReadStep): EventPage {
    const { pageEnd, page, single } = this.#queries;
    const { id, floor, last: end, known } = this.#place(stream);
    if (life !== undefined && life !== id) throw missing(stream);
    const from = after ?? floor;
    if (from < floor) throw trimmed(stream, from, floor + 1);
    const through = Number(pageEnd.row(id, from, count, bytes)?.[0] ?? from);
    const [sequences, ats, events = null] = page.row(id, from, through) ?? [];
    const numbers = numbersOf(sequences);
    const gap = numbers.findIndex((sequence, index) => sequence !== from + index + 1);
    if (gap !== -1) throw damagedEvent(stream, from + gap + 1);
    if (numbers.length === 0 && from < known) throw damagedEvent(stream, from + 1);
    return {
      life: id,
      first: from + 1,
      ats: numbersOf(ats),
      // Where one of them is damaged, all are read one by one.
      texts:
        textsOf(events, numbers.length) ?? numbers.map((sequence) => textOf(single.row(id, sequence)?.[0] ?? null)),
      last: Math.max(end, known),
    };
  }

  get(stream: string): StoredHead | undefined {
    const row = this.#queries.head.row(stream);
    return row === undefined ? undefined : { ...headOf(row), stream };
  }

  patch(stream: string, patch: string): StoredHead {
    this.#change(this.#find(stream), patch);
    return this.#find(stream);
  }

  copy({ from, to, at, patch }: Steps['copy']['given']): StoredHead {
    const { life, facts, first, last: end } = this.#find(from);
    const id = this.#add(to, { at, facts: this.#patched(from, facts, patch), floor: first - 1, last: end });
    this.#queries.copyEvents.run(id, life);
    return this.#find(to);
  }

  fence(stream: string): Steps['fence']['answer'] {
    const { id, last: end, owner: before } = this.#place(stream);
    const token = Number(this.#queries.nextOwner.row()?.[0]);
    this.#queries.own.run(token, id);
    return { token, last: end, before };
  }

  release({ stream, token, before }: Steps['release']['given']): boolean {
    const { place, own, remember, released, forget } = this.#queries;
    if (place.row(stream) === undefined) return false;
    const { id, owner } = this.#place(stream);
    if (owner !== token) {
      if (isLate({ token, before }, owner)) remember.run(id, token, before);
      return false;
    }
    const heir = heirOf(before, (each) => {
      const [found] = released.row(id, each) ?? [];
      return found === undefined ? undefined : Number(found);
    });
    own.run(heir, id);
    forget.run(id, heir);
    return true;
  }

  trim(stream: string, through: number): StoredHead {
    const { life, first, last: end } = this.#find(stream);
    const floor = Math.min(Math.max(through, first - 1), end);
    this.#queries.raiseFloor.run(floor, life);
    this.#queries.removeEvents.run(life, floor);
    return this.#find(stream);
  }

  delete(stream: string): boolean {
    const found = this.get(stream);
    if (found === undefined) return false;
    this.#queries.removeEvents.run(found.life, found.last);
    this.#queries.remove.run(found.life);
    this.#queries.forget.run(found.life, 0);
    return true;
  }

  #find(stream: string): StoredHead {
    const found = this.get(stream);
    if (found === undefined) throw missing(stream);
    return found;
  }

  #place(stream: string): StreamPlace {
    const [id, floor, end, owner, known] = this.#queries.place.row(stream) ?? [];
    if (id === undefined) throw missing(stream);
    return { id: Number(id), floor: Number(floor), last: Number(end), owner: Number(owner), known: Number(known) };
  }

  #add(stream: string, { at, facts, floor, last: end }: NewStream): number {
    if (this.get(stream) !== undefined) throw exists(stream);
    const { text, updatedAt, cwd, archived } = facts;
    return Number(this.#queries.insert.row(stream, at, updatedAt, cwd, Number(archived), text, floor, end)?.[0]);
  }

  #change({ stream, life, facts, last: end }: StoredHead, patch: string): void {
    const { text, updatedAt, cwd, archived } = this.#patched(stream, facts, patch);
    this.#queries.update.run(updatedAt, cwd, Number(archived), text, end, life);
  }

  /** Remembers where a stream ends; who writes there finds out whether it still does. */
  #ended(stream: string, id: number, answer: Steps['append']['answer']): Steps['append']['answer'] {
    if (this.#ends.size >= mostEnds) this.#ends.clear();
    this.#ends.set(stream, { id, last: answer.last });
    return answer;
  }

  #patched(stream: string, facts: string, patch: string): KeptFacts {
    try {
      return patchFacts(facts, patch, this.#factsBytes);
    } catch (error) {
      throw error instanceof SyntaxError ? damagedFacts(stream, error) : error;
    }
  }

  #write(id: number, behind: number, { at, texts }: Pick<AppendStep, 'at' | 'texts'>): void {
    const { insertEvent, insertEvents } = this.#queries;
    const valuesOf = (text: string, index: number): Bound[] => [id, behind + index + 1, at, text];
    const whole = texts.length - (texts.length % together);
    for (let index = 0; index < whole; index += together) {
      insertEvents.run(...texts.slice(index, index + together).flatMap((text, n) => valuesOf(text, index + n)));
    }
    for (const [n, text] of texts.slice(whole).entries()) insertEvent.run(...valuesOf(text, whole + n));
  }
}

/** Where a stream is and ends; one that ends before what is known of it has lost something. */
interface StreamPlace {
  readonly id: number;
  readonly floor: number;
  readonly last: number;
  readonly owner: number;
  readonly known: number;
}

interface NewStream {
  readonly at: number;
  readonly facts: KeptFacts;
  readonly floor: number;
  readonly last: number;
}

/** The numbers of a list with commas. */
const numbersOf = (list: Row[number] | undefined): number[] =>
  typeof list === 'string' ? list.split(',').map(Number) : [];
