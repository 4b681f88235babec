/** A title for a session, from its first prompt. */

const maxLength = 60;

/** The first words of the prompt; undefined if it has none. */
export function titleFrom(prompt: string): string | undefined {
  // A prompt may be a whole file; only its beginning is needed.
  const beginning = prompt.trimStart().slice(0, maxLength * 20);
  const words = beginning.replaceAll(/[\s\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
  if (words === '') return undefined;
  const letters = Array.from(words);
  if (letters.length <= maxLength) return words;
  // With one character more, to see whether a word ends there.
  const end = letters.slice(0, maxLength + 1).lastIndexOf(' ');
  return `${letters
    .slice(0, end > maxLength / 2 ? end : maxLength)
    .join('')
    .trimEnd()}…`;
}
