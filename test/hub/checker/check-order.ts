/** The agent gets the prompts and queued messages of each client in the order in which they were accepted. */
import type { History, StoredSession, Violation } from './history.ts';

const queued: ReadonlySet<string> = new Set(['session/prompt', 'session/inject']);

export function checkOrder({ sessions }: History): readonly Violation[] {
  return sessions.flatMap(({ session, log, inbox }) => {
    const found: Violation[] = [];
    const clients = new Map(
      inbox.flatMap(({ item, request }) =>
        // A message that steers is given to the agent at once.
        queued.has(request.method) && request.params['mode'] !== 'steer' ? [[item, request.client] as const] : [],
      ),
    );
    const first = firstItems({ session, log, inbox });
    const last = new Map<string, number>();
    for (const { record } of log) {
      const client = record.kind === 'handed' ? clients.get(record.item) : undefined;
      if (record.kind !== 'handed' || client === undefined || first.get(record.key) !== record.item) continue;
      const before = last.get(client) ?? 0;
      if (record.item < before) {
        const detail = `item ${record.item} of ${client} was given to the agent after its item ${before}`;
        found.push({ kind: 'overtaken', session, detail });
      }
      last.set(client, Math.max(before, record.item));
    }
    return found;
  });
}

/** The first item with each key: a repetition is not given to the agent, but gets the result of the first. */
function firstItems({ log, inbox }: StoredSession): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  const note = (key: string, item: number): void => void first.set(key, Math.min(first.get(key) ?? item, item));
  for (const { item, request } of inbox) note(request.key, item);
  for (const { record } of log) {
    if (record.kind === 'handed' || record.kind === 'result') note(record.key, record.item);
    if (record.kind === 'pending') note(record.message.key, record.message.item);
  }
  return first;
}
