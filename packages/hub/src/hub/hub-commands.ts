/** What operators, and owners of sessions, may ask of a hub besides the methods of the protocol. */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { AuditLog } from '../access/audit-log.ts';
import type { Invitation, Invitations } from '../access/invitations.ts';
import { unknownSession } from '../access/refusals.ts';
import type { HubCommands } from '../attach/extension-methods.ts';
import type { HubStore } from '../store/hub-store.ts';
import type { SessionSearch } from './session-search.ts';

/** What a hub is doing. */
export interface HubStatus {
  /** The name of this node. */
  readonly node: string;
  /** Whether it takes new sessions. */
  readonly isAccepting: boolean;
  /** The sessions that this node owns. */
  readonly liveSessions: number;
  /** Those of them whose agent works. */
  readonly busySessions: number;
  /** The agents that run. */
  readonly agents: number;
  /** The clients that are connected. */
  readonly clients: number;
  /** The sessions that they are attached to; each client counts. */
  readonly attachments: number;
  /** The sessions that this node has taken since it started. */
  readonly taken: number;
}

export interface HubCommandParts {
  readonly store: HubStore;
  readonly invitations: Invitations;
  readonly audit: AuditLog;
  readonly search: Pick<SessionSearch, 'search'>;
  readonly status: () => HubStatus;
  /** Begins to stop; does not wait for its end. */
  readonly drain: (timeout: number | undefined) => void;
  /** Ends the work of a session and closes its agent; the session stays and wakes with the next request. */
  readonly stopSession: (sessionId: string) => Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const pageLimit = 200;
const auditLimit = 1000;

/** The commands of a hub. */
export function hubCommands(parts: HubCommandParts): HubCommands {
  const { store, invitations, audit, search, status, drain, stopSession } = parts;
  return {
    invite: async ({ name }, { sessionId, role, expiresIn = day, uses }) => {
      if (role === 'owner') throw new RpcError(errorCodes.invalid_params, 'Invite as controller or observer.');
      const created = await invitations.create({
        sessionId,
        role,
        expiresIn,
        by: name,
        ...(uses === undefined ? {} : { uses }),
      });
      return { secret: created.secret, invitation: shown(created.invitation) };
    },
    invitations: async (_, { sessionId }) => ({ invitations: (await invitations.list(sessionId)).map(shown) }),
    revokeInvitation: async (_, { sessionId, invitation }) => {
      await invitations.revoke(sessionId, invitation);
      return {};
    },
    acceptInvitation: ({ name }, { secret }) => invitations.accept(secret, name),
    search: (principal, params, signal) => search.search(principal, params, signal),
    sessions: async (_, { cursor, limit = 50 }) => {
      const { sessions, next } = await store.list({
        limit: Math.min(Math.max(limit, 1), pageLimit),
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { sessions, ...(next === undefined ? {} : { nextCursor: next }) };
    },
    status,
    drain: (_, { timeout }) => {
      drain(timeout);
      return {};
    },
    stopSession: async (_, { sessionId }) => {
      if ((await store.get(sessionId)) === undefined) throw unknownSession(sessionId);
      await stopSession(sessionId);
      return {};
    },
    audit: async (_, { principal, after, limit = auditLimit }) => {
      const most = Math.min(Math.max(limit, 1), auditLimit);
      if (after === undefined) return { entries: await audit.newest(most, principal) };
      if (principal === undefined) throw new RpcError(errorCodes.invalid_params, 'after needs a principal.');
      const entries = [];
      for await (const entry of audit.read(principal, { limit: most, after })) entries.push({ ...entry, principal });
      return { entries };
    },
  };
}

/** An invitation as its session's owner sees it. */
const shown = ({ id, role, expiresAt, uses, usedBy, isRevoked }: Invitation): object => ({
  id,
  role,
  expiresAt,
  uses,
  usedBy,
  isRevoked,
});
