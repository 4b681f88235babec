/** A line that a search has found. */

export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  /** The column of the match, counted from 1 in UTF-16 code units. */
  readonly column: number;
  /** The line without its line ending; a part around the match if the line is long. */
  readonly text: string;
}

/** The part of `line` that is shown for a match at `index`. */
export function excerpt(line: string, index: number, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const start = Math.max(0, Math.min(index - Math.floor(maxLength / 4), line.length - maxLength));
  return line.slice(start, start + maxLength);
}
