/** Stores sessions in memory, with limits. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';

import { Fifo } from '../../shared/fifo.ts';
import type { PendingMessage } from '../../shared/pending-messages.ts';
import type { SessionPage, SessionQuery, SessionRecord, SessionStore } from './session-store.ts';

/** Most sessions of a long list have no history, and fewer have pending messages. */
interface Kept {
  record: SessionRecord;
  updates: Fifo<SessionUpdate> | undefined;
  pending: Map<string, PendingMessage> | undefined;
}

const pageSize = 50;

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** Updates per session; the oldest are removed first. */
  readonly updatesPerSession?: number;
  /** Sessions; the least recently used are removed first. */
  readonly sessions?: number;
}

/** Creates a store in memory. */
export function memoryStore({ updatesPerSession = 100_000, sessions = 10_000 }: MemoryStoreOptions = {}): SessionStore {
  const kept = new Map<string, Kept>();

  /** Moves a session to the end: the order of the map is the order of use. */
  const touch = (sessionId: string): Kept | undefined => {
    const found = kept.get(sessionId);
    if (found === undefined) return undefined;
    kept.delete(sessionId);
    kept.set(sessionId, found);
    return found;
  };

  return {
    create: (record) => {
      const [oldest] = kept.keys();
      if (kept.size >= sessions && oldest !== undefined) kept.delete(oldest);
      kept.set(record.sessionId, { record, updates: undefined, pending: undefined });
      return Promise.resolve();
    },
    get: (sessionId) => Promise.resolve(touch(sessionId)?.record),
    patch: (sessionId, changes) => {
      const found = kept.get(sessionId);
      if (found !== undefined) found.record = { ...found.record, ...changes };
      return Promise.resolve();
    },
    list: (query) => Promise.resolve(page([...kept.values()], query)),
    append: (sessionId, update) => {
      const found = touch(sessionId);
      if (found === undefined) return Promise.resolve();
      found.updates ??= new Fifo();
      found.updates.push(update);
      found.updates.trim(updatesPerSession);
      if (update.sessionUpdate === 'user_message') found.pending?.delete(update.messageId);
      return Promise.resolve();
    },
    async *history(sessionId) {
      yield* kept.get(sessionId)?.updates?.all() ?? [];
    },
    pending: {
      keep: (sessionId, message) => {
        const found = kept.get(sessionId);
        if (found === undefined) return Promise.resolve();
        found.pending ??= new Map();
        found.pending.set(message.messageId, message);
        return Promise.resolve();
      },
      forget: (sessionId, messageId) => {
        kept.get(sessionId)?.pending?.delete(messageId);
        return Promise.resolve();
      },
      list: (sessionId) => Promise.resolve([...(kept.get(sessionId)?.pending?.values() ?? [])]),
    },
    delete: (sessionId) => {
      kept.delete(sessionId);
      return Promise.resolve();
    },
  };
}

/** The newest first; a cursor is the id of the last session of the page before. */
function page(all: readonly Kept[], { cwd, cursor, archived, owner }: SessionQuery): SessionPage {
  const matching = all
    .map(({ record }) => record)
    .filter((record) => owner === undefined || record.owner === owner)
    .filter((record) => cwd === undefined || cwd === null || record.cwd === cwd)
    .filter((record) => archived === 'include' || record.archived === (archived === 'only'))
    .toReversed();
  const start =
    cursor === undefined || cursor === null ? 0 : 1 + matching.findIndex((record) => record.sessionId === cursor);
  if (start === 0 && cursor !== undefined && cursor !== null) throw new RangeError('the cursor is unknown');
  const sessions = matching.slice(start, start + pageSize);
  const last = sessions.at(-1);
  const hasMore = start + pageSize < matching.length;
  return hasMore && last !== undefined ? { sessions, nextCursor: last.sessionId } : { sessions };
}
