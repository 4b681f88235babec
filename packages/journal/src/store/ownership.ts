/**
 * Ownership of a stream when owners release it in another order than they fenced it.
 *
 * Tokens only grow, so the token of the previous owner is always smaller, and walking back ends.
 */
import type { Fence } from '../contract/journal.ts';

/** Whether an owner releases a stream that a newer owner has fenced since: ownership must not return to it. */
export const isLateRelease = ({ token, before }: Pick<Fence, 'token' | 'before'>, owner: number): boolean =>
  before < token && token < owner;

/**
 * The newest owner up to `before` that has not released the stream; `released` returns the owner before a released one.
 */
export function previousOwnerOf(before: number, released: (token: number) => number | undefined): number {
  let heir = before;
  for (let next = released(heir); next !== undefined && next < heir; next = released(heir)) heir = next;
  return heir;
}
