/**
 * The contract of a journal: streams of events that only grow at the end, and what is known about each stream.
 *
 * The events of a stream are numbered from 1 without a gap, and a number is never used twice in the life of a stream.
 * What a promise of this interface has answered is durable, as far as the implementation keeps anything at all; and
 * nobody reads what is not. Several writers may use one journal, in one process or in many.
 */

/** What is known about a stream: any JSON, of which these names are understood. */
export interface Metadata {
  /** The folder that it works in; lists can be narrowed to one. */
  readonly cwd?: string;
  /** Whether it was put away; lists can be narrowed to either. */
  readonly archived?: boolean;
  /** Milliseconds since 1970 that order the lists. It is the time of creation until it is given. */
  readonly updatedAt?: number;
  readonly [name: string]: unknown;
}

/** Changes to facts: null removes one, what is not named stays. */
export type MetadataPatch = { readonly [Name in keyof Metadata]: Metadata[Name] | null };

/** What is known about a stream without reading its events. */
export interface StreamInfo {
  /** The name that it was created with. */
  readonly stream: string;
  /** As they were last patched; `updatedAt` is always among them. */
  readonly metadata: Metadata & { readonly updatedAt: number };
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The first number that can still be read; one more than `last` when nothing can. */
  readonly first: number;
  /** The number of the newest event, 0 before there is one. */
  readonly last: number;
}

/** One event with its number. */
export interface JournalEntry {
  /** Its number in the stream, counted from 1. */
  readonly sequence: number;
  /** When it was appended, in milliseconds since 1970 by the clock of who did it. */
  readonly at: number;
  /** The JSON value that was appended; a copy. */
  readonly event: unknown;
}

/** The numbers that an append has got; `last` is less than `first` when it had no events. */
export interface Appended {
  /** The number of the first event. */
  readonly first: number;
  /** The number of the last event, with which the stream ends now. */
  readonly last: number;
}

/** What has to hold for an append to be taken, and what changes with it. */
export interface AppendOptions {
  /** Refuses the append with `conflict` unless the stream ends with this number. */
  readonly expectedLast?: number;
  /** What `fence` gave to this writer. */
  readonly token?: number;
  /** Changes to the facts, together with the append or not at all. */
  readonly patch?: MetadataPatch;
}

/** Where to begin in a stream, and how many events to read; all that are kept when nothing is said. */
export interface ReadOptions {
  /** Begins behind this number; absent: with the oldest event that is kept. */
  readonly after?: number;
  /** At most so many. */
  readonly limit?: number;
}

/** What a stream begins with; nothing when nothing is said. */
export interface CreateOptions {
  /** What is known about it from the start. */
  readonly metadata?: Metadata;
  /** The first events, together with the stream or not at all. */
  readonly events?: readonly unknown[];
}

/** Which streams are listed, and how many at a time. */
export interface ListOptions {
  /** Only streams with these facts; a stream that says nothing about `archived` is not archived. */
  readonly where?: { readonly cwd?: string; readonly archived?: boolean };
  /** Goes on behind the page that gave it as `next`. */
  readonly cursor?: string;
  /** At most so many; 50 when absent. */
  readonly limit?: number;
}

/** Some streams, and how to get those that follow. */
export interface StreamPage {
  /** Newest first. */
  readonly streams: readonly StreamInfo[];
  /** The `cursor` for the page that follows; absent on the last one. */
  readonly next?: string;
}

/** What a new owner of a stream gets. */
export interface Fence {
  /** Given with every append from now on. */
  readonly token: number;
  /** The number of the newest event that an earlier owner has written. */
  readonly last: number;
  /** The token of the owner before; 0 when there was none. */
  readonly before: number;
}

/** Durable, ordered streams of events. Every method rejects with a `JournalError`. */
export interface Journal extends AsyncDisposable {
  /** Begins a stream. */
  create(stream: string, options?: CreateOptions): Promise<StreamInfo>;
  /** Adds events at the end of a stream, all of them or none; they are durable when it resolves. */
  append(stream: string, events: readonly unknown[], options?: AppendOptions): Promise<Appended>;
  /**
   * The events of a stream in order, up to the one that is the newest when the reading gets there.
   *
   * Holds a small part of them at a time. Throws `trimmed` when an event behind `after` is no longer kept.
   */
  read(stream: string, options?: ReadOptions): AsyncIterable<JournalEntry>;
  /** What is known about a stream; undefined when there is none. */
  get(stream: string): Promise<StreamInfo | undefined>;
  /** Changes what is known about a stream. */
  patch(stream: string, patch: MetadataPatch): Promise<StreamInfo>;
  /**
   * The streams by `updatedAt`, newest first.
   *
   * Paging shows no stream twice. One that is updated meanwhile moves to the front, where a new listing finds it.
   */
  list(options?: ListOptions): Promise<StreamPage>;
  /** Begins the stream `to` with the events of `from`, under their numbers, and with its facts, patched. */
  copy(from: string, to: string, options?: { readonly patch?: MetadataPatch }): Promise<StreamInfo>;
  /**
   * Makes the caller the owner of a stream.
   *
   * From then on only appends with its token are taken, until somebody else does the same.
   */
  fence(stream: string): Promise<Fence>;
  /** Gives a stream back to the owner before; false when somebody else owns it by now, who then gives it back to that owner. */
  release(stream: string, fence: Pick<Fence, 'token' | 'before'>): Promise<boolean>;
  /** Forgets the events up to a number; theirs are not used again. */
  trim(stream: string, options: { readonly through: number }): Promise<StreamInfo>;
  /** Forgets a stream; false when there is none. */
  delete(stream: string): Promise<boolean>;
  /** Finishes what was asked for before, and takes nothing more. */
  close(): Promise<void>;
}
