/** Sentences of libraries as parts of the sentences of this program, which end without a period. */

/** The text without the period at its end, or at the end of its first line. */
export const withoutPeriod = (text: string): string => text.replace(/\.(?=\n|$)/u, '');
