/**
 * What a journal is kept in: the steps that an implementation has to provide, in plain data.
 *
 * Each step happens completely or not at all. Events and facts are JSON texts, so that a step can be sent to another
 * thread or machine as it is.
 */
import type { Fence } from '../contract/journal.ts';

export interface AppendStep {
  readonly stream: string;
  readonly at: number;
  readonly texts: readonly string[];
  readonly expectedLast?: number | undefined;
  readonly token?: number | undefined;
  readonly patch?: string | undefined;
}

export interface CreateStep {
  readonly stream: string;
  readonly at: number;
  readonly facts: string;
  readonly texts: readonly string[];
}

export interface ReadStep {
  readonly stream: string;
  readonly after: number | undefined;
  /** At most so many events. */
  readonly count: number;
  /** And so many bytes, unless the first event alone has more. */
  readonly bytes: number;
  /** The stream that earlier pages came from: one of the same name that was created later is not it. */
  readonly life: number | undefined;
}

/** Events that follow each other. */
export interface EventPage {
  readonly life: number;
  /** The number of the first. */
  readonly first: number;
  readonly ats: readonly number[];
  readonly texts: readonly string[];
  /** The number of the newest event of the stream. */
  readonly last: number;
}

export interface ListStep {
  readonly cwd: string | undefined;
  readonly archived: boolean | undefined;
  readonly behind: Place | undefined;
  readonly limit: number;
}

/** Where a stream is in a list. */
export interface Place {
  readonly updatedAt: number;
  readonly life: number;
}

export interface StoredHead {
  readonly stream: string;
  /** No other stream ever has the same. */
  readonly life: number;
  readonly facts: string;
  /** As in the facts, which may be damaged. */
  readonly updatedAt: number;
  readonly createdAt: number;
  readonly first: number;
  readonly last: number;
}

/** What each step is given and answers. */
export interface Steps {
  append: { given: AppendStep; answer: { readonly first: number; readonly last: number } };
  create: { given: CreateStep; answer: StoredHead };
  read: { given: ReadStep; answer: EventPage };
  get: { given: { readonly stream: string }; answer: StoredHead | undefined };
  patch: { given: { readonly stream: string; readonly patch: string }; answer: StoredHead };
  list: { given: ListStep; answer: readonly StoredHead[] };
  copy: {
    given: { readonly from: string; readonly to: string; readonly at: number; readonly patch: string };
    answer: StoredHead;
  };
  fence: { given: { readonly stream: string }; answer: Fence };
  release: { given: { readonly stream: string; readonly token: number; readonly before: number }; answer: boolean };
  trim: { given: { readonly stream: string; readonly through: number }; answer: StoredHead };
  delete: { given: { readonly stream: string }; answer: boolean };
}

export type StepName = keyof Steps;

/** The steps as functions that do not wait. */
export type StepTable = {
  readonly [Name in StepName]: (given: Steps[Name]['given']) => Steps[Name]['answer'];
};

export interface Store {
  /** Takes one step; steps are taken in the order of the calls. `bytes` is about what `given` weighs. */
  take<Name extends StepName>(name: Name, given: Steps[Name]['given'], bytes?: number): Promise<Steps[Name]['answer']>;
  /** Ends after the steps that were asked for before. */
  close(): Promise<void>;
}
