/** Removes records of logs that nothing needs any more. */
import type { HubStore } from '../store/hub-store.ts';
import type { SessionHistory } from './session-history.ts';

/** Which session, and how many of its last records clients with a cursor may ask for. */
export interface TrimOptions {
  readonly sessionId: string;
  readonly keep: number;
}

type History = Pick<SessionHistory, 'mergedThrough' | 'snapshot'>;

/**
 * The number of the record through which the log of a session is not needed any more; 0 if all of it is.
 *
 * A record is not needed if it is in the merged history and in a snapshot of the state, and is not one of the last
 * `keep`.
 */
export async function trimmable(store: HubStore, history: History, options: TrimOptions): Promise<number> {
  const { sessionId, keep } = options;
  const summary = await store.get(sessionId);
  const snapshot = await history.snapshot(sessionId);
  if (summary === undefined || snapshot === undefined) return 0;
  const merged = await history.mergedThrough(sessionId);
  return Math.max(0, Math.min(merged, snapshot.through, summary.last - keep));
}

/** Removes the records that are not needed any more; returns the number through which they are gone. */
export async function trimLog(store: HubStore, history: History, options: TrimOptions): Promise<number> {
  const through = await trimmable(store, history, options);
  if (through > 0) await store.trim(options.sessionId, through);
  return through;
}
