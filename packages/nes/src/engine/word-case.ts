/** The cases in which a word may be used again: unchanged first. */

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
const snake = (word: string): string => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '_').toLowerCase();
const camel = (word: string): string =>
  word.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

export const caseConversions: readonly ((word: string) => string)[] = [
  (word) => word,
  upperFirst,
  lowerFirst,
  (word) => word.toUpperCase(),
  (word) => word.toLowerCase(),
  snake,
  camel,
];
