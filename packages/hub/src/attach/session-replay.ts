/** What a client wants to see of a session before it gets live updates. */
import { JournalError } from '@acp-stack/journal';
import type { SessionUpdate, SessionUpdateVariants } from '@acp-stack/schema/v2/unstable';

import type { LogEntry } from '../store/records.ts';
import type { FollowedSession } from './followed-session.ts';
import { expiredCursor, sequenceOf, type Replay } from './hub-meta.ts';
import type { HubParts } from './hub-parts.ts';
import { nextEntries } from './next-entries.ts';

/** An update of the past; the history has no numbers, the log has. */
export interface PastUpdate {
  readonly update: SessionUpdate;
  readonly sequence?: number;
}

/** The past of a session up to a record. */
export type Past = (through: number) => AsyncIterable<PastUpdate>;

const stateUpdate: keyof SessionUpdateVariants = 'state_update';

type Parts = Pick<HubParts, 'history' | 'generation' | 'clock'>;

/** Prepares what `replay` asks for; throws if its cursor cannot be honoured. `signal` ends reading. */
export async function pastOf(
  session: FollowedSession,
  replay: Replay,
  { parts, signal }: { readonly parts: Parts; readonly signal: AbortSignal },
): Promise<Past> {
  const { history, generation, clock } = parts;
  const { sessionId } = session;
  if (replay.kind === 'none') return () => unnumbered([]);
  if (replay.kind === 'start') return (through) => unnumbered(history.replay(sessionId, through));
  if (replay.kind === 'tail') return (through) => unnumbered(history.replayTail(sessionId, replay.count, through));
  const { cursor } = replay;
  const after = sequenceOf(cursor, { generation, last: session.through });
  const between = (through: number): AsyncGenerator<LogEntry, void> =>
    entriesBetween(session, { after, through, signal, clock });
  await checkReadable(between(session.through), cursor);
  return async function* (through) {
    for await (const { sequence, record } of between(through))
      if (record.kind === 'update') yield { update: record.update, sequence };
  };
}

async function checkReadable(entries: AsyncIterable<LogEntry>, cursor: string): Promise<void> {
  try {
    for await (const _ of entries) break;
  } catch (error) {
    throw error instanceof JournalError && error.code === 'trimmed' ? expiredCursor(cursor) : error;
  }
}

async function* entriesBetween(
  { feed }: FollowedSession,
  {
    after,
    through,
    ...reading
  }: {
    readonly after: number;
    readonly through: number;
    readonly signal: AbortSignal;
    readonly clock: Parts['clock'];
  },
): AsyncGenerator<LogEntry, void> {
  for (let cursor = after; cursor < through;) {
    for (const entry of await nextEntries(feed, cursor, reading)) {
      if (entry.sequence > through) return;
      yield entry;
      cursor = entry.sequence;
    }
  }
}

/** Updates of the history. Its last state is left out: all clients that attach are told the state. */
async function* unnumbered(
  updates: AsyncIterable<SessionUpdate> | Iterable<SessionUpdate>,
): AsyncGenerator<PastUpdate, void> {
  for await (const update of updates) if (update.sessionUpdate !== stateUpdate) yield { update };
}
