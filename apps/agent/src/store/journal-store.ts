/**
 * Stores the sessions of the agent in a journal: one stream per session, whose events are the session updates.
 *
 * Each event has a type, so that a later version can add others, which this version skips.
 */
import type { Appended, AppendOptions, Fence, Journal, Metadata, StreamInfo } from '@acp-stack/journal';
import { JournalError } from '@acp-stack/journal';
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { SessionRecord, SessionUpdate } from '@acp-stack/sdk';

import { isNote, type AgentStore } from '../session-data/session-notes.ts';
import { journalPendingMessages, pendingFact } from './journal-pending-messages.ts';

interface UpdateEvent {
  readonly type: 'update';
  readonly update: SessionUpdate;
}

const pageSize = 50;
/** How many updates are appended at once; the limit of the journal. */
const maxEventsPerAppend = 1000;

/**
 * Creates the store. If several programs or connections open a session, the last one to open it owns it and may write.
 */
export function journalStore(
  journal: Journal,
): AgentStore & Required<Pick<AgentStore, 'notes' | 'claim' | 'release' | 'holds'>> {
  /**
   * The sessions that were opened here, with the proof of ownership; a new session needs none until another program
   * opens it.
   */
  const opened = new Map<string, Fence | undefined>();
  const tokenOf = (sessionId: string): Pick<AppendOptions, 'token'> => {
    const fence = opened.get(sessionId);
    return fence === undefined ? {} : { token: fence.token };
  };
  const add = (sessionId: string, events: readonly unknown[], more: AppendOptions = {}): Promise<Appended> =>
    withReadableErrors(sessionId, () => journal.append(sessionId, events, { ...tokenOf(sessionId), ...more }));

  /** Appends in parts: what is too large together may fit in two. */
  const addAll = async (
    sessionId: string,
    events: readonly unknown[],
    batchSize = maxEventsPerAppend,
  ): Promise<void> => {
    for (let start = 0; start < events.length; start += batchSize) {
      const batch = events.slice(start, start + batchSize);
      try {
        await add(sessionId, batch);
      } catch (error) {
        const { cause } = error as Error;
        if (batch.length === 1 || !(cause instanceof JournalError) || cause.code !== 'too-large') throw error;
        await addAll(sessionId, batch, Math.ceil(batch.length / 2));
      }
    }
  };

  async function* storedEvents(sessionId: string): AsyncIterable<unknown> {
    try {
      for await (const { event } of journal.read(sessionId)) yield event;
    } catch (error) {
      throw readableError(sessionId, error);
    }
  }

  return {
    persistBeforeSend: true,
    view: () => journalStore(journal),
    create: async (record) => {
      const { sessionId } = record;
      await withReadableErrors(sessionId, () => journal.create(sessionId, { metadata: metadataOf(record) }));
      opened.set(sessionId, undefined);
    },
    get: async (sessionId) => {
      const info = await withReadableErrors(sessionId, () => ifStorable(() => journal.get(sessionId)));
      return info === undefined ? undefined : recordOf(info);
    },
    patch: async (sessionId, changes) => {
      const patch = metadataOf(changes);
      // Only the owner of a session sets its state; its title and whether it is archived can be set from anywhere.
      const isOurs = opened.has(sessionId) && Object.keys(patch).some((name) => !unownedFields.has(name));
      if (isOurs) await add(sessionId, [], { patch });
      else await withReadableErrors(sessionId, () => journal.patch(sessionId, patch));
    },
    list: async ({ cwd, cursor, archived }) => {
      const where = {
        ...(typeof cwd === 'string' ? { cwd } : {}),
        ...(archived === 'include' ? {} : { archived: archived === 'only' }),
      };
      try {
        const page = await journal.list({ where, limit: pageSize, ...(typeof cursor === 'string' ? { cursor } : {}) });
        const sessions = page.streams.map(recordOf);
        return page.next === undefined ? { sessions } : { sessions, nextCursor: page.next };
      } catch (error) {
        // The SDK refuses an unknown cursor with the right error.
        if (error instanceof JournalError && error.code === 'invalid')
          throw new RangeError(error.message, { cause: error });
        throw error;
      }
    },
    append: (sessionId, update) => addAll(sessionId, [updateEvent(update)]),
    appendAll: (sessionId, updates) => addAll(sessionId, updates.map(updateEvent)),
    async *history(sessionId) {
      for await (const event of storedEvents(sessionId)) if (isUpdate(event)) yield event.update;
    },
    notes: (sessionId) => ({
      add: (note) => addAll(sessionId, [note]),
      async *read() {
        for await (const event of storedEvents(sessionId)) if (isNote(event)) yield event;
      },
    }),
    pending: journalPendingMessages({
      add,
      events: storedEvents,
      fact: async (sessionId, name) =>
        (await withReadableErrors(sessionId, () => journal.get(sessionId)))?.metadata[name],
    }),
    claim: async (sessionId) => {
      opened.set(sessionId, await withReadableErrors(sessionId, () => journal.fence(sessionId)));
    },
    release: async (sessionId) => {
      const fence = opened.get(sessionId);
      opened.delete(sessionId);
      if (fence !== undefined) await withReadableErrors(sessionId, () => journal.release(sessionId, fence));
    },
    holds: async (sessionId) => {
      try {
        await journal.append(sessionId, [], tokenOf(sessionId));
        return true;
      } catch (error) {
        if (error instanceof JournalError && error.code === 'fenced') return false;
        throw readableError(sessionId, error);
      }
    },
    delete: async (sessionId) => {
      opened.delete(sessionId);
      await withReadableErrors(sessionId, () => ifStorable(() => journal.delete(sessionId)));
    },
  };
}

