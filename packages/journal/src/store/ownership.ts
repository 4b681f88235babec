/**
 * Ownership of a stream: only the owner may write, and if owners release a stream in another order than they fenced it,
 * the owner is found by walking back.
 *
 * Tokens only grow, so the token of the previous owner is always smaller, and walking back ends.
 */
import { JournalError } from '../contract/journal-error.ts';
import type { Fence } from '../contract/journal.ts';
import type { AppendParams } from './store.ts';

/** Throws unless an append is allowed to a stream with the last event `last` and the owner `owner` (0: no owner). */
export function assertWritable({ stream, token, expectedLast }: AppendParams, last: number, owner: number): void {
  if ((token ?? 0) !== owner) {
    throw new JournalError(
      'fenced',
      `Only the newest owner may append to ${stream}; call fence() to become the owner.`,
    );
  }
  if (expectedLast !== undefined && expectedLast !== last) {
    throw new JournalError('conflict', `The last event of ${stream} is ${last}, not ${expectedLast} as expected.`, {
      last,
    });
  }
}

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
