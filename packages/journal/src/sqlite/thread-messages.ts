/** The messages between a journal and its thread: several requests one way, several replies the other. */
import { JournalError, type JournalErrorCode } from '../contract/journal-error.ts';
import type { Operations } from '../store/store.ts';
import type { JournalFileSettings } from './journal-file.ts';

/** What the thread is started with. */
export interface StoreSettings extends JournalFileSettings {
  readonly metadataBytes: number;
}

/** The operations of the thread: those of a store, and those that only a file has. */
export interface ThreadOperations extends Operations {
  backup: { params: { readonly path: string }; result: void };
}

export type ThreadOperationName = keyof ThreadOperations;

export type Request = {
  readonly [Name in ThreadOperationName]: {
    readonly id: number;
    readonly name: Name;
    readonly params: ThreadOperations[Name]['params'];
  };
}[ThreadOperationName];

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: Failure;
}

/**
 * The id of the first reply, which says without a request that the file was opened and what it has lost, or why not.
 */
export const openingId = 0;

/** Sent instead of requests: ends the thread. */
export const endRequest = 'end';

/** A `JournalError` as plain data: a structured clone would lose its class. */
export interface Failure {
  readonly code: JournalErrorCode;
  readonly message: string;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly sequence: number | undefined;
  readonly cause: string | undefined;
}

export function toFailure({ code, message, first, last, sequence, cause }: JournalError): Failure {
  return { code, message, first, last, sequence, cause: cause instanceof Error ? cause.message : undefined };
}

export function fromFailure({ code, message, first, last, sequence, cause }: Failure): JournalError {
  return new JournalError(code, message, {
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
    ...(sequence === undefined ? {} : { sequence }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  });
}
