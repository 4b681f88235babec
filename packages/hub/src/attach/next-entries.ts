/** Reads what follows in a feed, and waits while the store cannot be read. */
import { JournalError, type JournalErrorCode } from '@acp-stack/journal';
import type { Clock } from '@acp-stack/rpc';

import type { SessionFeed } from '../feed/session-feed.ts';
import type { LogEntry } from '../store/records.ts';

/** Failures of a store that pass: its server is restarted, or it has too much to do. */
const passing = new Set<JournalErrorCode>(['interrupted', 'busy', 'unavailable', 'overloaded', 'full']);

/** Milliseconds before the store is read again. */
const retryAfter = 250;
const longestRetry = 2000;

/** The entries after `after`; waits until there are some. Rejects if they are gone, or when `signal` aborts. */
export async function nextEntries(
  feed: Pick<SessionFeed, 'next'>,
  after: number,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<readonly LogEntry[]> {
  for (let delay = retryAfter; ; delay = Math.min(2 * delay, longestRetry)) {
    try {
      return await feed.next(after, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof JournalError) || !passing.has(error.code)) throw error;
      await pause(delay, { signal, clock });
    }
  }
}

function pause(ms: number, { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock }): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
