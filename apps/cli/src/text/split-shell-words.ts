/**
 * Splits a line into words as a shell does: quotes and backslashes count, and nothing is expanded.
 *
 * Returns undefined if a quote has no end.
 */
export function splitShellWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    const next = line[index + 1];
    if (quote === "'" || quote === '"') {
      if (character === quote) quote = '';
      else if (quote === '"' && character === '\\' && next !== undefined && '"\\$`'.includes(next)) {
        word = `${word ?? ''}${next}`;
        index += 1;
      } else word = `${word ?? ''}${character}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\' && next !== undefined) {
      word = `${word ?? ''}${next}`;
      index += 1;
    } else if (/\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${character}`;
  }
  if (word !== undefined) words.push(word);
  return quote === '' ? words : undefined;
}
