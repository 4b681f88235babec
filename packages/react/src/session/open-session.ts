/**
 * Opens a session over a connection so that its transcript has neither a gap nor a duplicate.
 *
 * A new session begins empty. A session of a hub continues after the last update that was received. Everything else
 * reads the history: into an empty transcript as it comes, into one that has parts of it when it is complete.
 */
import { RpcError, rpcCodes } from '@acp-stack/rpc';
import type { NewSessionRequest, ResumeSessionRequest } from '@acp-stack/schema/v2/unstable';
import { CapabilityError, type ClientConnection, type ClientSession } from '@acp-stack/sdk';

import { hubMeta, isCursorRefused } from '../hub/hub-meta.ts';

/** A session to create, as in `session/new`, or the id of one that exists, with what opens it. */
export type SessionTarget = NewSessionRequest | (Partial<ResumeSessionRequest> & { readonly sessionId: string });

export type ExistingSession = Omit<ResumeSessionRequest, 'replayFrom'>;

export interface OpenContext {
  readonly connection: ClientConnection;
  readonly isHub: boolean;
  /** The place after the last update that was received. */
  readonly cursor: string | undefined;
  /** Whether the transcript has nothing of the session. */
  readonly isEmpty: boolean;
  /** How many of the last entries are enough at first; the whole history when undefined. */
  readonly tail: number | undefined;
  /** From now on updates are part of a replay of the whole history. */
  readonly beginReplay: () => void;
  /** The replay is over; one that is not complete is dropped. */
  readonly endReplay: (isComplete: boolean) => void;
}

/** Opens a session that exists; resolves when what was missing has been received. */
export async function openExisting(params: ExistingSession, context: OpenContext): Promise<ClientSession> {
  const { connection, isHub, cursor, isEmpty, tail } = context;
  if (isHub && cursor !== undefined) {
    try {
      return await connection.resume({ ...params, ...hubMeta({ after: cursor }) });
    } catch (error) {
      if (!isCursorRefused(error)) throw error;
    }
  }
  if (isEmpty && isHub && tail !== undefined) return connection.resume({ ...params, ...hubMeta({ tail }) });
  if (isEmpty) return load(params, connection);
  return replayHistory(params, context);
}

/** Reads the whole history again, beside a transcript that has parts of it. */
export async function replayHistory(
  params: ExistingSession,
  { connection, beginReplay, endReplay }: Pick<OpenContext, 'connection' | 'beginReplay' | 'endReplay'>,
): Promise<ClientSession> {
  beginReplay();
  try {
    const session = await load(params, connection);
    endReplay(true);
    return session;
  } catch (error) {
    endReplay(false);
    throw error;
  }
}

/** An agent that cannot replay a history opens the session without it. */
async function load(params: ExistingSession, connection: ClientConnection): Promise<ClientSession> {
  try {
    return await connection.load(params);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return connection.resume(params);
  }
}

const isUnsupported = (error: unknown): boolean =>
  error instanceof CapabilityError || (error instanceof RpcError && error.code === rpcCodes.methodNotFound);
