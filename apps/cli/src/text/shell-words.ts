/** The words of a command as a line for a shell. */

const plainWord = /^[\w@%+=:,./-]+$/u;

/** Whether a word means the same to a shell and as an argument. */
export const isPlainWord = (word: string): boolean => plainWord.test(word);

/** The word as a shell reads it back: in single quotes unless it is plain. */
export const quoteWord = (word: string): string =>
  isPlainWord(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * The word in a command that a user copies: as a POSIX shell reads it, or on Windows `cmd.exe` and PowerShell, which
 * have double quotes in common.
 */
export function typedWord(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'win32') return quoteWord(word);
  return /^[\w@+=:,./\\-]+$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}
