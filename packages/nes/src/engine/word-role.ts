/** The role of a word among its neighbours, to distinguish different things with the same name. */
import type { EditUnit } from './edit-unit.ts';
import type { Token } from './tokens.ts';

/** The role of a word. */
export interface Role {
  readonly isMember: boolean;
  readonly isCalled: boolean;
  readonly isKey: boolean;
}

const accesses = new Set(['.', '->', '?.', '::']);

export const roleOf = (before: Token | undefined, after: Token | undefined): Role => ({
  isMember: accesses.has(before?.text ?? ''),
  isCalled: after?.text === '(',
  isKey: after?.text === ':',
});

/** Whether the word at a column has a role that it also has in the examples. */
export function hasRole(examples: readonly EditUnit[], tokens: readonly Token[], start: number): boolean {
  const at = tokens.findIndex((token) => token.start === start);
  const here = roleOf(tokens[at - 1], tokens[at + 1]);
  const roles = examples.map(({ left, right }) => roleOf(left.at(-1), right[0]));
  return (
    roles.some(({ isMember }) => isMember === here.isMember) &&
    (here.isCalled || roles.some(({ isCalled }) => !isCalled)) &&
    (!here.isKey || roles.some(({ isKey }) => isKey))
  );
}
