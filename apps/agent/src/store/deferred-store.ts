/**
 * A store that is still being opened: its methods wait until it is open.
 *
 * This allows the agent to initialize while the file is checked. If the store cannot be opened, every method fails with
 * the reason, which a client may see.
 */
import { describeError, RpcError, rpcCodes } from '@acp-stack/rpc';

import type { AgentStore } from '../session-data/session-notes.ts';

/** Has the same optional features as the stores that have to be opened: persist before send, notes, delete. */
export function deferredStore(opening: Promise<AgentStore>): AgentStore {
  const opened = opening.catch((error: unknown) => {
    throw new RpcError(rpcCodes.internalError, describeError(error), {
      cause: error,
    });
  });
  // The caller that opens the store handles its failure too, even if no method is ever called.
  opened.catch(() => undefined);
  return {
    persistBeforeSend: true,
    create: async (record) => (await opened).create(record),
    get: async (sessionId) => (await opened).get(sessionId),
    patch: async (sessionId, changes) => (await opened).patch(sessionId, changes),
    list: async (query) => (await opened).list(query),
    append: async (sessionId, update) => (await opened).append(sessionId, update),
    appendAll: async (sessionId, updates) => {
      const store = await opened;
      if (store.appendAll !== undefined) await store.appendAll(sessionId, updates);
      else for (const update of updates) await store.append(sessionId, update);
    },
    async *history(sessionId) {
      yield* (await opened).history(sessionId);
    },
    view: (connection) => deferredStore(opened.then((store) => store.view?.(connection) ?? store)),
    claim: async (sessionId) => (await opened).claim?.(sessionId),
    release: async (sessionId) => (await opened).release?.(sessionId),
    holds: async (sessionId) => (await (await opened).holds?.(sessionId)) ?? true,
    notes: (sessionId) => ({
      add: async (note) => (await opened).notes?.(sessionId).add(note),
      async *read() {
        yield* (await opened).notes?.(sessionId).read() ?? [];
      },
    }),
    pending: {
      keep: async (sessionId, message) => (await opened).pending?.keep(sessionId, message),
      forget: async (sessionId, messageId) => (await opened).pending?.forget(sessionId, messageId),
      list: async (sessionId) => (await (await opened).pending?.list(sessionId)) ?? [],
    },
    delete: async (sessionId) => (await opened).delete?.(sessionId),
  };
}
