/**
 * Splits a line into words as a shell does: quotes and backslashes count, and nothing is expanded. On Windows a
 * backslash separates folders and is never taken for anything else, and a quote is written twice inside of quotes.
 *
 * Returns undefined if a quote has no end.
 */
export function splitShellWords(
  line: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] | undefined {
  const hasEscapes = platform !== 'win32';
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? '';
    const next = line[index + 1];
    if (quote === "'" || quote === '"') {
      if (!hasEscapes && character === quote && next === quote) {
        word = `${word ?? ''}${quote}`;
        index += 1;
      } else if (character === quote) quote = '';
      else if (hasEscapes && quote === '"' && character === '\\' && next !== undefined && '"\\$`'.includes(next)) {
        word = `${word ?? ''}${next}`;
        index += 1;
      } else word = `${word ?? ''}${character}`;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (hasEscapes && character === '\\' && next !== undefined) {
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
