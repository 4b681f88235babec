/**
 * A journal on top of any store: it validates arguments, converts values to JSON strings and back, and reads in pages.
 *
 * Nothing that exceeds a limit reaches the store, and what reaches it is a copy.
 */
import { metadataPatchText } from './metadata.ts';
import { JournalError } from '../contract/journal-error.ts';
import type {
  Appended,
  AppendOptions,
  CreateOptions,
  MetadataPatch,
  Fence,
  StreamInfo,
  StreamPage,
  StreamSize,
  Journal,
  JournalEntry,
  ListOptions,
  ReadOptions,
  ReserveOptions,
} from '../contract/journal.ts';
import { eventTexts } from './event-text.ts';
import type { JournalLimits } from '../contract/limits.ts';
import { assertLabel, assertStreamName } from './names.ts';
import { damagedEvent, damagedMetadata } from './store-errors.ts';
import type { EventPage, ListPosition, Store, StoredStream } from './store.ts';

/** The limits of one page of a read. */
const pageCount = 512;
const pageBytes = 1024 * 1024;

export class StoreBackedJournal implements Journal {
  readonly #store: Store;
  readonly #limits: JournalLimits;
  readonly reserve?: (options?: ReserveOptions) => Journal;
  readonly #reserved: Journal[] = [];
  #closed: Promise<void> | undefined;

  constructor(store: Store, limits: JournalLimits) {
    this.#store = store;
    this.#limits = limits;
    const reserveStore = store.reserve?.bind(store);
    if (reserveStore !== undefined) this.reserve = (options = {}) => this.#reserve(() => reserveStore(options));
  }

