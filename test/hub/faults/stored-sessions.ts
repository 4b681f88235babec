/** What the database holds of a session, and which node has written it. */
import type { Journal } from '@acp-stack/journal';

import { HubStore } from '../../../packages/hub/src/store/hub-store.ts';
import type { InboxEntry, LogEntry } from '../../../packages/hub/src/store/records.ts';
import type { HistoryEvent, StoredSession } from '../checker/history.ts';

/** Reads the log of a session, and what is left of its inbox. */
export async function readStored(
  journal: Journal,
  { name, sessionId }: { readonly name: string; readonly sessionId: string },
): Promise<StoredSession> {
  const store = new HubStore(journal);
  const log: LogEntry[] = [];
  const inbox: InboxEntry[] = [];
  const trimmed = (await journal.get(`inbox/${sessionId}`))?.first ?? 1;
  for await (const entry of store.read(sessionId, 0)) log.push(entry);
  for await (const entry of store.inbox(sessionId, trimmed - 1)) inbox.push(entry);
  return { session: name, log, inbox };
}

/** Which node has written what an agent said: its texts name the hub that has started it. */
export function writersOf({ session, log }: StoredSession): readonly HistoryEvent[] {
  const nodes = new Set(log.flatMap(({ record }) => (record.kind === 'owner' ? [record.node] : [])));
  return log.flatMap(({ sequence, record }): readonly HistoryEvent[] => {
    const [, label] = record.kind === 'update' ? (/ by (hub\d+\.\d+) /u.exec(JSON.stringify(record.update)) ?? []) : [];
    const node = [...nodes].find((name) => name.startsWith(`${label ?? ''}-`));
    return node === undefined ? [] : [{ kind: 'wrote', session, node, first: sequence, last: sequence }];
  });
}
