/** Finds what the user means by a few letters: they occur in the text in their order, best where words begin. */

/** How well `query` fits `text`, higher is better; undefined if it does not. */
export function fuzzyScore(query: string, text: string): number | undefined {
  const letters = query.toLowerCase().replaceAll(/\s+/gu, '');
  const lower = text.toLowerCase();
  if (letters === '') return 0;
  const at = lower.indexOf(query.toLowerCase().trim());
  // The whole query in one piece, best at the beginning of a word.
  if (at >= 0) return 1000 + (isWordStart(lower, at) ? 500 : 0) - at - lower.length / 100;
  let score = 0;
  let place = -1;
  for (const letter of letters) {
    const next = bestPlace(lower, letter, place + 1);
    if (next < 0) return undefined;
    score += next === place + 1 ? 8 : isWordStart(lower, next) ? 6 : 1;
    place = next;
  }
  return score - lower.length / 100;
}

/** The next place of a letter: at the beginning of a word if there is one near. */
function bestPlace(text: string, letter: string, from: number): number {
  const first = text.indexOf(letter, from);
  if (first <= from) return first;
  for (let at = first; at >= 0 && at < from + 24; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return first;
}

const isWordStart = (text: string, at: number): boolean => at === 0 || /[\s/_.:-]/u.test(text[at - 1] ?? '');

/** The items that fit, best first; in their order if the query is empty. */
export function fuzzyFilter<T>(query: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  if (query.trim() === '') return items;
  return items
    .flatMap((item, index) => {
      const score = fuzzyScore(query, textOf(item));
      return score === undefined ? [] : [{ item, score, index }];
    })
    .toSorted((left, right) => right.score - left.score || left.index - right.index)
    .map(({ item }) => item);
}
