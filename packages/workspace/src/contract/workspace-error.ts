/** The errors of a workspace: what happened to which path, and what to do about it. */

export type WorkspaceErrorCode =
  /** The arguments are not valid. */
  | 'invalid'
  /** The path leads out of the roots, or that cannot be ruled out. */
  | 'outside'
  | 'missing'
  | 'exists'
  /** The file is not UTF-8 text. */
  | 'binary'
  | 'too-large'
  /** The operating system does not permit it. */
  | 'denied'
  | 'is-a-directory'
  | 'not-a-directory'
  /** The path is a device, a pipe or a socket. */
  | 'not-a-file'
  | 'not-empty'
  /** The file has changed since it was read. */
  | 'changed'
  | 'disk-full'
  /** A regular expression took too long. */
  | 'too-slow'
  /** A limit on a number of things was reached. */
  | 'limit'
  /** A command could not be started. */
  | 'not-started'
  /** The command has ended. */
  | 'exited'
  /** The workspace has been closed. */
  | 'closed'
  /** Any other error of the operating system. */
  | 'failed';

/**
 * A failure of the workspace. It is never sent over the wire unchanged. The message is one sentence for people and
 * models.
 */
export class WorkspaceError extends Error {
  static {
    this.prototype.name = 'WorkspaceError';
  }

  /** The kind of failure. */
  readonly code: WorkspaceErrorCode;
  /** The path as the caller passed it, if the failure is about one. */
  readonly path: string | undefined;

  constructor(code: WorkspaceErrorCode, message: string, options: ErrorOptions & { readonly path?: string } = {}) {
    super(message, options);
    this.code = code;
    this.path = options.path;
  }
}

type Explanation = readonly [code: WorkspaceErrorCode, words: string];

const denied: Explanation = ['denied', 'cannot be accessed that way by this user; check its permissions'];
const diskFull: Explanation = ['disk-full', 'could not be written because the disk is full; make room and try again'];
const tooManyFiles: Explanation = ['failed', 'could not be opened because too many files are open; try again later'];

/** The meaning of errors of the operating system; the text follows the path. */
const explanations: Readonly<Record<string, Explanation>> = {
  ENOENT: ['missing', 'does not exist; list its folder to see what does'],
  EACCES: denied,
  EPERM: denied,
  EROFS: ['denied', 'is on a file system that cannot be written'],
  EISDIR: ['is-a-directory', 'is a directory; name a file inside it'],
  ENOTDIR: ['not-a-directory', 'passes through something that is not a directory; check each part of the path'],
  ENOTEMPTY: ['not-empty', 'is a directory that is not empty; delete its content first, or use recursive'],
  EEXIST: ['exists', 'exists already; choose another name'],
  ELOOP: ['outside', 'leads through a link that must not be followed; name the file that it points to'],
  ENAMETOOLONG: ['invalid', 'is too long for a path here; choose a shorter one'],
  EINVAL: ['invalid', 'cannot be used that way'],
  EXDEV: ['failed', 'is on another file system; write the new file and delete the old one instead'],
  ENXIO: ['not-a-file', 'is a socket, or a pipe without a reader, and not a file'],
  EBUSY: ['denied', 'is being used by the system'],
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: ['too-large', 'would be larger than a file may be here'],
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
};

/** Converts an error of `node:fs` for `path`; a `WorkspaceError` or an abort is returned unchanged. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof WorkspaceError) return error;
  const code = errorCode(error);
  if (code === undefined) return error;
  const [word, words] = explanations[code] ?? (['failed', `could not be used (${code})`] as const);
  return new WorkspaceError(word, `${path} ${words}.`, { path, cause: error });
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
