/** Every record must be written by the node of the last barrier before it. */
import { groupedBy, type History, type Violation } from './history.ts';

export function checkOwners({ events, sessions }: History): readonly Violation[] {
  const writers = groupedBy(
    events.filter((event) => event.kind === 'wrote'),
    ({ session }) => session,
  );
  return sessions.flatMap(({ session, log }) => {
    const found: Violation[] = [];
    const nodes = new Map<number, string>();
    for (const { node, first, last } of writers.get(session) ?? [])
      for (let sequence = first; sequence <= last; sequence += 1) {
        const other = nodes.get(sequence);
        if (other !== undefined && other !== node)
          found.push({ kind: 'old-owner', session, detail: `${other} and ${node} have both written ${sequence}` });
        nodes.set(sequence, node);
      }
    let owner: string | undefined;
    for (const { sequence, record } of log) {
      if (record.kind === 'owner') owner = record.node;
      const writer = nodes.get(sequence);
      if (writer !== undefined && writer !== owner)
        found.push({
          kind: 'old-owner',
          session,
          detail: `${writer} wrote ${sequence}, the owner was ${owner ?? 'none'}`,
        });
    }
    return found;
  });
}
