/**
 * What a journal is kept in: the steps that an implementation has to provide, in plain data.
 *
 * Each step happens completely or not at all. Events and facts are JSON texts, so that a step can be sent to another
 * thread or machine as it is.
 */
import type { Fence } from '../contract/journal.ts';

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
  /** At most so many events. */
  readonly count: number;
  /** And so many bytes, unless the first event alone has more. */
  readonly bytes: number;
  /** The stream that earlier pages came from: one of the same name that was created later is not it. */
  readonly streamId: number | undefined;
}

/** Events that follow each other. */
export interface EventPage {
  readonly streamId: number;
  /** The number of the first. */
  readonly first: number;
  readonly ats: readonly number[];
  readonly texts: readonly string[];
  /** The number of the newest event of the stream. */
  readonly last: number;
}

export interface ListParams {
  readonly cwd: string | undefined;
  readonly archived: boolean | undefined;
  readonly behind: ListPosition | undefined;
  readonly limit: number;
}

/** Where a stream is in a list. */
export interface ListPosition {
  readonly updatedAt: number;
  readonly streamId: number;
}

export interface StoredStream {
  readonly stream: string;
  /** No other stream ever has the same. */
  readonly streamId: number;
  readonly metadata: string;
  /** As in the facts, which may be damaged. */
  readonly updatedAt: number;
  readonly createdAt: number;
  readonly first: number;
  readonly last: number;
}

/** What each step is given and answers. */
export interface Operations {
  append: { params: AppendParams; result: { readonly first: number; readonly last: number } };
  create: { params: CreateParams; result: StoredStream };
  read: { params: ReadParams; result: EventPage };
  get: { params: { readonly stream: string }; result: StoredStream | undefined };
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

/** The steps as functions that do not wait. */
export type OperationTable = {
  readonly [Name in OperationName]: (params: Operations[Name]['params']) => Operations[Name]['result'];
};

export interface Store {
  /** Takes one step; steps are taken in the order of the calls. `bytes` is about what `given` weighs. */
  run<Name extends OperationName>(
    name: Name,
    params: Operations[Name]['params'],
    bytes?: number,
  ): Promise<Operations[Name]['result']>;
  /** Ends after the steps that were asked for before. */
  close(): Promise<void>;
}
