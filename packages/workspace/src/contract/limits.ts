/** What a workspace may take of the machine. */

const mebibyte = 1024 * 1024;

/** What a workspace takes at most; `openWorkspace` has a default for each. */
export interface WorkspaceLimits {
  /** Bytes of a file that is read whole, of the part of a larger one that is read, and of a text that is written. */
  readonly fileBytes: number;
  /** Entries of a listed folder. */
  readonly entries: number;
  /** Matches of a search. */
  readonly matches: number;
  /** Files that one search looks at. */
  readonly searchFiles: number;
  /** Bytes of a file that is searched; larger ones are passed over. */
  readonly searchFileBytes: number;
  /** Characters of the line that a match shows. */
  readonly matchText: number;
  /** Milliseconds that a regular expression may take for one file. */
  readonly expressionMs: number;
  /** Terminals that are not released. */
  readonly terminals: number;
  /** Bytes of output that a terminal keeps when nothing else is said, and the most that can be asked for. */
  readonly outputBytes: number;
  /** Bytes of output that a terminal can be asked to keep; a larger `outputByteLimit` is lowered to it. */
  readonly maximumOutputBytes: number;
}

export const defaultLimits: WorkspaceLimits = {
  fileBytes: 10 * mebibyte,
  entries: 10_000,
  matches: 1000,
  searchFiles: 500_000,
  searchFileBytes: 8 * mebibyte,
  matchText: 400,
  expressionMs: 2000,
  terminals: 64,
  outputBytes: mebibyte,
  maximumOutputBytes: 64 * mebibyte,
};
