/**
 * Copies a session: what was said in it, and its session in the agent if the agent can copy that.
 *
 * The copy is in no list and has no members until it is complete. If the hub is killed before, housekeeping removes
 * what was stored of it. The source is only read.
 */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import type { NewSession } from '../store/hub-store.ts';
import type { LogRecord, SessionSummary } from '../store/records.ts';
import { endedWork } from './ended-work.ts';
import type { SessionOptions } from './owned-session.ts';
import type { SessionHost } from './session-host.ts';
import { own, stateOf, type CreatedSession, type OpeningOptions } from './take-session.ts';

/** What is copied. */
export interface ForkSource {
  readonly summary: SessionSummary;
  /** What was said in the session up to a record, in whole messages. */
  readonly history: AsyncIterable<SessionUpdate>;
}

/** How many records and characters are stored at once. */
const batchRecords = 200;
const batchCharacters = 4 * 1024 * 1024;

/** Creates a copy that belongs to the owner of `created`. If that fails, nothing is left behind. */
export async function forkSession(
  host: SessionHost,
  created: NewSession,
  { source, setup, signal, ...options }: SessionOptions & OpeningOptions & { readonly source: ForkSource },
): Promise<CreatedSession> {
  const { sessionId, owner } = created;
  const { store, node } = host;
  const { agentSessionId } = await stateOf(host, source.summary.sessionId);
  await store.create({ ...created, node, isUnfinished: true });
  let session: Awaited<ReturnType<typeof own>> | undefined;
  try {
    await copyHistory(host, sessionId, source.history);
    session = await own(host, sessionId, options, setup);
    const forked = await session.link.fork(agentSessionId, signal);
    const members = { [owner]: 'owner' } as const;
    await session.publish([{ kind: 'members', members }], {
      members,
      node,
      title: source.summary.title,
      updatedAt: Date.now(),
      ...(forked.isCopy ? {} : { lacksHistory: true }),
    });
    session.start();
    return { session, response: { ...forked.session.opened, sessionId } };
  } catch (error) {
    await session?.stop('delete');
    await store.delete(sessionId);
    throw error;
  }
}

/** Stores the updates as the beginning of a log, with the end of what is still open in them. */
async function copyHistory(host: SessionHost, sessionId: string, updates: AsyncIterable<SessionUpdate>): Promise<void> {
  const { store, node } = host;
  const { token } = await store.fence(sessionId);
  // Every log begins with the barrier of its first writer.
  let batch: LogRecord[] = [{ kind: 'owner', node, token }];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await store.append(sessionId, batch, { token });
    batch = [];
    characters = 0;
  };
  for await (const update of updates) {
    // Nothing works in the copy.
    if (update.sessionUpdate === 'state_update') continue;
    const size = JSON.stringify(update).length;
    if (batch.length >= batchRecords || characters + size > batchCharacters) await flush();
    batch.push({ kind: 'update', update });
    characters += size;
  }
  await flush();
  const ended = endedWork(await stateOf({ store }, sessionId));
  if (ended.length > 0) await store.append(sessionId, ended, { token });
}
