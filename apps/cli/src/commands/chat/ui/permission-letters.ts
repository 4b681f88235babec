/** The letters that answer a permission request. */
import type { PermissionQuestion } from '@acp-stack/workspace/client';

type Options = PermissionQuestion['options'];

const kinds: Readonly<Record<string, string>> = {
  y: 'allow_once',
  a: 'allow_always',
  n: 'reject_once',
  d: 'reject_always',
};

export const permissionLetters: readonly string[] = Object.keys(kinds);

/** The index of the option for a letter; undefined if it is ambiguous. */
export function optionByLetter(options: Options, letter: string): number | undefined {
  const matching = [...options.entries()].filter(([, { kind }]) => kind === kinds[letter]);
  return matching.length === 1 ? matching[0]?.[0] : undefined;
}
