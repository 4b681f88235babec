/** The refusals that are the same in every store. */
import { JournalError } from '../contract/journal-error.ts';
import type { AppendParams } from './store.ts';

export const missing = (stream: string): JournalError =>
  new JournalError('missing', `There is no stream ${stream} in this journal.`);

export const exists = (stream: string): JournalError =>
  new JournalError('exists', `There is a stream ${stream} in this journal already.`);

export const trimmed = (stream: string, after: number, first: number): JournalError =>
  new JournalError(
    'trimmed',
    `The history of ${stream} was trimmed: it begins with ${first}, and ${after + 1} is no longer kept.`,
    { first },
  );

export const damagedEvent = (stream: string, sequence: number, cause?: unknown): JournalError =>
  new JournalError(
    'corrupt',
    `Event ${sequence} of ${stream} is damaged, and was left as it is; restore the journal from a copy, or delete ${stream}.`,
    { sequence, cause },
  );

export const damagedMetadata = (stream: string, cause: unknown): JournalError =>
  new JournalError(
    'corrupt',
    `What is known about ${stream} is damaged, and was left as it is; restore the journal from a copy, or delete ${stream}.`,
    { cause },
  );

/** Throws unless the append may be made to a stream that ends with `last` and is owned by `owner`; 0 is nobody. */
export function assertWritable({ stream, token, expectedLast }: AppendParams, last: number, owner: number): void {
  if ((token ?? 0) !== owner) {
    throw new JournalError('fenced', `${stream} takes appends of its newest owner only; fence it to own it.`);
  }
  if (expectedLast !== undefined && expectedLast !== last) {
    throw new JournalError('conflict', `${stream} ends with ${last}, not with ${expectedLast} as expected.`, { last });
  }
}
