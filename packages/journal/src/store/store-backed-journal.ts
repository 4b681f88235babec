/**
 * The journal that stands on any store: it checks what is given, turns values into texts and back, and reads in pages.
 *
 * Nothing that is out of bounds reaches the store, and what reaches it is a copy that nobody changes any more.
 */
import { patchText } from './metadata.ts';
import { JournalError } from '../contract/journal-error.ts';
import type {
  Appended,
  AppendOptions,
  CreateOptions,
  FactsPatch,
  Fence,
  Head,
  HeadPage,
  Journal,
  JournalEntry,
  ListOptions,
  ReadOptions,
} from '../contract/journal.ts';
import { eventTexts } from './json-text.ts';
import type { JournalLimits } from '../contract/limits.ts';
import { damagedEvent, damagedFacts } from './store-errors.ts';
import type { EventPage, Place, Store, StoredHead } from './store.ts';

/** Not every store can tell names apart that have these. */
const unstorable = /[\0\p{Surrogate}]/u;

/** What one page of a read holds at most. */
const pageCount = 512;
const pageBytes = 1024 * 1024;

export class StoredJournal implements Journal {
  readonly #store: Store;
  readonly #limits: JournalLimits;
  #closed: Promise<void> | undefined;

  constructor(store: Store, limits: JournalLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  async create(stream: string, { facts = {}, events = [] }: CreateOptions = {}): Promise<Head> {
    this.#admit(stream);
    const at = Date.now();
    const { texts, bytes } = eventTexts(events, this.#limits);
    const text = patchText({ ...facts, updatedAt: facts.updatedAt ?? at });
    return headOf(await this.#store.take('create', { stream, at, facts: text, texts }, bytes));
  }

  async append(
    stream: string,
    events: readonly unknown[],
    { expectedLast, token, patch }: AppendOptions = {},
  ): Promise<Appended> {
    this.#admit(stream);
    const { texts, bytes } = eventTexts(events, this.#limits);
    const text = patch === undefined ? undefined : patchText(patch);
    return this.#store.take('append', { stream, at: Date.now(), texts, expectedLast, token, patch: text }, bytes);
  }

  async *read(stream: string, { after, limit = Infinity }: ReadOptions = {}): AsyncIterable<JournalEntry> {
    if (after !== undefined) requireCount(after, 'after');
    if (limit !== Infinity) requireCount(limit, 'limit');
    let left = limit;
    let page = left > 0 ? await this.#page(stream, { after, left }) : undefined;
    while (page !== undefined) {
      const { first, ats, texts, last, life } = page;
      left -= texts.length;
      const end = first + texts.length - 1;
      const hasMore = texts.length > 0 && end < last && left > 0;
      // Fetched while the caller works on this one; who stops early does not hear of its failure.
      const next = hasMore ? this.#page(stream, { after: end, left, life }) : undefined;
      next?.catch(() => undefined);
      for (const [index, text] of texts.entries()) {
        yield { sequence: first + index, at: ats[index] ?? 0, event: eventOf(text, stream, first + index) };
      }
      page = await next;
    }
  }

  async get(stream: string): Promise<Head | undefined> {
    this.#admit(stream);
    const head = await this.#store.take('get', { stream });
    return head === undefined ? undefined : headOf(head);
  }

  async patch(stream: string, patch: FactsPatch): Promise<Head> {
    this.#admit(stream);
    return headOf(await this.#store.take('patch', { stream, patch: patchText(patch) }));
  }

  async list({ where = {}, cursor, limit = 50 }: ListOptions = {}): Promise<HeadPage> {
    this.#admit();
    const { pageHeads } = this.#limits;
    const { cwd, archived } = where;
    requireCount(limit, 'limit');
    if (limit === 0) throw new JournalError('invalid', 'A page has at least one stream.');
    patchText(where);
    if (limit > pageHeads) {
      throw new JournalError('too-large', `A page of ${limit} streams is asked for; ${pageHeads} are the most.`);
    }
    const behind = cursor === undefined ? undefined : placeOf(cursor);
    // One more than is shown says whether there is a next page.
    const found = await this.#store.take('list', { cwd, archived, behind, limit: limit + 1 });
    // One that is damaged does not keep the others from being seen.
    const heads = found
      .slice(0, limit)
      .flatMap((each) => (factsOf(each) instanceof JournalError ? [] : [headOf(each)]));
    const [shown, hidden] = [found[limit - 1], found[limit]];
    return shown === undefined || hidden === undefined ? { heads } : { heads, next: cursorOf(shown) };
  }

  async copy(from: string, to: string, { patch = {} }: { readonly patch?: FactsPatch } = {}): Promise<Head> {
    this.#admit(from, to);
    const at = Date.now();
    return headOf(
      await this.#store.take('copy', {
        from,
        to,
        at,
        patch: patchText({ ...patch, updatedAt: patch.updatedAt ?? at }),
      }),
    );
  }

  async fence(stream: string): Promise<Fence> {
    this.#admit(stream);
    return this.#store.take('fence', { stream });
  }

  async release(stream: string, { token, before }: Pick<Fence, 'token' | 'before'>): Promise<boolean> {
    this.#admit(stream);
    requireCount(token, 'token');
    requireCount(before, 'before');
    return this.#store.take('release', { stream, token, before });
  }

  async trim(stream: string, { through }: { readonly through: number }): Promise<Head> {
    this.#admit(stream);
    requireCount(through, 'through');
    return headOf(await this.#store.take('trim', { stream, through }));
  }

  async delete(stream: string): Promise<boolean> {
    this.#admit(stream);
    return this.#store.take('delete', { stream });
  }

  close(): Promise<void> {
    this.#closed ??= this.#store.close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #page(
    stream: string,
    { after, left, life }: { readonly after: number | undefined; readonly left: number; readonly life?: number },
  ): Promise<EventPage> {
    this.#admit(stream);
    return this.#store.take('read', { stream, after, life, count: Math.min(left, pageCount), bytes: pageBytes });
  }

  /** Throws when the journal is closed, or one of the names can be that of no stream. */
  #admit(...streams: readonly string[]): void {
    if (this.#closed !== undefined) throw new JournalError('closed', 'The journal was closed.');
    for (const stream of streams) requireName(stream, this.#limits);
  }
}

function requireName(stream: string, { nameLength }: JournalLimits): void {
  if (typeof stream !== 'string' || stream === '') throw new JournalError('invalid', 'A stream has a name.');
  if (unstorable.test(stream)) {
    throw new JournalError('invalid', 'The name of a stream has half a character or a NUL in it.');
  }
  if (stream.length > nameLength) {
    throw new JournalError(
      'too-large',
      `A stream has a name of ${stream.length} characters; ${nameLength} are the most.`,
    );
  }
}

function requireCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new JournalError('invalid', `${name} is a whole number that is not negative, not ${value}.`);
}

function eventOf(text: string, stream: string, sequence: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedEvent(stream, sequence, error);
  }
}

function headOf(head: StoredHead): Head {
  const { stream, createdAt, first, last } = head;
  const facts = factsOf(head);
  if (facts instanceof JournalError) throw facts;
  return { stream, facts, createdAt, first, last };
}

/** What is known about a stream, or why that cannot be read. */
function factsOf({ stream, facts }: StoredHead): Head['facts'] | JournalError {
  try {
    return JSON.parse(facts) as Head['facts'];
  } catch (error) {
    return damagedFacts(stream, error);
  }
}

/** A cursor says where in the list the last stream of a page was. */
const cursorOf = ({ updatedAt, life }: StoredHead): string => `${updatedAt}_${life}`;

function placeOf(cursor: string): Place {
  const [, updatedAt, life] = /^(-?\d{1,16})_(\d{1,16})$/u.exec(cursor) ?? [];
  if (life === undefined) throw new JournalError('invalid', 'The cursor is not one of this journal.');
  return { updatedAt: Number(updatedAt), life: Number(life) };
}
