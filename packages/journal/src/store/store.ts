/**
 * The interface between a journal and what stores it: the operations that a store provides, over plain data.
 *
 * Each operation is atomic. Events and metadata are JSON strings, so that an operation can be sent to another thread or
 * machine unchanged.
 */
import type { Fence, Journal, ReserveOptions, StreamSize } from '../contract/journal.ts';

export interface AppendParams {
  readonly stream: string;
  readonly at: number;
  readonly texts: readonly string[];
  readonly expectedLast?: number | undefined;
  readonly token?: number | undefined;
  readonly patch?: string | undefined;
}

export interface CreateParams {
  readonly stream: string;
  readonly at: number;
  readonly metadata: string;
  readonly texts: readonly string[];
}

export interface ReadParams {
  readonly stream: string;
  readonly after: number | undefined;
  /** The maximum number of events. */
  readonly count: number;
  /** The maximum number of bytes; one event is returned even if it alone has more. */
  readonly bytes: number;
  /** The id of the stream that earlier pages came from: a later stream of the same name has another one. */
  readonly streamId: number | undefined;
}

/** Consecutive events. */
export interface EventPage {
  readonly streamId: number;
  /** The number of the first event. */
  readonly first: number;
  readonly ats: readonly number[];
  readonly texts: readonly string[];
  /** The number of the newest event of the stream. */
  readonly last: number;
}

export interface ListParams {
  readonly cwd: string | undefined;
  readonly archived: boolean | undefined;
  readonly label: string | undefined;
  readonly behind: ListPosition | undefined;
  readonly limit: number;
}

/** The position of a stream in a list. */
export interface ListPosition {
  readonly updatedAt: number;
  readonly streamId: number;
}

export interface StoredStream {
  readonly stream: string;
  /** Never used for another stream. */
  readonly streamId: number;
  readonly metadata: string;
  /** The same as in the metadata, which may be damaged. */
  readonly updatedAt: number;
  readonly createdAt: number;
  readonly first: number;
  readonly last: number;
}

/** The parameters and the result of each operation. */
export interface Operations {
  append: { params: AppendParams; result: { readonly first: number; readonly last: number } };
  create: { params: CreateParams; result: StoredStream };
  read: { params: ReadParams; result: EventPage };
  get: { params: { readonly stream: string }; result: StoredStream | undefined };
  size: { params: { readonly stream: string }; result: StreamSize };
  patch: { params: { readonly stream: string; readonly patch: string }; result: StoredStream };
  list: { params: ListParams; result: readonly StoredStream[] };
  copy: {
    params: { readonly from: string; readonly to: string; readonly at: number; readonly patch: string };
    result: StoredStream;
  };
  fence: { params: { readonly stream: string }; result: Fence };
  release: { params: { readonly stream: string; readonly token: number; readonly before: number }; result: boolean };
  trim: { params: { readonly stream: string; readonly through: number }; result: StoredStream };
  delete: { params: { readonly stream: string }; result: boolean };
}

export type OperationName = keyof Operations;

/** The operations as synchronous functions. */
export type OperationTable = {
  readonly [Name in OperationName]: (params: Operations[Name]['params']) => Operations[Name]['result'];
};

export interface Store {
  /** Runs one operation; operations run in the order of the calls. `bytes` is the approximate size of `params`. */
  run<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
    bytes?: number,
  ): Promise<Operations[Name]['result']>;
  /** `watch` of the journal; absent if no other process changes the store. */
  readonly watch?: Journal['watch'];
  /** The same store over connections of its own; absent if there are none to add. */
  reserve?(options: ReserveOptions): Store;
  /** Closes the store after the operations that were requested before. */
  close(): Promise<void>;
}
