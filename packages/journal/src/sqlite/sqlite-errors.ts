/** Errors of SQLite and the file system as errors of the journal, in one sentence. */
import { JournalError, type JournalErrorCode } from '../contract/journal-error.ts';

const reasons: readonly (readonly [codes: RegExp, code: JournalErrorCode, words: (path: string) => string])[] = [
  [
    /^SQLITE_NOTADB/,
    'foreign',
    (path) => `${path} is not a journal and was not changed; choose another name for the journal.`,
  ],
  [
    /^SQLITE_(CORRUPT|FORMAT)/,
    'corrupt',
    (path) => `The journal ${path} is damaged and was not changed; restore it, or move it away to start a new one.`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    'busy',
    (path) => `The journal ${path} is locked by another program; try again later.`,
  ],
  [
    /^(SQLITE_(READONLY|PERM|AUTH|CANTOPEN)|EACCES|EPERM|EROFS)/,
    'denied',
    (path) => `The journal ${path} cannot be written; check the permissions of the file and its folder.`,
  ],
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    'full',
    (path) => `There is no space left for the journal ${path}; free some space and try again.`,
  ],
  [
    /^SQLITE_IOERR/,
    'interrupted',
    (path) => `The disk failed while the journal ${path} was in use; check the disk before you continue.`,
  ],
  [/^(ENOENT|ENOTDIR)/, 'unavailable', (path) => `The folder of the journal ${path} does not exist; create it first.`],
];

/** Messages that libsql reports without a code, with the code that SQLite has for them. */
const codesOfMessages: readonly (readonly [message: RegExp, code: string])[] = [
  [/^ConnectionFailed/, 'SQLITE_CANTOPEN'],
  [/^attempt to write a readonly database/, 'SQLITE_READONLY'],
];

/** Converts an error of SQLite or the file system; a `JournalError` is returned unchanged. */
export function toJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const { message, code = '' } = error as { readonly message: string; readonly code?: string };
  const [, knownCode = code] = codesOfMessages.find(([pattern]) => pattern.test(message)) ?? [];
  const [, kind = 'unavailable', words] = reasons.find(([codes]) => codes.test(knownCode)) ?? [];
  return new JournalError(kind, words?.(path) ?? `The journal ${path} cannot be used: ${message}.`, { cause: error });
}
