/** Failures of the workspace: what happened to which path, and what to do about it. */

export type WorkspaceErrorCode =
  /** The arguments cannot be meant. */
  | 'invalid'
  /** The path leads out of the roots, or it cannot be told that it does not. */
  | 'outside'
  | 'missing'
  | 'exists'
  /** The file is no UTF-8 text. */
  | 'binary'
  | 'too-large'
  /** The system does not permit it. */
  | 'denied'
  | 'is-a-directory'
  | 'not-a-directory'
  /** A device, a pipe or a socket. */
  | 'not-a-file'
  | 'not-empty'
  /** The file is not what it was when it was read. */
  | 'changed'
  | 'disk-full'
  /** A regular expression took more time than it may. */
  | 'too-slow'
  /** There are too many of them. */
  | 'limit'
  /** A command could not be started. */
  | 'not-started'
  /** The command has ended. */
  | 'exited'
  /** The workspace has been closed. */
  | 'closed'
  /** Whatever else the system reports. */
  | 'failed';

/** A failure of the workspace; it never crosses the wire as it is. The message is one sentence for people and models. */
export class WorkspaceError extends Error {
  static {
    this.prototype.name = 'WorkspaceError';
  }

  /** What happened, for programs to tell failures apart. */
  readonly code: WorkspaceErrorCode;
  /** The path as the caller gave it, if it is about one. */
  readonly path: string | undefined;

  constructor(code: WorkspaceErrorCode, message: string, options: ErrorOptions & { readonly path?: string } = {}) {
    super(message, options);
    this.code = code;
    this.path = options.path;
  }
}

type Explanation = readonly [code: WorkspaceErrorCode, words: string];

const denied: Explanation = ['denied', 'may not be used that way by this user; check its permissions'];
const diskFull: Explanation = ['disk-full', 'could not be written because the disk is full; make room and try again'];
const tooManyFiles: Explanation = ['failed', 'could not be opened because too many files are open; try again later'];

/** What the errors of the system mean, behind the path. */
const explanations: Readonly<Record<string, Explanation>> = {
  ENOENT: ['missing', 'does not exist; list its folder to see what does'],
  EACCES: denied,
  EPERM: denied,
  EROFS: ['denied', 'is on a file system that cannot be written'],
  EISDIR: ['is-a-directory', 'is a directory; name a file inside of it'],
  ENOTDIR: ['not-a-directory', 'passes through something that is not a directory; check each part of the path'],
  ENOTEMPTY: ['not-empty', 'is a directory with something in it; delete what is inside first, or ask for all of it'],
  EEXIST: ['exists', 'exists already; choose another name'],
  ELOOP: ['outside', 'leads through a link that must not be followed; name the file that it points to'],
  ENAMETOOLONG: ['invalid', 'is too long for a path here; choose a shorter one'],
  EINVAL: ['invalid', 'cannot be used that way'],
  EXDEV: ['failed', 'is on another file system; write the new file and delete the old one instead'],
  ENXIO: ['not-a-file', 'is a socket, or a pipe that nobody reads, and not a file'],
  EBUSY: ['denied', 'is being used by the system'],
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: ['too-large', 'would be larger than a file may be here'],
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
};

/** What an error of `node:fs` means for `path`; an error of ours, or one of an abort, stays as it is. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof WorkspaceError) return error;
  const code = errorCode(error);
  if (code === undefined) return error;
  const [word, words] = explanations[code] ?? (['failed', `could not be used (${code})`] as const);
  return new WorkspaceError(word, `${path} ${words}.`, { path, cause: error });
}

/** The code of an error of the system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
