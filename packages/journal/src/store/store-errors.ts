/** The errors that every store reports in the same way. */
import { JournalError } from '../contract/journal-error.ts';

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
