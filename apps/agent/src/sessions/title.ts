/** A name for a session, from what the user said first. */

const longest = 60;

/** The first words of the prompt, up to a whole one; undefined when it has none. */
export function titleFrom(prompt: string): string | undefined {
  // A prompt may be a whole file; its name needs only the beginning.
  const beginning = prompt.trimStart().slice(0, longest * 20);
  const words = beginning.replaceAll(/[\s\p{Cc}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}]+/gu, ' ').trim();
  if (words === '') return undefined;
  const letters = Array.from(words);
  if (letters.length <= longest) return words;
  // With one letter more, so that a word that ends just there is seen to be whole.
  const end = letters.slice(0, longest + 1).lastIndexOf(' ');
  return `${letters
    .slice(0, end > longest / 2 ? end : longest)
    .join('')
    .trimEnd()}…`;
}
