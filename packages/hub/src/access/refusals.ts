/** The errors of clients that may not do what they ask for. */
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';

import type { Role } from '../store/records.ts';

/**
 * The session does not exist, or not for this principal.
 *
 * One error for both, so that no client can find out which sessions others have.
 */
export const unknownSession = (sessionId: string): RpcError =>
  new RpcError(errorCodes.resource_not_found, 'Session not found.', { data: { sessionId } });

/** An invitation that does not exist, has expired, was revoked or was used: one error for all. */
export const unknownInvitation = (): RpcError =>
  new RpcError(errorCodes.resource_not_found, 'This invitation is not valid; ask for a new one.', {
    data: { reason: 'invitation_invalid' },
  });

/** The principal is a member of the session, in a role that may not do this. */
export const roleRequired = (role: Role, own: Role): RpcError =>
  new RpcError(
    errorCodes.invalid_params,
    `This needs the role ${role} in the session; yours is ${own}. Ask an owner of the session for it.`,
    { data: { reason: 'role_required', role } },
  );

/** Only operators of the hub may do this. */
export const operatorRequired = (): RpcError =>
  new RpcError(
    errorCodes.invalid_params,
    'Only operators of this hub may do this; acp hub token add --operator makes one.',
    {
      data: { reason: 'operator_required' },
    },
  );

/** A guest may use the session of its invitation, and nothing else. */
export const guestRefused = (): RpcError =>
  new RpcError(errorCodes.invalid_params, 'With an invitation only its session can be used; log in for others.', {
    data: { reason: 'guest' },
  });

/** The operator does not allow what a session should be opened with. */
export const setupRefused = (message: string): RpcError =>
  new RpcError(errorCodes.invalid_params, message, { data: { reason: 'not_allowed' } });

/** What principals have quotas of. */
export type QuotaName = 'sessions' | 'storedBytes' | 'processes' | 'requestsPerSecond' | 'attachments';

/** A quota of the principal is used up; `what` says which one and what to do. */
export const quotaExceeded = (quota: QuotaName, what: string): RpcError =>
  new RpcError(errorCodes.internal_error, what, { data: { reason: 'quota_exceeded', quota } });

/** The store of the hub has no space left: the request was not stored. */
export const storeFull = (cause: Error): RpcError =>
  new RpcError(
    errorCodes.internal_error,
    'The hub has no space left and did not store the request; send it again when there is room.',
    { data: { reason: 'store_full' }, cause },
  );

/** Why a request was refused, for counters and the audit log; undefined if the error is not a refusal. */
export function refusalReason(error: unknown): string | undefined {
  if (!(error instanceof RpcError)) return undefined;
  const { reason, quota } = Object(error.data) as { readonly reason?: unknown; readonly quota?: unknown };
  if (reason === 'quota_exceeded' && typeof quota === 'string') return `quota_${quota}`;
  if (typeof reason === 'string' && knownReasons.has(reason)) return reason;
  return error.code === errorCodes.resource_not_found ? 'not_found' : undefined;
}

/** Reasons are labels of counters, so there is a fixed set of them. */
const knownReasons = new Set(['role_required', 'operator_required', 'guest', 'not_allowed', 'invitation_invalid']);
