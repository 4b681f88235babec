/** The errors that every store reports in the same way. */
import { JournalError } from '../contract/journal-error.ts';
import type { AppendParams } from './store.ts';

export const missing = (stream: string): JournalError =>
  new JournalError('missing', `The stream ${stream} does not exist in this journal.`);

export const exists = (stream: string): JournalError =>
  new JournalError('exists', `The stream ${stream} already exists in this journal.`);

export const trimmed = (stream: string, after: number, first: number): JournalError =>
  new JournalError(
    'trimmed',
    `The history of ${stream} was trimmed: the first event is ${first}, and event ${after + 1} no longer exists.`,
    { first },
  );

export const damagedEvent = (stream: string, sequence: number, cause?: unknown): JournalError =>
  new JournalError(
    'corrupt',
    `Event ${sequence} of ${stream} is damaged; restore the journal from a copy, or delete ${stream}.`,
    { sequence, cause },
  );

export const damagedMetadata = (stream: string, cause: unknown): JournalError =>
  new JournalError(
    'corrupt',
    `The metadata of ${stream} are damaged; restore the journal from a copy, or delete ${stream}.`,
    { cause },
  );

/** Throws unless an append is allowed to a stream with the last event `last` and the owner `owner` (0: no owner). */
export function assertWritable({ stream, token, expectedLast }: AppendParams, last: number, owner: number): void {
  if ((token ?? 0) !== owner) {
    throw new JournalError(
      'fenced',
      `Only the newest owner may append to ${stream}; call fence() to become the owner.`,
    );
  }
  if (expectedLast !== undefined && expectedLast !== last) {
    throw new JournalError('conflict', `The last event of ${stream} is ${last}, not ${expectedLast} as expected.`, {
      last,
    });
  }
}
