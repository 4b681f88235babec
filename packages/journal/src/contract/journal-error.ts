/** The error of every failed operation of a journal. */

/**
 * About a stream: `missing` (it does not exist), `exists`, `conflict` (its last event is not the expected one),
 * `fenced` (another owner has fenced it), `trimmed` (the requested events were removed). About the arguments:
 * `invalid`, `too-large`, `overloaded` (too much is waiting to be written). About the journal: `closed`, `interrupted`
 * (its thread or the disk failed: pending operations may or may not have been written). About the file: `unavailable`
 * (no folder, or it cannot be opened), `denied`, `corrupt`, `foreign` (the file is not a journal), `newer` (a later
 * version wrote it), `busy`, `full`.
 */
export type JournalErrorCode =
  | 'missing'
  | 'exists'
  | 'conflict'
  | 'fenced'
  | 'trimmed'
  | 'invalid'
  | 'too-large'
  | 'overloaded'
  | 'closed'
  | 'interrupted'
  | 'unavailable'
  | 'denied'
  | 'corrupt'
  | 'foreign'
  | 'newer'
  | 'busy'
  | 'full';

/** Details of an error: its cause, and the event number it is about. */
export interface JournalErrorDetails extends ErrorOptions {
  /** Of `trimmed`: the first number that can still be read. */
  readonly first?: number;
  /** Of `conflict`: the number that the stream ends with. */
  readonly last?: number;
  /** Of `corrupt`: the number of the event that is damaged, where it is one. */
  readonly sequence?: number;
}

/** A failure of a journal. Unless its code is `interrupted`, the operation has changed nothing. */
export class JournalError extends Error {
  static {
    this.prototype.name = 'JournalError';
  }

  /** The kind of failure. */
  readonly code: JournalErrorCode;
  /** Of `trimmed`: the first number that can still be read. */
  readonly first: number | undefined;
  /** Of `conflict`: the number that the stream ends with. */
  readonly last: number | undefined;
  /** Of `corrupt`: the number of the event that is damaged, where it is one. */
  readonly sequence: number | undefined;

  constructor(code: JournalErrorCode, message: string, details: JournalErrorDetails = {}) {
    const { first, last, sequence, ...options } = details;
    super(message, options);
    this.code = code;
    this.first = first;
    this.last = last;
    this.sequence = sequence;
  }
}
