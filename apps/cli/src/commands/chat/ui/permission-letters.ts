/** The letters that answer a permission request. */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

type Options = PermissionQuestion['options'];

const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    y: 'allow_once',
    a: 'allow_always',
    n: 'reject_once',
    d: 'reject_always',
  }),
);

export const permissionLetters: readonly string[] = [...kinds.keys()];

/** The index of the first option for a letter; the others are chosen by their numbers. */
export function optionByLetter(options: Options, letter: string): number | undefined {
  const wanted = kinds.get(letter);
  const index = wanted === undefined ? -1 : options.findIndex(({ kind }) => kind === wanted);
  return index === -1 ? undefined : index;
}
