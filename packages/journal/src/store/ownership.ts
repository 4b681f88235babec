/**
 * Who owns a stream when owners give it back in another order than they took it.
 *
 * Tokens only grow, so that the owner before is always the smaller one, and going back comes to an end.
 */
import type { Fence } from '../contract/journal.ts';

/** Whether a stream is given back that somebody else has taken since: it must not come back to this one. */
export const isLateRelease = ({ token, before }: Pick<Fence, 'token' | 'before'>, owner: number): boolean =>
  before < token && token < owner;

/** The newest owner up to `before` who has not given the stream back; `released` says who owned it before one who has. */
export function previousOwnerOf(before: number, released: (token: number) => number | undefined): number {
  let heir = before;
  for (let next = released(heir); next !== undefined && next < heir; next = released(heir)) heir = next;
  return heir;
}
