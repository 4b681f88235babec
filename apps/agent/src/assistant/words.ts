/** Finds what a question is about: the words in it that are likely to stand in the files. */

const common = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing ' +
    'done down during each explain few file files find for from further get give had has have having he her here hers him his how i if in into is it ' +
    'its just know let like list look make me more most my need no nor not now of off on once only or other our out over please project same say see ' +
    'she should show so some such tell than that the their them then there these they this those through to too under until up use used uses using ' +
    'very want was way we were what when where which while who whom why will with work works would you your code function does happens'
  ).split(' '),
);

/** The words worth searching for, those that look like names first; none twice. */
export function searchWords(question: string): readonly string[] {
  const words = question.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$./-]*[\p{L}\p{N}_$]|[\p{L}\p{N}_$]/gu) ?? [];
  const wanted = words.filter((word) => word.length > 2 && !common.has(word.toLowerCase()));
  const unique = [...new Map(wanted.map((word) => [word.toLowerCase(), word])).values()];
  return unique.toSorted((left, right) => weight(right) - weight(left)).slice(0, 6);
}

/** Names of programs have capitals inside, or signs that sentences have not. */
const weight = (word: string): number => (/[a-z][A-Z]|[_$./]/u.test(word) ? 2 : 0) + Math.min(word.length, 20) / 20;
