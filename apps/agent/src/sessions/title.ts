/** A title for a session, from its first prompt. */

const longest = 60;

/** The first words of the prompt; undefined if it has none. */
export function titleFrom(prompt: string): string | undefined {
  // A prompt may be a whole file; only its beginning is needed.
  const beginning = prompt.trimStart().slice(0, longest * 20);
  const words = beginning.replaceAll(/[\s\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
  if (words === '') return undefined;
  const letters = Array.from(words);
  if (letters.length <= longest) return words;
  // With one character more, to see whether a word ends there.
  const end = letters.slice(0, longest + 1).lastIndexOf(' ');
  return `${letters
    .slice(0, end > longest / 2 ? end : longest)
    .join('')
    .trimEnd()}…`;
}
