/** Sentences of libraries as parts of the sentences of this program, which end without a period. */

/** The text without the period at its end. */
export const withoutPeriod = (text: string): string => text.replace(/\.$/u, '');
