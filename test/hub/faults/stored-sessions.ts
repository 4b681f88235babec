/** What the database holds of a session, and which node has written it. */
import { readFileSync, writeFileSync } from 'node:fs';

import type { Journal } from '@acp-stack/journal';

import { SessionState } from '../../../packages/hub/src/session/session-state.ts';
import { HubStore } from '../../../packages/hub/src/store/hub-store.ts';
import type { InboxEntry, LogEntry } from '../../../packages/hub/src/store/records.ts';
import type { HistoryEvent, StoredSession } from '../checker/history.ts';

/** The items of inboxes that were worked off and removed, which the hubs have written down before. */
export class RemovedItems {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    writeFileSync(path, '');
  }

  /** Those of a session, in order; a hub that was killed may have written one down and left it in the inbox. */
  of(sessionId: string): readonly InboxEntry[] {
    const found = new Map<number, InboxEntry>();
    // The last line may not be whole yet.
    for (const line of readFileSync(this.path, 'utf8').split('\n').slice(0, -1)) {
      const { stream, ...entry } = JSON.parse(line) as InboxEntry & { readonly stream: string };
      if (stream === `inbox/${sessionId}`) found.set(entry.item, entry);
    }
    return [...found.values()].toSorted((left, right) => left.item - right.item);
  }
}

/** Reads the log of a session and its inbox, with what was removed from it. */
export async function readStored(
  journal: Journal,
  { name, sessionId }: { readonly name: string; readonly sessionId: string },
  removed?: RemovedItems,
): Promise<StoredSession> {
  const store = new HubStore(journal);
  const log: LogEntry[] = [];
  for await (const entry of store.read(sessionId, 0)) log.push(entry);
  const left = await inboxOf(store, sessionId);
  const first = left[0]?.item ?? Infinity;
  const inbox = [...(removed?.of(sessionId) ?? []).filter(({ item }) => item < first), ...left];
  return { session: name, log, inbox };
}

/** The state of a session after all records of its log. */
export function stateOf(log: readonly LogEntry[]): SessionState {
  const state = new SessionState();
  for (const { record } of log) state.fold(record);
  return state;
}

/** What is left in an inbox. */
async function inboxOf(store: HubStore, sessionId: string): Promise<readonly InboxEntry[]> {
  const { first = 1 } = (await store.journal.get(`inbox/${sessionId}`)) ?? {};
  const found: InboxEntry[] = [];
  for await (const entry of store.inbox(sessionId, first - 1)) found.push(entry);
  return found;
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
