/** The name of an option, and what it does where the name does not say so: an agent may give an option any name. */
interface Option {
  readonly name: string;
  readonly kind: string;
}

const yes = /\b(?:allow|approve|accept|permit|yes)|^y$/iu;
const no = /\b(?:no|not|never)\b|n['’]t\b|\b(?:reject|den(?:y|ie)|refus|declin|disallow)|^n$/iu;
const forGood = /\b(?:always|never)\b/iu;

interface Meaning {
  readonly words: string;
  readonly isIn: (name: string) => boolean;
}

/** What the kinds of options do, and whether a name says it. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ['allow_once', { words: 'allows it', isIn: (name) => yes.test(name) && !no.test(name) && !forGood.test(name) }],
  [
    'allow_always',
    { words: 'allows it always', isIn: (name) => yes.test(name) && !no.test(name) && forGood.test(name) },
  ],
  ['reject_once', { words: 'rejects it', isIn: (name) => no.test(name) && !forGood.test(name) }],
  ['reject_always', { words: 'rejects it always', isIn: (name) => no.test(name) && forGood.test(name) }],
]);

/** What an option does, if its name does not say it; of a kind that is not known nothing can be said. */
function hiddenMeaning({ name, kind }: Option): string | undefined {
  const meaning = meanings.get(kind);
  return meaning === undefined || meaning.isIn(name) ? undefined : meaning.words;
}

/** The name, followed by what it does not say. */
export function optionWords(option: Option): string {
  const hidden = hiddenMeaning(option);
  return hidden === undefined ? option.name : `${option.name.trim()} [${hidden}]`;
}
