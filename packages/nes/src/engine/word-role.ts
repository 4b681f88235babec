/** The part that a word plays among those around it, so that one thing is not taken for another of the same name. */
import type { EditUnit } from './edit-unit.ts';
import type { Token } from './tokens.ts';

/** What a word is to those around it. */
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

/** Whether a word at a column plays a part that it also plays in the examples. */
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

const declaring = new Set(
  'const let var function class interface type enum def fn func struct trait mod static val record mut'.split(' '),
);

/** Whether the token at an index is declared there, or given a value for the first time; what looks like it counts. */
export function isDeclared(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (declaring.has(before)) return true;
  if (after === ':') return at === 0 || ['(', ',', '{'].includes(before);
  return at === 0 && (after === '=' || after === ':=');
}
