/** Asks the owner of a session for something on behalf of the hub itself, and waits for the result. */
import { randomUUID } from 'node:crypto';

import { RpcError, type Clock } from '@acp-stack/rpc';

import { unknownSession } from '../access/refusals.ts';
import type { FeedTable } from '../feed/feed-table.ts';
import type { SessionDirectory } from '../nodes/session-directory.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { InboxItem } from '../store/records.ts';

export interface AskParts {
  readonly store: HubStore;
  readonly feeds: Pick<FeedTable, 'open'>;
  readonly directory: SessionDirectory;
  readonly clock: Clock;
}

/** How long the owner may take, in milliseconds; after a crash another one has to be found first. */
const patience = 15_000;

/** Resolves with the result of an item; rejects with its error. */
export async function askSession(
  { store, feeds, directory, clock }: AskParts,
  sessionId: string,
  request: Pick<InboxItem, 'method' | 'params' | 'principal'>,
): Promise<unknown> {
  const summary = await store.get(sessionId);
  if (summary === undefined) throw unknownSession(sessionId);
  const key = `hub:${randomUUID()}`;
  const lease = feeds.open(sessionId);
  const tooLate = new AbortController();
  const stopWaiting = clock.schedule(patience, () => {
    tooLate.abort(new RpcError(-32603, 'The session did not respond; try again in a moment.'));
  });
  try {
    await directory.submit(sessionId, { key, client: key, ...request });
    for (let after = summary.last; ;) {
      const entries = await lease.feed.next(after, tooLate.signal);
      for (const { record } of entries) {
        if (record.kind !== 'result' || record.key !== key) continue;
        if (record.error === undefined) return record.result;
        throw new RpcError(record.error.code, record.error.message, { data: record.error.data });
      }
      after = entries.at(-1)?.sequence ?? after;
    }
  } finally {
    stopWaiting();
    lease[Symbol.dispose]();
  }
}