/** What `ask` resolves with; undefined for an id that cannot be the name of a stream, so that there is no session. */
async function ifStorable<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof JournalError && (error.code === 'invalid' || error.code === 'too-large')) return undefined;
    throw error;
  }
}

async function withReadableErrors<T>(sessionId: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw readableError(sessionId, error);
  }
}

/** The error for the user if something cannot be stored or read; the message of the journal says what to do. */
function readableError(sessionId: string, error: unknown): unknown {
  if (!(error instanceof JournalError)) return error;
  const { code, message, sequence } = error;
  const refusal = (words: string, rpcCode: number = rpcCodes.internalError): RpcError =>
    new RpcError(rpcCode, words, { data: { sessionId, reason: code }, cause: error });
  if (code === 'missing') return refusal('The session was deleted.', errorCodes.resource_not_found);
  if (code === 'fenced') return refusal('This session was opened by another program; load it again to continue here.');
  if (code === 'corrupt') {
    const what = sequence === undefined ? 'Its record' : `Its event ${sequence}`;
    return refusal(
      `The session ${sessionId} cannot be read: ${what} is damaged; restore the journal from a backup, or delete this session.`,
    );
  }
  return refusal(`This cannot be stored: ${message}`);
}

/** Metadata that a program may change without owning the session. */
const unownedFields: ReadonlySet<string> = new Set(['title', 'archived']);

const updateEvent = (update: SessionUpdate): UpdateEvent => ({ type: 'update', update });

const isUpdate = (event: unknown): event is UpdateEvent => {
  const { type, update } = Object(event) as { readonly type?: unknown; readonly update?: unknown };
  const { sessionUpdate } = Object(update) as { readonly sessionUpdate?: unknown };
  return type === 'update' && typeof sessionUpdate === 'string';
};

/** The record for the journal: it stores times as numbers, to sort its lists. */
function metadataOf({ updatedAt, ...known }: Partial<SessionRecord>): Metadata {
  // The name of the stream contains it already.
  const metadata = Object.fromEntries(Object.entries(known).filter(([name]) => name !== 'sessionId'));
  return {
    ...metadata,
    ...(updatedAt === undefined ? {} : { updatedAt: Date.parse(updatedAt) }),
  };
}

function recordOf({ stream, metadata }: StreamInfo): SessionRecord {
  const {
    cwd = '/',
    archived = false,
    updatedAt,
    title,
    additionalDirectories,
    isWorking,
    [pendingFact]: _,
    ...more
  } = metadata;
  return {
    // Other fields of the agent, such as its settings.
    ...more,
    sessionId: stream,
    cwd,
    archived,
    updatedAt: new Date(updatedAt).toISOString(),
    additionalDirectories: Array.isArray(additionalDirectories)
      ? additionalDirectories.filter((each) => typeof each === 'string')
      : [],
    ...(typeof title === 'string' ? { title } : {}),
    ...(isWorking === true ? { isWorking } : {}),
  };
}
