/** Errors of PostgreSQL and of the connection as errors of the journal, in one sentence without the password. */
import { JournalError, type JournalErrorCode } from '../contract/journal-error.ts';

/**
 * An error response of PostgreSQL has a SQLSTATE of five characters, an error of the system a name such as ECONNRESET.
 */
interface CodedError {
  readonly code?: string;
  readonly message: string;
  readonly severity?: string;
  readonly errors?: readonly Error[];
}

const reasons: readonly (readonly [codes: RegExp, code: JournalErrorCode, words: (place: string) => string])[] = [
  [
    /^(57014|55P03|40001|40P01)$/,
    'busy',
    (place) => `PostgreSQL at ${place} did not finish in time; try again later, or raise statementTimeout`,
  ],
  [/^(53100|53200)$/, 'full', (place) => `PostgreSQL at ${place} has no space left; free some and try again`],
  [
    /^(54|22001|22021)/,
    'too-large',
    (place) => `PostgreSQL at ${place} cannot store a value of this size or with these characters`,
  ],
  [
    /^(28|42501)/,
    'denied',
    (place) => `PostgreSQL at ${place} denied the access; check user, password and permissions`,
  ],
  [/^25006$/, 'unavailable', (place) => `PostgreSQL at ${place} is read-only; connect to the primary server`],
  [/^XX00[12]$/, 'corrupt', (place) => `The database of PostgreSQL at ${place} is damaged; restore it`],
];

/**
 * Converts an error that PostgreSQL has responded with; nothing was changed. A `JournalError` is returned unchanged.
 */
export function toJournalError(error: unknown, place: string): JournalError {
  if (error instanceof JournalError) return error;
  const { code = '' } = error as CodedError;
  const [, kind = 'unavailable', words] = reasons.find(([codes]) => codes.test(code)) ?? [];
  const start = words?.(place) ?? `PostgreSQL at ${place} cannot be used`;
  return new JournalError(kind, `${start}: ${messageOf(error)}.`, { cause: error });
}

/** Whether a statement has failed as a whole and its connection can be used further. */
export function isRefusal(error: unknown): boolean {
  const { code = '', severity } = error as CodedError;
  return /^[0-9A-Z]{5}$/.test(code) && severity === 'ERROR';
}

/** Whether the same statement may succeed at once: another transaction was in its way. */
export const isTransient = (error: unknown): boolean => /^(40001|40P01)$/.test((error as CodedError).code ?? '');

/** Whether the server can only be read; after a failover another one is the primary server. */
export const isReadOnly = (error: unknown): boolean => (error as CodedError).code === '25006';

/** Whether a row with the same key exists. */
export const isDuplicate = (error: unknown): boolean => (error as CodedError | undefined)?.code === '23505';

/** Whether connecting again may succeed soon: the server is not there, is starting or stopping, or is full. */
export const mayAnswerSoon = (error: unknown): boolean =>
  /^(57P0[123]|53300|ECONN|ETIMEDOUT|EPIPE|ENOENT)/.test((error as CodedError).code ?? '') ||
  /terminated|timeout/.test((error as CodedError).message);

export const noAnswer = (place: string, error: unknown): JournalError =>
  new JournalError('unavailable', `PostgreSQL at ${place} did not answer: ${messageOf(error)}.`, { cause: error });

export const interrupted = (place: string, error: unknown): JournalError =>
  new JournalError(
    'interrupted',
    `The connection to PostgreSQL at ${place} was lost; the pending change may or may not have been written: ${messageOf(error)}.`,
    { cause: error },
  );

function messageOf(error: unknown): string {
  const { message, errors } = error as CodedError;
  // Connecting to a name with several addresses fails with one error for each, and no message.
  return (message || (errors?.[0]?.message ?? String(error))).replace(/\.$/u, '');
}