  async create(stream: string, { metadata = {}, events = [] }: CreateOptions = {}): Promise<StreamInfo> {
    this.#assertUsable(stream);
    const at = Date.now();
    const { texts, bytes } = eventTexts(events, this.#limits);
    const text = metadataPatchText({ ...metadata, updatedAt: metadata.updatedAt ?? at });
    return streamInfoOf(await this.#store.run('create', { stream, at, metadata: text, texts }, bytes));
  }

  async append(
    stream: string,
    events: readonly unknown[],
    { expectedLast, token, patch }: AppendOptions = {},
  ): Promise<Appended> {
    this.#assertUsable(stream);
    const { texts, bytes } = eventTexts(events, this.#limits);
    const text = patch === undefined ? undefined : metadataPatchText(patch);
    return this.#store.run('append', { stream, at: Date.now(), texts, expectedLast, token, patch: text }, bytes);
  }

  async *read(stream: string, { after, limit = Infinity }: ReadOptions = {}): AsyncIterable<JournalEntry> {
    if (after !== undefined) assertCount(after, 'after');
    if (limit !== Infinity) assertCount(limit, 'limit');
    let remaining = limit;
    let page = remaining > 0 ? await this.#page(stream, { after, remaining }) : undefined;
    while (page !== undefined) {
      const { first, ats, texts, last, streamId } = page;
      remaining -= texts.length;
      const end = first + texts.length - 1;
      const hasMore = texts.length > 0 && end < last && remaining > 0;
      // Fetched while the caller handles this page. If the caller stops early, a failure is ignored.
      const next = hasMore ? this.#page(stream, { after: end, remaining, streamId }) : undefined;
      next?.catch(() => undefined);
      for (const [index, text] of texts.entries()) {
        yield { sequence: first + index, at: ats[index] ?? 0, event: eventOf(text, stream, first + index) };
      }
      page = await next;
    }
  }

  async get(stream: string): Promise<StreamInfo | undefined> {
    this.#assertUsable(stream);
    const head = await this.#store.run('get', { stream });
    return head === undefined ? undefined : streamInfoOf(head);
  }

  async size(stream: string): Promise<StreamSize> {
    this.#assertUsable(stream);
    return this.#store.run('size', { stream });
  }

  async patch(stream: string, patch: MetadataPatch): Promise<StreamInfo> {
    this.#assertUsable(stream);
    return streamInfoOf(await this.#store.run('patch', { stream, patch: metadataPatchText(patch) }));
  }

  async list({ where = {}, cursor, limit = 50 }: ListOptions = {}): Promise<StreamPage> {
    this.#assertUsable();
    const { pageStreams } = this.#limits;
    const { cwd, archived, label } = where;
    assertCount(limit, 'limit');
    if (limit === 0) throw new JournalError('invalid', 'limit must be at least 1.');
    metadataPatchText(where);
    if (label !== undefined) assertLabel(label);
    if (limit > pageStreams) {
      throw new JournalError('too-large', `limit is ${limit}; the maximum is ${pageStreams}.`);
    }
    const behind = cursor === undefined ? undefined : listPositionOf(cursor);
    // One more than requested, to know whether there is a next page.
    const found = await this.#store.run('list', { cwd, archived, label, behind, limit: limit + 1 });
    // Streams with damaged metadata are skipped, so that the others can still be listed.
    const streams = found
      .slice(0, limit)
      .flatMap((each) => (metadataOf(each) instanceof JournalError ? [] : [streamInfoOf(each)]));
    const [lastShown, firstHidden] = [found[limit - 1], found[limit]];
    return lastShown === undefined || firstHidden === undefined ? { streams } : { streams, next: cursorOf(lastShown) };
  }

  async copy(from: string, to: string, { patch = {} }: { readonly patch?: MetadataPatch } = {}): Promise<StreamInfo> {
    this.#assertUsable(from, to);
    const at = Date.now();
    return streamInfoOf(
      await this.#store.run('copy', {
        from,
        to,
        at,
        patch: metadataPatchText({ ...patch, updatedAt: patch.updatedAt ?? at }),
      }),
    );
  }

  async fence(stream: string): Promise<Fence> {
    this.#assertUsable(stream);
    return this.#store.run('fence', { stream });
  }

  async release(stream: string, { token, before }: Pick<Fence, 'token' | 'before'>): Promise<boolean> {
    this.#assertUsable(stream);
    assertCount(token, 'token');
    assertCount(before, 'before');
    return this.#store.run('release', { stream, token, before });
  }

  async trim(stream: string, { through }: { readonly through: number }): Promise<StreamInfo> {
    this.#assertUsable(stream);
    assertCount(through, 'through');
    return streamInfoOf(await this.#store.run('trim', { stream, through }));
  }

  async delete(stream: string): Promise<boolean> {
    this.#assertUsable(stream);
    return this.#store.run('delete', { stream });
  }

  watch(listener: (streams: readonly string[]) => void): Disposable {
    this.assertOpen();
    return this.#store.watch?.(listener) ?? { [Symbol.dispose]: () => undefined };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    // What is reserved still uses the store while it closes.
    await Promise.all(this.#reserved.map((each) => each.close()));
    await this.#store.close();
  }

  #reserve(reserveStore: () => Store): Journal {
    this.assertOpen();
    const reserved = new StoreBackedJournal(reserveStore(), this.#limits);
    this.#reserved.push(reserved);
    return reserved;
  }

  async #page(
    stream: string,
    {
      after,
      remaining,
      streamId,
    }: { readonly after: number | undefined; readonly remaining: number; readonly streamId?: number },
  ): Promise<EventPage> {
    this.#assertUsable(stream);
    return this.#store.run('read', {
      stream,
      after,
      streamId,
      count: Math.min(remaining, pageCount),
      bytes: pageBytes,
    });
  }

  /** Throws if the journal is closed. */
  assertOpen(): void {
    if (this.#closed !== undefined) throw new JournalError('closed', 'The journal was closed.');
  }

  /** Throws if the journal is closed or one of the names is not valid. */
  #assertUsable(...streams: readonly string[]): void {
    this.assertOpen();
    for (const stream of streams) assertStreamName(stream, this.#limits.nameLength);
  }
}

function assertCount(value: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new JournalError('invalid', `${name} must be a non-negative integer, not ${value}.`);
}

function eventOf(text: string, stream: string, sequence: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedEvent(stream, sequence, error);
  }
}

function streamInfoOf(head: StoredStream): StreamInfo {
  const { stream, createdAt, first, last } = head;
  const metadata = metadataOf(head);
  if (metadata instanceof JournalError) throw metadata;
  return { stream, metadata, createdAt, first, last };
}

/** The metadata of a stream, or an error if they cannot be parsed. */
function metadataOf({ stream, metadata }: StoredStream): StreamInfo['metadata'] | JournalError {
  try {
    return JSON.parse(metadata) as StreamInfo['metadata'];
  } catch (error) {
    return damagedMetadata(stream, error);
  }
}

/** A cursor is the position of the last stream of a page. */
const cursorOf = ({ updatedAt, streamId }: StoredStream): string => `${updatedAt}_${streamId}`;

function listPositionOf(cursor: string): ListPosition {
  const [, updatedAt, streamId] = /^(-?\d{1,16})_(\d{1,16})$/u.exec(cursor) ?? [];
  if (streamId === undefined) throw new JournalError('invalid', 'The cursor was not created by this journal.');
  return { updatedAt: Number(updatedAt), streamId: Number(streamId) };
}
