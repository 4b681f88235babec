/** The words of a command as a line for a shell. */

const plainWord = /^[\w@%+=:,./-]+$/u;

/** Whether a word means the same to a shell and as an argument. */
export const isPlainWord = (word: string): boolean => plainWord.test(word);

/** The word as a shell reads it back: in single quotes unless it is plain. */
export const quoteWord = (word: string): string =>
  isPlainWord(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
