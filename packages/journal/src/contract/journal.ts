/**
 * The interface of a journal: append-only streams of events, and metadata for each stream.
 *
 * The events of a stream are numbered from 1 without a gap, and a number is never reused while the stream exists. A
 * change is durable when its promise resolves (`memoryJournal` keeps it as long as the process runs), and it is not
 * visible to readers before. Several writers may use one journal, in one process or in several.
 */

/** The metadata of a stream: any JSON object. The journal itself uses the fields named here. */
export interface Metadata {
  /** The working directory of the session; lists can be filtered by it. */
  readonly cwd?: string;
  /** Whether the session is archived; lists can be filtered by it. */
  readonly archived?: boolean;
  /** Milliseconds since 1970, by which lists are ordered. The time of creation until it is set. */
  readonly updatedAt?: number;
  /** Words by which lists can be filtered: at most 64, each of 1 to 256 characters, none of them twice. */
  readonly labels?: readonly string[];
  readonly [name: string]: unknown;
}

/** Changes to metadata: null removes a field, absent fields stay as they are. */
export type MetadataPatch = { readonly [Name in keyof Metadata]: Metadata[Name] | null };

/** A stream without its events. */
export interface StreamInfo {
  /** The name of the stream. */
  readonly stream: string;
  /** The current metadata; `updatedAt` is always set. */
  readonly metadata: Metadata & { readonly updatedAt: number };
  /** The time of creation, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The number of the oldest event that can be read; `last + 1` if there is none. */
  readonly first: number;
  /** The number of the newest event; 0 before the first append. */
  readonly last: number;
}

/** How much of a stream can be read. */
export interface StreamSize {
  /** The number of events. */
  readonly events: number;
  /** The bytes of their JSON strings, in UTF-8. */
  readonly bytes: number;
}

/** One event with its number. */
export interface JournalEntry {
  /** Its number in the stream, counted from 1. */
  readonly sequence: number;
  /** When it was appended, in milliseconds since 1970 by the clock of the writer. */
  readonly at: number;
  /** A copy of the JSON value that was appended. */
  readonly event: unknown;
}

/** The numbers of the appended events; `last` is less than `first` if there were none. */
export interface Appended {
  /** The number of the first event. */
  readonly first: number;
  /** The number of the last event, now the newest of the stream. */
  readonly last: number;
}

/** Conditions of an append, and metadata that change with it. */
export interface AppendOptions {
  /** The append fails with `conflict` unless this is the number of the newest event. */
  readonly expectedLast?: number;
  /** The token that `fence` returned to this writer. */
  readonly token?: number;
  /** Changes to the metadata, in the same transaction as the append. */
  readonly patch?: MetadataPatch;
}

/** Where to start reading, and how many events to read; all events by default. */
export interface ReadOptions {
  /** Starts after this number; by default with the oldest event. */
  readonly after?: number;
  /** The maximum number of events. */
  readonly limit?: number;
}

/** The initial content of a stream; empty by default. */
export interface CreateOptions {
  /** The initial metadata. */
  readonly metadata?: Metadata;
  /** The first events, in the same transaction as the creation. */
  readonly events?: readonly unknown[];
}

/** Which streams to list, and how many on one page. */
export interface ListOptions {
  /**
   * Only streams with these metadata; a stream without `archived` is not archived. `label` is one of the labels of the
   * stream.
   */
  readonly where?: { readonly cwd?: string; readonly archived?: boolean; readonly label?: string };
  /** Continues after the page that returned it as `next`. */
  readonly cursor?: string;
  /** The maximum number of streams; 50 by default. */
  readonly limit?: number;
}

/** One page of a list. */
export interface StreamPage {
  /** Newest first. */
  readonly streams: readonly StreamInfo[];
  /** The `cursor` of the next page; absent on the last one. */
  readonly next?: string;
}

/** The result of `fence`. */
export interface Fence {
  /** Passed with every append from now on. */
  readonly token: number;
  /** The number of the newest event, written by an earlier owner. */
  readonly last: number;
  /** The token of the previous owner; 0 if there was none. */
  readonly before: number;
}

/** How a reserved journal differs from the one it was reserved from. */
export interface ReserveOptions {
  /** Milliseconds that one statement, or connecting, may take; longer ones fail with `busy` or `unavailable`. */
  readonly timeout?: number;
}

/** Durable, ordered streams of events. Every method rejects with a `JournalError`. */
export interface Journal extends AsyncDisposable {
  /** Creates a stream. */
  create(stream: string, options?: CreateOptions): Promise<StreamInfo>;
  /** Appends all of the events or none; they are durable when the promise resolves. */
  append(stream: string, events: readonly unknown[], options?: AppendOptions): Promise<Appended>;
  /**
   * Reads the events of a stream in order, up to the newest one at the time when the reader gets there.
   *
   * Holds one page of events in memory at a time. Throws `trimmed` if an event after `after` was removed.
   */
  read(stream: string, options?: ReadOptions): AsyncIterable<JournalEntry>;
  /** Returns a stream without its events; undefined if it does not exist. */
  get(stream: string): Promise<StreamInfo | undefined>;
  /** Returns how much of a stream can be read; counts when it is called, so that an append need not. */
  size(stream: string): Promise<StreamSize>;
  /** Changes the metadata of a stream. */
  patch(stream: string, patch: MetadataPatch): Promise<StreamInfo>;
  /**
   * Lists the streams by `updatedAt`, newest first.
   *
   * No stream is on two pages. A stream that is updated during paging moves to the front, where a new list finds it.
   */
  list(options?: ListOptions): Promise<StreamPage>;
  /** Creates the stream `to` with the events of `from`, under the same numbers, and with its metadata, patched. */
  copy(from: string, to: string, options?: { readonly patch?: MetadataPatch }): Promise<StreamInfo>;
  /**
   * Makes the caller the owner of a stream.
   *
   * From then on only appends with its token are accepted, until another writer calls `fence`.
   */
  fence(stream: string): Promise<Fence>;
  /** Returns ownership to the previous owner; false if a newer owner exists (its release then returns it there). */
  release(stream: string, fence: Pick<Fence, 'token' | 'before'>): Promise<boolean>;
  /** Removes the events up to a number; their numbers are not used again. */
  trim(stream: string, options: { readonly through: number }): Promise<StreamInfo>;
  /** Deletes a stream; false if it does not exist. */
  delete(stream: string): Promise<boolean>;
  /**
   * Calls `listener` with the names of streams that another process may have changed: created, appended to, patched or
   * deleted. An empty list means any stream.
   *
   * A hint only: a name may come late, twice or not at all, so readers also poll. It ends when it is disposed or the
   * journal is closed. Memory and SQLite never call the listener: there one process owns the journal, and programs that
   * share a file poll.
   */
  watch(listener: (streams: readonly string[]) => void): Disposable;
  /**
   * Returns the same journal over connections of its own, for calls that must not wait for others, such as the sign of
   * life of a program. Absent if all calls share one thread.
   *
   * Calls are ordered only among those of the same object, so a stream is changed through one of them. It is closed
   * with the journal, if not before.
   */
  reserve?(options?: ReserveOptions): Journal;
  /** Finishes the pending operations and closes the journal; later calls fail with `closed`. */
  close(): Promise<void>;
}
