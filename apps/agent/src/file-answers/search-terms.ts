/** Finds the words of a question that are likely to occur in files. */

/** Words that occur in most questions and say nothing about the files. */
const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing ' +
    'done down during each explain few file files find for from further get give had has have having he her here hers him his how i if in into is it ' +
    'its just know let like list look make me more most my need no nor not now of off on once only or other our out over please project same say see ' +
    'she should show so some such tell than that the their them then there these they this those through to too under until up use used uses using ' +
    'very want was way we were what when where which while who whom why will with work works would you your code function does happens hello hey thank thanks ' +
    'define defined defines definition declared implement implemented implementation located lives mean means called'
  ).split(' '),
);

/** Longer words, such as pasted data, are not searched for. */
const longestWord = 200;

const hasSearchableLength = ({ length }: string): boolean => length > 2 && length <= longestWord;

/** The words to search for, those that look like identifiers first, without duplicates. */
export function searchWords(question: string): readonly string[] {
  const words = question.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$./-]*[\p{L}\p{N}_$]|[\p{L}\p{N}_$]/gu) ?? [];
  const wanted = words.filter((word) => hasSearchableLength(word) && !stopWords.has(word.toLowerCase()));
  const unique = [...new Map(wanted.map((word) => [word.toLowerCase(), word])).values()];
  return unique.toSorted((left, right) => weight(right) - weight(left)).slice(0, 6);
}

/** Likely identifiers (with a capital after a small letter, or `_`, `$`, `.`, `/`) count most; then longer words. */
const weight = (word: string): number => (/[a-z][A-Z]|[_$./]/u.test(word) ? 2 : 0) + Math.min(word.length, 20) / 20;

/** A search term: a word of the question, or a part of one. */
export interface Term {
  /** In lower case, without an English ending. */
  readonly stem: string;
  /** 1 for a word of the question, less for a part of one. */
  readonly weight: number;
}

const maxTerms = 10;
const partWeight = 0.4;

/** The search terms: the words, and the parts of identifiers such as `gardenGate` and `bed_size`, which count less. */
export function searchTerms(words: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>();
  const add = (stem: string, term: Term): void => {
    if (!terms.has(stem)) terms.set(stem, term);
  };
  for (const word of words) add(stemOf(word), { stem: stemOf(word), weight: 1 });
  for (const part of words.flatMap(partsOf)) add(stemOf(part), { stem: stemOf(part), weight: partWeight });
  return [...terms.values()].slice(0, maxTerms);
}

const identifierPart = /\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})|\p{L}+/gu;

/** The words in an identifier, without stop words and short ones; none if it is a single word. */
function partsOf(word: string): readonly string[] {
  const found = word.match(identifierPart) ?? [];
  return found.length < 2 ? [] : found.filter((part) => part.length > 2 && !stopWords.has(part.toLowerCase()));
}

/** The word in lower case without its ending, so that “retries” finds “retry”, and “permissions” finds “permission”. */
function stemOf(word: string): string {
  const lower = word.toLowerCase();
  if (/[^a-z]/u.test(lower)) return lower;
  if (lower.length > 5 && lower.endsWith('ies')) return lower.slice(0, -3);
  if (lower.length > 6 && lower.endsWith('ing')) return lower.slice(0, -3);
  return lower.length > 3 && /[^su]s$/u.test(lower) ? lower.slice(0, -1) : lower;
}

/**
 * Whether `text` contains a word, or a part of an identifier, that starts with the term: “view” is in “listView”, but
 * not in “review”. A term of up to 3 letters has to be the whole word: “api” is not in “apiary”. `lower` is `text` in
 * lower case.
 */
export function hasTerm(text: string, { stem }: Term, lower: string = text.toLowerCase()): boolean {
  for (let at = lower.indexOf(stem); at !== -1; at = lower.indexOf(stem, at + 1)) {
    const after = text[at + stem.length] ?? '';
    if (beginsPart(text, at) && (stem.length > 3 || !/\p{Ll}/u.test(after))) return true;
  }
  return false;
}

/** Whether a word or a part of an identifier starts at `at`: `Gate` in `gardenGate` and in `HTTPGate`. */
function beginsPart(text: string, at: number): boolean {
  const [before = '', first = '', second = ''] = [text[at - 1], text[at], text[at + 1]];
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(first)) return true;
  return /\p{Lu}/u.test(first) && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(second));
}
