/** The limits of a workspace. */

const mebibyte = 1024 * 1024;

/** The limits of a workspace; `openWorkspace` has a default for each. */
export interface WorkspaceLimits {
  /**
   * Bytes of a file that is read completely, of the part that is read of a larger one, and of a text that is written.
   */
  readonly fileBytes: number;
  /** Entries of a directory listing. */
  readonly entries: number;
  /** Matches of a search. */
  readonly matches: number;
  /** Files that one search reads. */
  readonly searchFiles: number;
  /** Bytes of a file that is searched; larger files are skipped. */
  readonly searchFileBytes: number;
  /** Characters of a line that are shown for a match. */
  readonly matchText: number;
  /** Milliseconds that a regular expression may take for one file. */
  readonly expressionMs: number;
  /** Terminals that are not released. */
  readonly terminals: number;
  /** Bytes of output that a terminal keeps by default. */
  readonly outputBytes: number;
  /** The maximum of `outputByteLimit`; a larger value is lowered to it. */
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
