/** The record of a session as metadata of a stream, and back. */
import type { Metadata, StreamInfo } from '../contract/journal.ts';
import { pendingFact } from './pending-messages.ts';
import type { StoredSession } from './stored-session.ts';

/** The record for the journal: it stores times as numbers, to sort its lists. */
export function metadataOf({ updatedAt, ...known }: Partial<StoredSession>): Metadata {
  // The name of the stream contains it already.
  const metadata = Object.fromEntries(Object.entries(known).filter(([name]) => name !== 'sessionId'));
  return {
    ...metadata,
    ...(updatedAt === undefined ? {} : { updatedAt: Date.parse(updatedAt) }),
  };
}

export function recordOf({ stream, metadata }: StreamInfo): StoredSession {
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
