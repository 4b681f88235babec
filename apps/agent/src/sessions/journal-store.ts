/**
 * Keeps the sessions of the agent in a journal: one stream for each, whose events are what was said.
 *
 * An event says what it is, so that a later version can keep more than updates and this one passes over it.
 */
import type { Facts, Head, Journal } from '@acp-stack/journal';
import { JournalError } from '@acp-stack/journal';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { SessionRecord, SessionStore, SessionUpdate } from '@acp-stack/sdk';

import { isAtWork, workerMark } from './worker-mark.ts';

interface KeptUpdate {
  readonly type: 'update';
  readonly update: SessionUpdate;
}

const pageSize = 50;
/** Updates that are appended at once; a journal takes so many and no more. */
const mostTogether = 1000;

export function journalStore(journal: Journal): SessionStore {
  return {
    keepsFirst: true,
    create: async (record) => {
      await journal.create(record.sessionId, { facts: factsOf(record) });
    },
    get: async (sessionId) => {
      const head = await journal.get(sessionId);
      return head === undefined ? undefined : recordOf(head);
    },
    patch: async (sessionId, changes) => {
      await journal.patch(sessionId, factsOf(changes));
    },
    list: async ({ cwd, cursor, archived }) => {
      const where = {
        ...(typeof cwd === 'string' ? { cwd } : {}),
        ...(archived === 'include' ? {} : { archived: archived === 'only' }),
      };
      try {
        const page = await journal.list({ where, limit: pageSize, ...(typeof cursor === 'string' ? { cursor } : {}) });
        const sessions = page.heads.map(recordOf);
        return page.next === undefined ? { sessions } : { sessions, nextCursor: page.next };
      } catch (error) {
        // The SDK refuses a cursor that the store does not know with the right error.
        if (error instanceof JournalError && error.code === 'invalid')
          throw new RangeError(error.message, { cause: error });
        throw error;
      }
    },
    append: async (sessionId, update) => {
      await inWords(() => journal.append(sessionId, [kept(update)]));
    },
    appendAll: async (sessionId, updates) => {
      for (let start = 0; start < updates.length; start += mostTogether) {
        const some = updates.slice(start, start + mostTogether).map(kept);
        await inWords(() => journal.append(sessionId, some));
      }
    },
    async *history(sessionId) {
      for await (const { event } of journal.read(sessionId)) if (isUpdate(event)) yield event.update;
    },
    delete: async (sessionId) => {
      await journal.delete(sessionId);
    },
  };
}

/** What the user is told when something cannot be kept; the journal's own sentence says what to do. */
async function inWords<T>(append: () => Promise<T>): Promise<T> {
  try {
    return await append();
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === 'missing') {
      throw new RpcError(errorCodes.resource_not_found, 'The session was deleted.', { cause: error });
    }
    throw new RpcError(rpcCodes.internalError, `This cannot be stored: ${error.message}`, { cause: error });
  }
}

const kept = (update: SessionUpdate): KeptUpdate => ({ type: 'update', update });

const isUpdate = (event: unknown): event is KeptUpdate =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'update' && 'update' in event;

/** What the journal is told: times are numbers there, by which it orders its lists. */
function factsOf({ updatedAt, ...known }: Partial<SessionRecord>): Facts {
  // The name of the stream says it already.
  const facts = Object.fromEntries(Object.entries(known).filter(([name]) => name !== 'sessionId'));
  const worker = known.isWorking === true ? (workerMark(process.pid) ?? null) : null;
  return {
    ...facts,
    ...(known.isWorking === undefined ? {} : { worker }),
    ...(updatedAt === undefined ? {} : { updatedAt: Date.parse(updatedAt) }),
  };
}

function recordOf({ stream, facts }: Head): SessionRecord {
  const { cwd = '/', archived = false, updatedAt, title, additionalDirectories, isWorking, worker, ...more } = facts;
  return {
    // What the agent keeps there besides, such as its settings.
    ...more,
    sessionId: stream,
    cwd,
    archived,
    updatedAt: new Date(updatedAt).toISOString(),
    additionalDirectories: Array.isArray(additionalDirectories)
      ? additionalDirectories.filter((each) => typeof each === 'string')
      : [],
    ...(typeof title === 'string' ? { title } : {}),
    // What another process works on was not interrupted.
    ...(isWorking === true && !isAtWork(worker) ? { isWorking } : {}),
  };
}
