/** How far a validator goes on hostile input. */

/** Lists and maps with more entries are refused. */
export const longestList = 100_000;

/** Problems, and repairs, that one check reports at most. */
export const mostReports = 32;
