/**
 * Removes what a hub does not need any more, while it runs: expired invitations and tickets, old events of the audit
 * log, sessions that were never completed because a hub was killed, and others by the rules of the operator.
 *
 * Each node does it some time after its start and then every hour. Two nodes at once do no harm.
 */
import { describeError, type Clock } from '@acp-stack/rpc';
import type { Journal } from '@acp-stack/journal';

import type { AuditLog, AuditRetention } from '../access/audit-log.ts';
import type { Invitations } from '../access/invitations.ts';
import type { Tickets } from '../access/tickets.ts';
import type { HubStore } from '../store/hub-store.ts';
import { removeOldSessions } from './remove-old-sessions.ts';

/** How long and how much a hub keeps. Everything that is not named here is kept. */
export interface Retention {
  /** Sessions that were not used for this long are removed, in milliseconds; those with an agent stay. */
  readonly sessionAge?: number;
  /** The sessions that were not used for the longest time are removed until the others have at most so many bytes. */
  readonly sessionBytes?: number;
  /** How much of the audit log is kept. */
  readonly audit?: AuditRetention;
}

export interface HousekeepingParts {
  readonly journal: Journal;
  readonly store: Pick<HubStore, 'deleteUnfinished'>;
  readonly invitations: Pick<Invitations, 'collect'>;
  readonly tickets: Pick<Tickets, 'collect'>;
  readonly audit: Pick<AuditLog, 'retain'>;
  readonly retention: Retention;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with failures, and with how many sessions were removed; one sentence. */
  readonly log: (line: string) => void;
}

const hour = 60 * 60 * 1000;
/** Not at once, so that nodes that start together are ready first. */
const firstAfter = 60 * 1000;

/** Begins; ends when the result is disposed of. */
export function startHousekeeping(parts: HousekeepingParts): Disposable {
  const { clock } = parts;
  let isOver = false;
  let cancel = clock.schedule(firstAfter, run);
  function run(): void {
    void cleanUp(parts).then(() => {
      if (!isOver) cancel = clock.schedule(hour, run);
    });
  }
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      cancel();
    },
  };
}

/** Removes once what is not needed. Each part is tried, whatever happens to the others. */
export async function cleanUp(parts: Omit<HousekeepingParts, 'clock'>): Promise<void> {
  const { invitations, tickets, audit, retention, log } = parts;
  const { store, now = Date.now } = parts;
  const works = [
    () => store.deleteUnfinished(now() - hour),
    () => invitations.collect(),
    () => tickets.collect(),
    () => audit.retain(retention.audit),
    () => removeSessions(parts),
  ];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log(`Old data could not be removed: ${describeError(error)}`);
    }
  }
}

async function removeSessions(parts: Omit<HousekeepingParts, 'clock'>): Promise<void> {
  const { journal, retention, now = Date.now, log } = parts;
  const { sessionAge, sessionBytes } = retention;
  if (sessionAge === undefined && sessionBytes === undefined) return;
  const removed = await removeOldSessions(journal, {
    isHubRunning: true,
    ...(sessionAge === undefined ? {} : { before: now() - sessionAge }),
    ...(sessionBytes === undefined ? {} : { keepBytes: sessionBytes }),
  });
  if (removed.length > 0) log(`${removed.length} old sessions were removed.`);
}
