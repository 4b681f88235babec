/** What went wrong with the file of a journal, in one sentence. */
import { JournalError, type JournalErrorCode } from '../contract/journal-error.ts';

const reasons: readonly (readonly [codes: RegExp, code: JournalErrorCode, words: (path: string) => string])[] = [
  [
    /^SQLITE_NOTADB/,
    'foreign',
    (path) => `${path} is not a journal, and was left as it is; give the journal another name.`,
  ],
  [
    /^SQLITE_(CORRUPT|FORMAT)/,
    'corrupt',
    (path) => `The journal ${path} is damaged, and was left as it is; restore it, or move it away to begin a new one.`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    'busy',
    (path) => `The journal ${path} is locked by another program; try again when that is done.`,
  ],
  [
    /^(SQLITE_(READONLY|PERM|AUTH|CANTOPEN)|EACCES|EPERM|EROFS)/,
    'denied',
    (path) => `The journal ${path} may not be written; check the rights to the file and its folder.`,
  ],
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    'full',
    (path) => `There is no space left for the journal ${path}; free some and try again.`,
  ],
  [
    /^SQLITE_IOERR/,
    'interrupted',
    (path) => `The disk failed while the journal ${path} was used; check it before you go on.`,
  ],
  [/^(ENOENT|ENOTDIR)/, 'unavailable', (path) => `There is no folder for the journal ${path}; create it first.`],
];

/** What libsql says instead of a code: when it cannot open a file, and when it may not write to one that it has opened. */
const spoken: readonly (readonly [message: RegExp, code: string])[] = [
  [/^ConnectionFailed/, 'SQLITE_CANTOPEN'],
  [/^attempt to write a readonly database/, 'SQLITE_READONLY'],
];

/** The error that a user sees; one that is ours already stays. */
export function toJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const { message, code = '' } = error as { readonly message: string; readonly code?: string };
  const [, meant = code] = spoken.find(([said]) => said.test(message)) ?? [];
  const [, kind = 'unavailable', words] = reasons.find(([codes]) => codes.test(meant)) ?? [];
  return new JournalError(kind, words?.(path) ?? `The journal ${path} cannot be used: ${message}.`, { cause: error });
}
