/**
 * Shares sessions between nodes without talking to each other.
 *
 * Every node that knows the same names chooses the same one for a session, and when a name is gone, only its sessions
 * are chosen anew.
 */
import { createHash } from 'node:crypto';

/** The node of `names` that a session falls to; undefined if there is none. */
export function chosenNode(sessionId: string, names: readonly string[]): string | undefined {
  let chosen: { readonly name: string; readonly weight: string } | undefined;
  for (const name of names) {
    const weight = createHash('sha256').update(`${name}\0${sessionId}`).digest('hex');
    if (chosen === undefined || weight > chosen.weight) chosen = { name, weight };
  }
  return chosen?.name;
}
