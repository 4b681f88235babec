/** Limits of a validator for hostile input. */

/** Lists and maps with more entries are refused. */
export const maxListLength = 100_000;

/** The maximum number of problems, and of repairs, that one check reports. */
export const maxReports = 32;
