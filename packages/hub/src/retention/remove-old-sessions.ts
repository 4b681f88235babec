/**
 * Removes old sessions with everything that belongs to them, by age and by size, and of the others what is in their
 * merged history and no longer needed one by one.
 *
 * It works on the store alone, so it can run beside hubs. Then sessions that a node owns are left alone: they are in
 * use, and their owner would lose them in the middle of its work.
 */
import { JournalError, type Journal } from '@acp-stack/journal';

import { Invitations } from '../access/invitations.ts';
import { SessionHistory } from '../history/session-history.ts';
import { trimLog } from '../history/trim-log.ts';
import { HubStore } from '../store/hub-store.ts';
import type { SessionSummary } from '../store/records.ts';

/** How many records of each log stay, for clients that continue from a cursor. */
const keptRecords = 10_000;

/** Which sessions are removed; those that one of the rules names. */
export interface RetentionRules {
  /** Those that were not used since this time, in milliseconds since 1970. */
  readonly before?: number;
  /** The oldest ones, until the others have at most so many bytes. */
  readonly keepBytes?: number;
  /** Whether hubs may be running on the journal. */
  readonly isHubRunning: boolean;
  /** Whether nothing is removed, and only said what would be. */
  readonly isDryRun?: boolean;
  /** Called with the number of sessions that the rules name and a running hub holds, if there are any. */
  readonly onHeld?: (count: number) => void;
}

/** A session that was removed, or would be. */
export type RemovedSession = Pick<SessionSummary, 'sessionId' | 'owner' | 'title' | 'updatedAt'>;

/** Removes sessions by the rules; resolves with those that it has removed, the oldest first. */
export async function removeOldSessions(journal: Journal, rules: RetentionRules): Promise<readonly RemovedSession[]> {
  const { before = -Infinity, keepBytes, isHubRunning, isDryRun = false } = rules;
  const store = new HubStore(journal);
  const all = await allSessions(store);
  const tooMuch = keepBytes === undefined ? new Set<string>() : await beyond(journal, all, keepBytes);
  const named = all.filter(({ sessionId, updatedAt }) => updatedAt < before || tooMuch.has(sessionId));
  const old = named.filter(({ node }) => node === null || !isHubRunning).toReversed();
  if (old.length < named.length) rules.onHeld?.(named.length - old.length);
  if (!isDryRun) {
    for (const { sessionId } of old) await remove(store, sessionId);
    const history = new SessionHistory(store);
    const removed = new Set(old);
    for (const session of all) if (!removed.has(session)) await trim(store, history, session);
  }
  return old.map(({ sessionId, owner, title, updatedAt }) => ({ sessionId, owner, title, updatedAt }));
}

/** All sessions, the last active first. */
async function allSessions(store: HubStore): Promise<readonly SessionSummary[]> {
  const all: SessionSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list({ limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.sessions);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

/** The sessions that do not fit into `keepBytes` after those that are newer. */
async function beyond(
  journal: Journal,
  newestFirst: readonly SessionSummary[],
  keepBytes: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let sum = 0;
  for (const { sessionId } of newestFirst) {
    for (const kind of ['log', 'inbox', 'history', 'snapshot']) sum += await bytesOf(journal, `${kind}/${sessionId}`);
    if (sum > keepBytes) found.add(sessionId);
  }
  return found;
}

async function bytesOf(journal: Journal, stream: string): Promise<number> {
  try {
    return (await journal.size(stream)).bytes;
  } catch (error) {
    if (error instanceof JournalError && error.code === 'missing') return 0;
    throw error;
  }
}

/** Removes the records of a log that clients with a cursor do not ask for any more; its owner does not mind. */
async function trim(store: HubStore, history: SessionHistory, { sessionId }: SessionSummary): Promise<void> {
  try {
    await trimLog(store, history, { sessionId, keep: keptRecords });
  } catch (error) {
    // It was deleted in the meantime.
    if (!(error instanceof JournalError) || error.code !== 'missing') throw error;
  }
}

const unused = (): Promise<never> => Promise.reject(new Error('Invitations are only deleted here.'));

async function remove(store: HubStore, sessionId: string): Promise<void> {
  try {
    // An owner that has just taken it is refused from now on.
    await store.fence(sessionId);
    await store.delete(sessionId);
  } catch (error) {
    // Its owner has deleted it in the meantime.
    if (!(error instanceof JournalError) || error.code !== 'missing') throw error;
  }
  const invitations = new Invitations({
    journal: store.journal,
    addMember: unused,
    removeMember: unused,
    hasSession: () => Promise.resolve(false),
  });
  await invitations.deleteOf(sessionId);
}

/** Sets a new generation after the journal was restored from a copy, so that cursors of before are refused. */
export async function renewGeneration(journal: Journal): Promise<string> {
  return new HubStore(journal).renewGeneration();
}
