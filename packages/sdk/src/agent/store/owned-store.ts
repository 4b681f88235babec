/**
 * A store as one principal sees it: only with its own sessions.
 *
 * Sessions of other principals are unknown. Operations on an open session are not checked again, because only sessions
 * that `get` finds are opened.
 */
import type { SessionRecord, SessionStore } from './session-store.ts';

export function ownedStore(store: SessionStore, owner: string): SessionStore {
  const isOwn = (record: SessionRecord): boolean => record.owner === owner;
  const get = async (sessionId: string): Promise<SessionRecord | undefined> => {
    const record = await store.get(sessionId);
    return record !== undefined && isOwn(record) ? record : undefined;
  };
  const { persistBeforeSend, pending } = store;
  return {
    create: (record) => store.create({ ...record, owner }),
    get,
    patch: (sessionId, changes) => store.patch(sessionId, changes),
    list: async (query) => {
      const { sessions, ...rest } = await store.list({ ...query, owner });
      return { ...rest, sessions: sessions.filter(isOwn) };
    },
    append: (sessionId, update) => store.append(sessionId, update),
    history: (sessionId) => store.history(sessionId),
    // Optional methods that the store does not have are absent here too.
    ...(persistBeforeSend === undefined ? {} : { persistBeforeSend }),
    ...(pending === undefined ? {} : { pending }),
    ...(store.appendAll === undefined
      ? {}
      : { appendAll: async (sessionId, updates) => store.appendAll?.(sessionId, updates) }),
    ...(store.claim === undefined ? {} : { claim: async (sessionId) => store.claim?.(sessionId) }),
    ...(store.release === undefined ? {} : { release: async (sessionId) => store.release?.(sessionId) }),
    ...(store.holds === undefined ? {} : { holds: async (sessionId) => (await store.holds?.(sessionId)) ?? true }),
    ...(store.view === undefined ? {} : { view: (connection) => ownedStore(store.view?.(connection) ?? store, owner) }),
    ...(store.delete === undefined
      ? {}
      : {
          delete: async (sessionId) => {
            if ((await get(sessionId)) !== undefined) await store.delete?.(sessionId);
          },
        }),
  };
}
