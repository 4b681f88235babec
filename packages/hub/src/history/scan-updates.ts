/**
 * Reads what was said in a session from a place on, in merged updates: for a search that stops and goes on later.
 *
 * The merged history comes first, then the part of the log that is not merged yet, in segments.
 */
import { JournalError } from '@acp-stack/journal';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { HubStore } from '../store/hub-store.ts';
import { MergedUpdates } from './merged-updates.ts';
import type { SessionHistory } from './session-history.ts';

/** How far a session was read: the last event of the merged history, and the last record of the log. */
export interface ScanPlace {
  readonly event: number;
  readonly record: number;
}

/** An update, and the place after it; undefined within a segment, where reading cannot go on. */
export interface ScannedUpdate {
  readonly update: SessionUpdate;
  readonly place: ScanPlace | undefined;
}

/** How many records of the log are merged at once. */
const segmentRecords = 500;

/** Reads the updates of a session after a place, the oldest first. */
export async function* scanUpdates(
  { store, history }: { readonly store: HubStore; readonly history: Pick<SessionHistory, 'mergedThrough'> },
  sessionId: string,
  from: ScanPlace,
): AsyncGenerator<ScannedUpdate, void> {
  const merged = await history.mergedThrough(sessionId);
  const record = Math.max(from.record, merged);
  let { event } = from;
  try {
    for await (const entry of store.journal.read(`history/${sessionId}`, { after: from.event })) {
      event = entry.sequence;
      const { update } = entry.event as { readonly update: SessionUpdate };
      yield { update, place: { event, record: from.record } };
    }
  } catch (error) {
    // A short session has no merged history.
    if (!(error instanceof JournalError && error.code === 'missing')) throw error;
  }
  yield* scanLog(store, sessionId, { event, record });
}

async function* scanLog(
  store: HubStore,
  sessionId: string,
  { event, record }: ScanPlace,
): AsyncGenerator<ScannedUpdate, void> {
  for (let after = record; ;) {
    const segment = new MergedUpdates();
    let last = after;
    for await (const entry of store.read(sessionId, after, segmentRecords)) {
      if (entry.record.kind === 'update') segment.add(entry.record.update);
      last = entry.sequence;
    }
    if (last === after) return;
    const { updates } = segment;
    for (const [index, update] of updates.entries())
      yield { update, place: index === updates.length - 1 ? { event, record: last } : undefined };
    after = last;
  }
}
