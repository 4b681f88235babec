/** Why a journal did not do what it was asked for. */

/**
 * About a stream: `missing` (there is none), `exists`, `conflict` (it ends elsewhere than expected), `fenced` (somebody
 * else owns it now), `trimmed` (what is asked for is no longer kept). About what was given: `invalid`, `too-large`,
 * `overloaded` (too much is waiting to be written). About the journal: `closed`, `interrupted` (it broke down or the disk
 * failed at work: what was waiting may or may not have been written). About the place where it is kept: `unavailable`
 * (no folder, or it cannot be opened), `denied`, `corrupt`, `foreign` (something else is there), `newer` (a later
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

/** What an error says besides its code: the cause, and the number that it is about. */
export interface JournalErrorDetails extends ErrorOptions {
  /** Of `trimmed`: the first number that can still be read. */
  readonly first?: number;
  /** Of `conflict`: the number that the stream ends with. */
  readonly last?: number;
  /** Of `corrupt`: the number of the event that is damaged, where it is one. */
  readonly sequence?: number;
}

/** A failure of a journal; unless it is `interrupted`, nothing of what was asked for has been done. */
export class JournalError extends Error {
  static {
    this.prototype.name = 'JournalError';
  }

  /** What happened, for programs to tell failures apart. */
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
