/** What the journal and its thread tell each other: requests one way, replies the other, several at a time. */
import { JournalError, type JournalErrorCode } from './journal-error.ts';
import type { SqliteFile } from './sqlite-file.ts';
import type { StepName, Steps } from './store.ts';

/** What the thread is started with. */
export interface ThreadSettings extends SqliteFile {
  readonly factsBytes: number;
}

export type Request = {
  readonly [Name in StepName]: { readonly id: number; readonly name: Name; readonly given: Steps[Name]['given'] };
}[StepName];

export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: Failure;
}

/** The thread answers to this without being asked once it has opened the file, or could not. */
export const opening = 0;

/** Asks the thread to end, in place of requests. */
export const ending = 'end';

/** An error as plain data: a clone of it would lose its class. */
export interface Failure {
  readonly code: JournalErrorCode;
  readonly message: string;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly cause: string | undefined;
}

export function failureOf({ code, message, first, last, cause }: JournalError): Failure {
  return { code, message, first, last, cause: cause instanceof Error ? cause.message : undefined };
}

export function errorOf({ code, message, first, last, cause }: Failure): JournalError {
  return new JournalError(code, message, {
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
