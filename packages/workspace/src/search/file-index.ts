/**
 * The paths of the files below the roots at one time, for several searches: a completion list asks with each key.
 *
 * It holds paths only. A file that was created or deleted since is not noticed.
 */
import { isGlob, pathGlob } from '../patterns/glob.ts';
import { fuzzyScore } from './fuzzy-score.ts';

/** A file by its path. */
export interface IndexedFile {
  /** Absolute, below the root as it was passed. */
  readonly path: string;
  /** Relative to its root, with `/`. */
  readonly relativePath: string;
}

/** The files of an index that match, best first. */
export interface RankedFiles {
  /** At most as many as were asked for. */
  readonly files: readonly IndexedFile[];
  /** Whether there may be more: the limit was reached, or the index does not have every file. */
  readonly isTruncated: boolean;
}

/** The paths of files, which `search.index` has read. */
export class FileIndex {
  /** All files, in the order of the search. */
  readonly files: readonly IndexedFile[];
  /** Whether files are missing because of a limit. */
  readonly isTruncated: boolean;

  /** Called by `search.index`. */
  constructor(files: readonly IndexedFile[], isTruncated: boolean) {
    this.files = files;
    this.isTruncated = isTruncated;
  }

  /** Returns the files that match `pattern` as `search.files` does. */
  find(pattern: string, { limit }: { readonly limit: number }): RankedFiles {
    const score = scorer(pattern);
    const found = this.files.flatMap((file) => {
      const points = score(file.relativePath);
      return points === undefined ? [] : [{ file, score: points }];
    });
    return {
      files: best(found, limit).map(({ file }) => file),
      isTruncated: this.isTruncated || found.length > limit,
    };
  }
}

/** Scores paths: by a glob such as `src/*.ts`, or by characters in this order. Undefined if a path does not match. */
export function scorer(pattern: string): (path: string) => number | undefined {
  if (!isGlob(pattern)) return (path) => fuzzyScore(pattern, path);
  const matches = pathGlob(pattern);
  return (path) => (matches(path) ? 0 : undefined);
}

/** Those with the highest scores, best first. */
export const best = <T extends { readonly score: number }>(found: readonly T[], limit: number): readonly T[] =>
  found.toSorted((left, right) => right.score - left.score).slice(0, limit);
